import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { clinicChoiceFaults, UNASSIGNED_CLINIC } from 'shared-api/contracts';
import { aClinic } from '../settings-record/testing/builders';
import {
  additionalObstacleOf,
  selectedChoices,
  type ClinicContext,
  obstacleOf,
  reduceSelection,
  type Selection,
  type SelectionAction,
  toCreate,
} from './selection';

const RUNS = 300;
/** The range has one more number than there are clinics, so the last one is unknown. */
const number = fc.integer({ min: UNASSIGNED_CLINIC, max: 7 });
const practice = fc.record({
  id: fc.integer({ min: 1, max: 9 }),
  name: fc.constant('North'),
  clinicnum: fc.option(number),
  additional_clinics: fc.uniqueArray(number, { maxLength: 2 }),
});
const context: fc.Arbitrary<ClinicContext> = fc.record({
  clinics: fc.constant([1, 2, 3, 4, 5, 6].map((clinic) => aClinic(clinic, `Clinic ${clinic}`))),
  current: practice,
  connected: fc.array(practice, { maxLength: 2 }),
});
const action: fc.Arbitrary<SelectionAction> = fc.oneof(
  fc.record({ type: fc.constant('select' as const), clinic: number, on: fc.boolean() }),
  fc.record({ type: fc.constant('additional' as const), clinic: number, number, on: fc.boolean() }),
);
const selected = (actions: SelectionAction[], of: ClinicContext): Selection =>
  actions.reduce((selection, one) => reduceSelection(selection, one, of), {} as Selection);

it('sends only selections that the server accepts', () => {
  fc.assert(
    fc.property(context, fc.array(action, { maxLength: 12 }), (of, actions) => {
      expect(clinicChoiceFaults(of, toCreate(selected(actions, of), of))).toEqual([]);
    }),
    { numRuns: RUNS },
  );
});

it('offers every choice that the server accepts', () => {
  fc.assert(
    fc.property(context, fc.array(action, { maxLength: 8 }), number, (of, actions, clinic) => {
      const selection = selected(actions, of);
      const choices = selectedChoices(selection);
      const chosen = choices.some(({ clinicNum }) => clinicNum === clinic);
      const withMain = [...choices, { clinicNum: clinic, name: '', additionalClinics: [] }];
      if (!chosen && obstacleOf(selection, of, clinic)) expect(clinicChoiceFaults(of, withMain)).not.toEqual([]);
      for (const { clinicNum: main, additionalClinics } of choices) {
        if (additionalClinics.includes(clinic) || !additionalObstacleOf(selection, of, clinic, main)) continue;
        const more = choices.map((choice) =>
          choice.clinicNum === main ? { ...choice, additionalClinics: [...additionalClinics, clinic] } : choice,
        );
        expect(clinicChoiceFaults(of, more)).not.toEqual([]);
      }
    }),
    { numRuns: RUNS },
  );
});

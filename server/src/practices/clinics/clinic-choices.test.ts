import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type ClinicGroup, type ClinicToCreate, clinicChoiceFaults } from 'shared-api/contracts';
import { readChoices } from './clinic-choices.js';

const number = fc.integer({ min: 0, max: 6 });
const practice = fc.record({
  id: fc.integer({ min: 1, max: 9 }),
  name: fc.constant('North'),
  clinicnum: fc.option(number),
  additional_clinics: fc.uniqueArray(number, { maxLength: 2 }),
});
const group: fc.Arbitrary<ClinicGroup> = fc.record({
  clinics: fc.constant([1, 2, 3, 4, 5].map((clinic_num) => ({ clinic_num, description: `Clinic ${clinic_num}` }))),
  current: practice,
  connected: fc.array(practice, { maxLength: 2 }),
});
const choices: fc.Arbitrary<ClinicToCreate[]> = fc.array(
  fc.record({ clinicNum: number, name: fc.constant('West'), additionalClinics: fc.array(number, { maxLength: 3 }) }),
  { minLength: 1, maxLength: 3 },
);

it('refuses exactly the clinics that the shared rule refuses, with a sentence and no path', () => {
  fc.assert(
    fc.property(group, choices, (of, sent) => {
      const { fieldErrors } = readChoices(sent, of);
      expect(Object.keys(fieldErrors)).toHaveLength(clinicChoiceFaults(of, sent).length);
      for (const message of Object.values(fieldErrors)) {
        expect(message).toMatch(/\.$/);
        expect(message).not.toMatch(/clinics\.\d/);
      }
    }),
    { numRuns: 300 },
  );
});

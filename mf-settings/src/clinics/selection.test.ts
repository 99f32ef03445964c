import { describe, expect, it } from '@jest/globals';
import { aClinic } from '../settings-record/testing/builders';
import {
  choiceOf,
  type ClinicContext,
  creationObstacle,
  obstacleOf,
  reduceSelection,
  type Selection,
  type SelectionAction,
  toCreate,
  withoutUnavailable,
} from './selection';

const context: ClinicContext = {
  clinics: [
    aClinic(1, 'Downtown'),
    aClinic(2, 'Riverside'),
    aClinic(3, 'North'),
    aClinic(4, 'Airport'),
    aClinic(5, ''),
    aClinic(6, 'Harbor'),
  ],
  current: { id: 1, name: 'Bright Smiles', clinicnum: 1, additional_clinics: [] },
  connected: [{ id: 9, name: 'Bright Smiles North', clinicnum: 3, additional_clinics: [6] }],
};

const select = (clinic: number, on = true): SelectionAction => ({ type: 'select', clinic, on });
const also = (clinic: number, number: number, on = true): SelectionAction => ({
  type: 'additional',
  clinic,
  number,
  on,
});
const name = (clinic: number, text: string): SelectionAction => ({ type: 'name', clinic, name: text });
const after = (...actions: SelectionAction[]): Selection =>
  actions.reduce((selection, action) => reduceSelection(selection, action, context), {} as Selection);

/** Selected clinics, each with its additional clinics. */
const selected = (selection: Selection): string[] =>
  toCreate(selection, context).map(
    ({ clinicNum, additionalClinics }) => `${clinicNum}: ${additionalClinics.join(' ')}`,
  );

describe('reduceSelection', () => {
  it.each<[string, SelectionAction[], string[]]>([
    ['selects a free clinic', [select(2)], ['2: ']],
    ['deselects a clinic', [select(2), select(2, false)], []],
    ['ignores the current practice', [select(1)], []],
    ['ignores a clinic connected to a practice', [select(3)], []],
    ['ignores a clinic that another practice shows', [select(6)], []],
    ['ignores an additional clinic that another practice shows', [select(2), also(2, 6)], ['2: ']],
    ['adds an additional clinic', [select(2), also(2, 4)], ['2: 4']],
    ['adds clinic 0 (no clinic) as an additional clinic', [select(2), also(2, 0)], ['2: 0']],
    ['sorts several additional clinics', [select(2), also(2, 4), also(2, 0)], ['2: 0 4']],
    ['ignores an additional clinic of another clinic', [select(2), also(2, 4), select(4)], ['2: 4']],
    ['deselects a clinic that becomes an additional clinic', [select(2), select(4), also(2, 4)], ['2: 4']],
    [
      'frees the additional clinics of a clinic that becomes additional',
      [select(4), also(4, 0), select(2), also(2, 4), also(2, 0)],
      ['2: 0 4'],
    ],
    [
      'assigns an additional clinic to only one clinic',
      [select(2), select(4), also(2, 0), also(4, 0)],
      ['2: 0', '4: '],
    ],
    [
      'frees an additional clinic that is removed',
      [select(2), select(4), also(2, 0), also(2, 0, false), also(4, 0)],
      ['2: ', '4: 0'],
    ],
    [
      'frees the additional clinics of a deselected clinic',
      [select(2), also(2, 0), select(2, false), select(4), also(4, 0)],
      ['4: 0'],
    ],
    ['does not add a clinic to itself', [select(2), also(2, 2)], ['2: ']],
    ['adds nothing to a clinic that is not selected', [also(2, 4)], []],
    ['clears the selection', [select(2), select(4), { type: 'clear' }], []],
  ])('%s', (_, actions, expected) => {
    expect(selected(after(...actions))).toEqual(expected);
  });
});

it('names the reason a clinic cannot be selected', () => {
  const selection = after(select(2), also(2, 4));
  expect(obstacleOf(selection, context, 1)).toEqual({ kind: 'current' });
  expect(obstacleOf(selection, context, 3)).toMatchObject({ kind: 'connected', practice: { id: 9 } });
  expect(obstacleOf(selection, context, 4)).toEqual({ kind: 'additional', of: 2 });
  expect(obstacleOf(selection, context, 2)).toBeNull();
  expect(obstacleOf(selection, context, 6)).toMatchObject({ kind: 'shown', practice: { id: 9 } });
});

describe('creation', () => {
  it.each<[string, SelectionAction[], ReturnType<typeof creationObstacle>]>([
    ['requires a selected clinic', [name(2, 'River')], 'nothing'],
    ['uses the description as the name', [select(2)], null],
    ['requires a name when there is no description', [select(2), select(5)], 'empty'],
    ['rejects a blank name', [select(5), name(5, '  ')], 'empty'],
    ['accepts a typed name', [select(5), name(5, 'Harbor')], null],
  ])('%s', (_, actions, obstacle) => {
    expect(creationObstacle(after(...actions), context)).toBe(obstacle);
  });

  it('sends number, name, additional clinics and the clinic, without clinics with blank names', () => {
    expect(toCreate(after(select(2), name(2, ' River '), also(2, 0), select(5)), context)).toEqual([
      { clinicNum: 2, name: 'River', additionalClinics: [0], clinicData: context.clinics[1] },
    ]);
  });
});

describe('when the practice has changed', () => {
  const selection = after(select(2), also(2, 4), name(2, 'River'));

  it('deselects a clinic that became a practice', () => {
    const now = { ...context, connected: [{ id: 10, name: 'River', clinicnum: 2, additional_clinics: [4] }] };
    expect(choiceOf(withoutUnavailable(selection, now), 2).ticked).toBe(false);
  });

  it('removes deleted clinics from the selection', () => {
    const now = { ...context, clinics: context.clinics.filter(({ clinic_num }) => clinic_num !== 4) };
    expect(choiceOf(withoutUnavailable(selection, now), 2)).toEqual({ ticked: true, name: 'River', additional: [] });
  });
});

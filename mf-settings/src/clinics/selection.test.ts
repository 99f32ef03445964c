import { describe, expect, it } from '@jest/globals';
import { aClinic } from '../settings-record/testing/builders';
import {
  choiceOf,
  type ClinicFacts,
  creationObstacle,
  obstacleOf,
  reduceSelection,
  type Selection,
  type SelectionAction,
  toCreate,
  withoutTaken,
} from './selection';

const facts: ClinicFacts = {
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

const tick = (clinic: number, on = true): SelectionAction => ({ type: 'tick', clinic, on });
const also = (clinic: number, number: number, on = true): SelectionAction => ({
  type: 'additional',
  clinic,
  number,
  on,
});
const name = (clinic: number, text: string): SelectionAction => ({ type: 'name', clinic, name: text });
const after = (...actions: SelectionAction[]): Selection =>
  actions.reduce((selection, action) => reduceSelection(selection, action, facts), {} as Selection);

/** Ticked clinics, each with its additional ones. */
const ticks = (selection: Selection): string[] =>
  toCreate(selection, facts).map(({ clinicNum, additionalClinics }) => `${clinicNum}: ${additionalClinics.join(' ')}`);

describe('ticking', () => {
  it.each<[string, SelectionAction[], string[]]>([
    ['a free clinic', [tick(2)], ['2: ']],
    ['and unticking', [tick(2), tick(2, false)], []],
    ['the current practice does nothing', [tick(1)], []],
    ['a clinic connected to a practice does nothing', [tick(3)], []],
    ['a clinic that another practice shows does nothing', [tick(6)], []],
    ['with a clinic that another practice shows does nothing', [tick(2), also(2, 6)], ['2: ']],
    ['with another clinic', [tick(2), also(2, 4)], ['2: 4']],
    ['with what is assigned to none', [tick(2), also(2, 0)], ['2: 0']],
    ['with several, in order', [tick(2), also(2, 4), also(2, 0)], ['2: 0 4']],
    ['a clinic that goes with another does nothing', [tick(2), also(2, 4), tick(4)], ['2: 4']],
    ['and choosing a ticked clinic clears its tick', [tick(2), tick(4), also(2, 4)], ['2: 4']],
    ['and what the cleared one held is free', [tick(4), also(4, 0), tick(2), also(2, 4), also(2, 0)], ['2: 0 4']],
    ['a number goes with one clinic alone', [tick(2), tick(4), also(2, 0), also(4, 0)], ['2: 0', '4: ']],
    [
      'a number that was let go is free',
      [tick(2), tick(4), also(2, 0), also(2, 0, false), also(4, 0)],
      ['2: ', '4: 0'],
    ],
    ['unticking lets its numbers go', [tick(2), also(2, 0), tick(2, false), tick(4), also(4, 0)], ['4: 0']],
    ['a clinic does not go with itself', [tick(2), also(2, 2)], ['2: ']],
    ['a clinic that is not ticked holds none', [also(2, 4)], []],
    ['clearing', [tick(2), tick(4), { type: 'clear' }], []],
  ])('%s', (_, actions, expected) => {
    expect(ticks(after(...actions))).toEqual(expected);
  });
});

it('says why a clinic cannot be ticked', () => {
  const selection = after(tick(2), also(2, 4));
  expect(obstacleOf(selection, facts, 1)).toEqual({ kind: 'current' });
  expect(obstacleOf(selection, facts, 3)).toMatchObject({ kind: 'connected', practice: { id: 9 } });
  expect(obstacleOf(selection, facts, 4)).toEqual({ kind: 'additional', of: 2 });
  expect(obstacleOf(selection, facts, 2)).toBeNull();
  expect(obstacleOf(selection, facts, 6)).toMatchObject({ kind: 'shown', practice: { id: 9 } });
});

describe('creation', () => {
  it.each<[string, SelectionAction[], ReturnType<typeof creationObstacle>]>([
    ['needs a ticked clinic', [name(2, 'River')], 'nothing'],
    ['takes the description for a name', [tick(2)], null],
    ['needs a name where there is no description', [tick(2), tick(5)], 'empty'],
    ['does not take blanks for a name', [tick(5), name(5, '  ')], 'empty'],
    ['takes a typed name', [tick(5), name(5, 'Harbor')], null],
  ])('%s', (_, actions, obstacle) => {
    expect(creationObstacle(after(...actions), facts)).toBe(obstacle);
  });

  it('sends number, name, additional clinics and the clinic itself, without entries with blank names', () => {
    expect(toCreate(after(tick(2), name(2, ' River '), also(2, 0), tick(5)), facts)).toEqual([
      { clinicNum: 2, name: 'River', additionalClinics: [0], clinicData: facts.clinics[1] },
    ]);
  });
});

describe('when the practice has changed', () => {
  const selection = after(tick(2), also(2, 4), name(2, 'River'));

  it('a clinic that became a practice loses its tick', () => {
    const now = { ...facts, connected: [{ id: 10, name: 'River', clinicnum: 2, additional_clinics: [4] }] };
    expect(choiceOf(withoutTaken(selection, now), 2).ticked).toBe(false);
  });

  it('clinics that are gone are in no selection', () => {
    const now = { ...facts, clinics: facts.clinics.filter(({ clinic_num }) => clinic_num !== 4) };
    expect(choiceOf(withoutTaken(selection, now), 2)).toEqual({ ticked: true, name: 'River', additional: [] });
  });
});

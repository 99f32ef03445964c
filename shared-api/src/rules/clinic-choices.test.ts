import { describe, expect, it } from '@jest/globals';
import {
  additionalClinicObstacle,
  type ClinicChoice,
  clinicChoiceFaults,
  type ClinicGroup,
  clinicNameObstacle,
  clinicPracticeName,
  mainClinicObstacle,
} from './clinic-choices.js';

const current = { id: 1, name: 'Main Dental', clinicnum: 1, additional_clinics: [7] };
const north = { id: 9, name: 'North', clinicnum: 3, additional_clinics: [6] };
const group: ClinicGroup = {
  clinics: [1, 2, 3, 4, 5, 6, 7].map((clinic_num) => ({ clinic_num, description: `Clinic ${clinic_num}` })),
  current,
  connected: [north],
};
const choice = (clinicNum: number, ...additionalClinics: number[]): ClinicChoice => ({
  clinicNum,
  name: '',
  additionalClinics,
});

describe('mainClinicObstacle', () => {
  it.each([
    ['a free clinic', 2, null],
    ['the current clinic', 1, { kind: 'current' }],
    ['a connected clinic', 3, { kind: 'connected', practice: north }],
    ['an additional clinic of another practice', 6, { kind: 'shown', practice: north }],
    ['an additional clinic of the current practice', 7, { kind: 'shown', practice: current }],
    ['an unknown clinic', 77, { kind: 'unknown' }],
    ['clinic 0 (no clinic)', 0, { kind: 'unknown' }],
    ['an additional clinic of another choice', 5, { kind: 'additional', of: 4 }],
  ])('returns the obstacle or null for %s', (_, clinic, obstacle) => {
    expect(mainClinicObstacle(group, [choice(4, 5)], clinic)).toEqual(obstacle);
  });
});

describe('additionalClinicObstacle', () => {
  it.each([
    ['a free clinic', 5, null],
    ['clinic 0 (no clinic)', 0, null],
    ['its own main clinic', 2, { kind: 'main' }],
    ['the current clinic', 1, { kind: 'current' }],
    ['a connected clinic', 3, { kind: 'connected', practice: north }],
    ['an additional clinic of another practice', 6, { kind: 'shown', practice: north }],
    ['an unknown clinic', 77, { kind: 'unknown' }],
    ['an additional clinic of another choice', 4, { kind: 'additional', of: 8 }],
  ])('returns the obstacle or null for %s', (_, clinic, obstacle) => {
    expect(additionalClinicObstacle(group, [choice(2, 5), choice(8, 4)], clinic, 2)).toEqual(obstacle);
  });

  it('refuses clinic 0 when a practice of the group shows it', () => {
    const shown = { ...group, connected: [{ ...north, additional_clinics: [0] }] };
    expect(additionalClinicObstacle(shown, [], 0, 2)).toMatchObject({ kind: 'shown' });
  });
});

describe('clinicChoiceFaults', () => {
  it('returns no faults for choices that do not overlap', () => {
    expect(clinicChoiceFaults(group, [choice(2, 5, 0), choice(4)])).toEqual([]);
  });

  it.each<[string, ClinicChoice[], object[]]>([
    ['a clinic chosen twice', [choice(2), choice(2)], [{ choice: 1, clinic: 2, obstacle: { kind: 'twice' } }]],
    [
      'an additional clinic chosen twice',
      [choice(2, 5), choice(4, 5)],
      [{ choice: 1, additional: 0, clinic: 5, obstacle: { kind: 'twice' } }],
    ],
    [
      'an additional clinic that becomes a practice itself',
      [choice(2, 4), choice(4)],
      [{ choice: 0, additional: 0, clinic: 4, obstacle: { kind: 'main' } }],
    ],
    ['an unknown clinic', [choice(77)], [{ choice: 0, clinic: 77, obstacle: { kind: 'unknown' } }]],
  ])('reports %s', (_, choices, faults) => {
    expect(clinicChoiceFaults(group, choices)).toEqual(faults);
  });
});

it.each([
  ['', 'empty'],
  ['x'.repeat(101), 'long'],
  ['a\u0007', 'unprintable'],
  ['Lakeside', null],
])('finds the obstacle of the name %j: %s', (name, obstacle) => {
  expect(clinicNameObstacle(name)).toBe(obstacle);
});

it('uses the description of a clinic as its name when none is typed', () => {
  expect(clinicPracticeName(group, choice(2))).toBe('Clinic 2');
  expect(clinicPracticeName(group, { ...choice(2), name: ' West ' })).toBe('West');
  expect(clinicPracticeName(group, choice(77))).toBe('');
});

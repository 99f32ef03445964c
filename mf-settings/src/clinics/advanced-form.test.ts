import { describe, expect, it } from '@jest/globals';
import { allSettings } from '../settings-record/testing/builders';
import { type AdvancedForm, formOf, readClinicNumbers, readForm } from './advanced-form';

it.each<[string, number[]]>([
  ['', []],
  ['  ', []],
  ['2', [2]],
  ['2, 3,4', [2, 3, 4]],
  ['2, x, 3', [2, 3]],
  ['a,b', []],
  ['2,,2,-1,1.5,0', [2, 0]],
  ['99999999999', []],
])('the clinic numbers in %j are %j', (text, numbers) => {
  expect(readClinicNumbers(text)).toEqual(numbers);
});

describe('the form', () => {
  const form: AdvancedForm = { use_clinics: true, parent_practice_id: '', clinicnum: '', additional_clinicnums: '' };

  it('shows what is saved', () => {
    expect(formOf(allSettings({ parent_practice_id: 7, additional_clinicnums: [2, 3] }))).toEqual({
      use_clinics: true,
      parent_practice_id: '7',
      clinicnum: '1',
      additional_clinicnums: '2, 3',
    });
  });

  it('sends integers, and null for what is empty', () => {
    expect(readForm(form)).toEqual({
      fields: { use_clinics: true, parent_practice_id: null, clinicnum: null, additional_clinicnums: [] },
    });
    expect(readForm({ ...form, parent_practice_id: ' 7 ', clinicnum: '0', additional_clinicnums: '2,x' })).toEqual({
      fields: { use_clinics: true, parent_practice_id: 7, clinicnum: 0, additional_clinicnums: [2] },
    });
  });

  it.each([
    ['parent_practice_id', 'x'],
    ['parent_practice_id', '0'],
    ['parent_practice_id', '1.5'],
    ['clinicnum', '-1'],
    ['clinicnum', '3000000000'],
  ] as const)('refuses %s of %j', (field, text) => {
    expect(readForm({ ...form, [field]: text })).toEqual({ problems: { [field]: 'Enter a whole number, or nothing' } });
  });
});

import { describe, expect, it } from '@jest/globals';
import { allSettings } from '../settings-record/testing/builders';
import { readClinicNumbers, readText, textOf, toAdvancedRequest } from './advanced-form';

it.each<[string, number[]]>([
  ['', []],
  ['  ', []],
  ['2', [2]],
  ['2, 3,4', [2, 3, 4]],
  ['2, x, 3', [2, 3]],
  ['a,b', []],
  ['2,,2,-1,1.5,0', [2, 0]],
  ['99999999999', []],
])('reads the clinic numbers in %j as %j', (text, numbers) => {
  expect(readClinicNumbers(text)).toEqual(numbers);
});

describe('readText', () => {
  it.each([
    ['parent_practice_id', ' 7 ', 7],
    ['parent_practice_id', ' ', null],
    ['clinicnum', '0', 0],
    ['additional_clinicnums', '2,x', [2]],
  ] as const)('reads %s of %j as %j', (field, text, value) => {
    expect(readText(field, text)).toEqual(value);
  });

  it.each([
    ['parent_practice_id', 'x'],
    ['parent_practice_id', '0'],
    ['parent_practice_id', '1.5'],
    ['clinicnum', '-1'],
    ['clinicnum', '3000000000'],
  ] as const)('keeps %s of %j as typed', (field, text) => {
    expect(readText(field, text)).toBe(text);
  });
});

it.each([
  [7, '7'],
  [null, ''],
  [[2, 4], '2, 4'],
  ['x', 'x'],
])('shows %j as %j', (value, text) => {
  expect(textOf(value)).toBe(text);
});

it('sends only the four fields', () => {
  const settings = allSettings({ parent_practice_id: 7, additional_clinicnums: [2, 3] });
  expect(toAdvancedRequest(settings, new Map([['clinicnum', { kind: 'clear' }]]))).toEqual({
    use_clinics: true,
    parent_practice_id: 7,
    clinicnum: null,
    additional_clinicnums: [2, 3],
  });
});

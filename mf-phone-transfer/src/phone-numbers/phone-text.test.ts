import { describe, expect, it } from '@jest/globals';
import { formatPhone, matches } from './phone-text';

describe('formatPhone', () => {
  it.each([
    ['+13125550100', '+1 (312) 555-0100'],
    ['+493055501001', '+49 305 550 1001'],
    ['+442079460018', '+44 207 946 0018'],
    ['+74951234567', '+7 495 123 4567'],
    ['+353861234567', '+353 861 234 567'],
    ['+6421123456', '+64 211 234 56'],
    ['+18005550', '+1 800 5550'],
    ['anonymous', 'anonymous'],
    ['+12', '+12'],
  ])('formats %s as %s', (number, shown) => expect(formatPhone(number)).toBe(shown));
});

describe('matches', () => {
  const number = { phone_number: '+13125550100', sid: `PN${'a1'.repeat(16)}` };
  it.each([
    ['', true],
    ['  ', true],
    ['312', true],
    ['(312) 555-01', true],
    ['+1 312', true],
    ['312.555', true],
    ['pna1a1', true],
    ['313', false],
    ['Chicago', false],
    ['a2', false],
  ])('matches a number against the search “%s”: %s', (search, found) => expect(matches(number, search)).toBe(found));

  it.each([
    ['+442071838750', '020 7183 8750'],
    ['+442071838750', '+44 (0)20 7183 8750'],
    ['+442071838750', '0044 20 7183 8750'],
    ['+442071838750', '0044 (0)20/7183-8750'],
    ['+442071838750', '011 44 20 7183 8750'],
    ['+442071838750', 'tel:+442071838750'],
    ['+13125550100', 'tel:+1-312-555-0100'],
    ['+13125550100', 'TEL: 312 555 0100'],
    ['+13125550100', '001 312 555 0100'],
    ['+13125550100', '1 (312) 555-0100'],
  ])('matches %s in the notation “%s”', (phone_number, search) => {
    expect(matches({ ...number, phone_number }, search)).toBe(true);
  });

  it.each([
    ['+13125551000', '0100'],
    ['+13125551000', '001000'],
    ['+13125550100', '011 44 20 7183 8750'],
    ['+442071838750', '020 7183 8751'],
    ['+13125550100', 'tel:'],
  ])('doesn’t match %s for “%s”', (phone_number, search) => {
    expect(matches({ ...number, phone_number }, search)).toBe(false);
  });
});

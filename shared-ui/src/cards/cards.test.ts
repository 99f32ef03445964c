import { expect, it } from '@jest/globals';
import { brandName, brandOf } from './brands';
import { expiryText, isExpired } from './expiry';

it.each([
  ['visa', 'visa', 'Visa'],
  ['MasterCard', 'mastercard', 'Mastercard'],
  ['amex', 'amex', 'American Express'],
  ['discover', 'discover', 'Discover'],
  ['jcb', 'generic', 'Jcb'],
  ['unknown', 'generic', 'Card'],
])('%s has the picture %s and the name %s', (brand, picture, name) => {
  expect(brandOf(brand)).toBe(picture);
  expect(brandName(brand)).toBe(name);
});

it.each([
  [11, 2026, '2026-11-30', false],
  [10, 2026, '2026-11-01', true],
  [1, 2027, '2026-12-31', false],
])('a card good to %s/%s is expired on %s: %s', (month, year, today, expired) => {
  expect(isExpired(month, year, today)).toBe(expired);
});

it('an expiry is written as on the card', () => {
  expect(expiryText(8, 2028)).toBe('08/2028');
});

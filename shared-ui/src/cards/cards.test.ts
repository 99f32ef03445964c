import { expect, it } from '@jest/globals';
import { brandName, brandOf, pictureOf } from './brands';
import { expiryText, shortExpiryText } from './expiry';
import { aCard } from './testing/builders';

it.each([
  ['visa', 'visa', 'Visa'],
  ['MasterCard', 'mastercard', 'Mastercard'],
  ['amex', 'amex', 'American Express'],
  ['discover', 'discover', 'Discover'],
  ['jcb', 'generic', 'Jcb'],
  ['unknown', 'generic', 'Card'],
])('maps %s to the icon %s and the name %s', (brand, picture, name) => {
  expect(brandOf(brand)).toBe(picture);
  expect(brandName(brand)).toBe(name);
});

it('uses the bank icon for debits and a neutral icon for unknown brands', () => {
  const other = { id: 'pm_other', name: 'Link', is_default: false };
  expect(pictureOf({ ...other, is_debit: true })).toBe('bank');
  expect(pictureOf(other)).toBe('generic');
  expect(pictureOf(aCard({}, { brand: 'visa' }))).toBe('visa');
});

it('formats an expiry date in full and as on the card', () => {
  expect(expiryText(8, 2028)).toBe('08/2028');
  expect(shortExpiryText(8, 2028)).toBe('08/28');
});

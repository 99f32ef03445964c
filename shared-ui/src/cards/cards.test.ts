import { expect, it } from '@jest/globals';
import { brandName, brandOf } from './brands';
import { expiryText, shortExpiryText } from './expiry';

it.each([
  ['visa', 'visa', 'Visa'],
  ['MasterCard', 'mastercard', 'Mastercard'],
  ['amex', 'amex', 'American Express'],
  ['discover', 'discover', 'Discover'],
  ['jcb', 'generic', 'Jcb'],
  ['unknown', 'generic', 'Card'],
])('maps %s to the picture %s and the name %s', (brand, picture, name) => {
  expect(brandOf(brand)).toBe(picture);
  expect(brandName(brand)).toBe(name);
});

it('formats an expiry in full and as on the card', () => {
  expect(expiryText(8, 2028)).toBe('08/2028');
  expect(shortExpiryText(8, 2028)).toBe('08/28');
});

import { describe, expect, it } from '@jest/globals';
import { formatMoney, plainAmount } from './money-text.js';

describe('amounts', () => {
  it.each([
    [123_450, 'usd', '$1,234.50', '1234.50'],
    [-17_900, 'usd', '−$179.00', '-179.00'],
    [1_200, 'EUR', '€12.00', '12.00'],
    [5_000, 'jpy', '¥5,000', '5000'],
    [5_000, 'krw', '₩5,000', '5000'],
    [5_000, 'vnd', '₫5,000', '5000'],
    [5_000, 'clp', 'CLP\u00a05,000', '5000'],
    [5_000, 'kwd', 'KWD\u00a05.000', '5.000'],
    [1_230, 'bhd', 'BHD\u00a01.230', '1.230'],
    [500, 'isk', 'ISK\u00a05', '5.00'],
    [500, 'ugx', 'UGX\u00a05', '5.00'],
    [12_345, 'huf', 'HUF\u00a0123.45', '123.45'],
    [12_345, 'twd', 'NT$123.45', '123.45'],
  ])('formats %p %s as %p for people and %p for machines', (amount, currency, shown, plain) => {
    expect([formatMoney(amount, currency), plainAmount(amount, currency)]).toEqual([shown, plain]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { attentionKey, contributionOfAttention, digestOf, withDigest } from './attention.js';

describe('digestOf', () => {
  // The FNV-1a test vectors by its authors.
  it.each([
    ['', 'cbf29ce484222325'],
    ['a', 'af63dc4c8601ec8c'],
    ['foobar', '85944171f73967e8'],
  ])('computes the 64-bit FNV-1a of “%s”', (text, digest) => {
    expect(digestOf(text)).toBe(digest);
  });

  it('distinguishes all characters', () => {
    expect(digestOf('á')).not.toBe(digestOf('a'));
    expect(digestOf('😀')).toMatch(/^[0-9a-f]{16}$/);
  });
});

describe('attentionKey', () => {
  const key = attentionKey('mf-billing/charges', 'debt-cus_QX81-usd-6900');

  it('names the contribution but nothing of the item', () => {
    expect(key).toMatch(/^mf-billing\/charges\/[0-9a-f]{16}$/);
    expect(contributionOfAttention(key)).toBe('mf-billing/charges');
  });

  it('differs by item and contribution', () => {
    expect(attentionKey('mf-billing/charges', 'debt-cus_QX81-usd-7000')).not.toBe(key);
    expect(attentionKey('mf-hours/charges', 'debt-cus_QX81-usd-6900').split('/')[2]).not.toBe(key.split('/')[2]);
  });

  it.each(['', 'mf-billing', 'mf-billing/charges', '/charges/x', 'mf-billing//x', 'mf-billing/charges/'])(
    'rejects %j',
    (text) => {
      expect(contributionOfAttention(text)).toBeUndefined();
    },
  );

  it('replaces an item’s own id and keeps an existing digest', () => {
    expect(withDigest('mf-billing/charges/debt-cus_QX81-usd-6900')).toBe(key);
    expect(withDigest(key)).toBe(key);
  });
});

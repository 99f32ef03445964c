import { describe, expect, it } from '@jest/globals';
import { type ChargeDraft, nextWithBalance } from './apply-balance.js';

const customer = { id: 'cus_1', name: 'Olivia Owner', email: null, balance: -10_000, currency: 'usd' };

const aDraft = (changed: Partial<ChargeDraft> = {}): ChargeDraft => ({
  kind: 'renewal',
  date: 2000,
  total: 6_000,
  isDue: false,
  currency: 'usd',
  card: null,
  subscription: { id: 'sub_other', name: 'Phones' },
  lines: [],
  ...changed,
});

/** The next invoice of `sub_own` at 2000, with these other charges of the customer. */
const next = (drafts: ChargeDraft[], balance = -10_000, currency = 'usd') =>
  nextWithBalance(drafts, customer, 'sub_own', { total: 9_000, balance, date: 2000, currency });

describe('nextWithBalance', () => {
  it.each<[string, ChargeDraft[], object]>([
    ['the whole credit without other charges', [], { amount: 0 }],
    ['the whole credit before other charges', [aDraft({ date: 2001 })], { amount: 0 }],
    ['the rest of the credit after other charges', [aDraft({ date: 1999 })], { amount: 5_000 }],
    ['the shared credit at the same time', [aDraft()], { amount: 9_000, shared_balance: -10_000 }],
    ['credit that covers both', [aDraft({ total: 1_000 })], { amount: 0 }],
    ['credit that a change elsewhere gives before', [aDraft({ date: 1999, total: -500 })], { amount: 0 }],
    ['no charge that it replaces', [aDraft({ date: 1000, subscription: { id: 'sub_own', name: '' } })], { amount: 0 }],
    [
      'its own renewal that is already made, which is the next one',
      [aDraft({ date: 1000, isDrafted: true, total: 12_000, subscription: { id: 'sub_own', name: '' } })],
      { amount: 2_000, date: 1000 },
    ],
    [
      'no open invoice, which is due as it is',
      [aDraft({ date: 1000, isDue: true, kind: 'open_invoice' })],
      { amount: 0 },
    ],
  ])('counts %s', (_what, drafts, expected) => {
    expect(next(drafts)).toEqual({ date: 2000, ...expected });
  });

  it.each([
    ['before the next renewal if the change keeps the dates', true, 1500],
    ['at the next renewal if the change sets it', false, 2000],
  ])('is charged %s', (_what, keepsDates, date) => {
    const drafts = [1500, 3000].map((own) => aDraft({ date: own, subscription: { id: 'sub_own', name: '' } }));
    const invoice = { total: 9_000, balance: 0, date: 2000, keepsDates, currency: 'usd' };
    expect(nextWithBalance(drafts, customer, 'sub_own', invoice)).toEqual({ amount: 9_000, date });
  });

  it('carries an amount below the minimum to the next invoice', () => {
    const small = { total: 30, balance: 0, date: 2000, currency: 'usd' };
    expect(nextWithBalance([], customer, 'sub_own', small)).toEqual({ date: 2000, amount: 0 });
    expect(nextWithBalance([], customer, 'sub_own', { ...small, balance: 30 })).toEqual({ date: 2000, amount: 60 });
  });

  it('adds a debit, and ignores a balance in another currency', () => {
    expect(next([], 2_500)).toEqual({ date: 2000, amount: 11_500 });
    expect(next([], -10_000, 'eur')).toEqual({ date: 2000, amount: 9_000 });
  });
});

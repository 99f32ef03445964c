import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { control } from '../testing/control.js';
import type Stripe from 'stripe';
import { type StripeSandbox, clientOn, stripeSandbox } from '../stripe/testing/stripe-sandbox.js';
import { comparedCalls, refusals } from './calls.js';
import { HOW_TO_COMPARE, compare, runComparison, testKeyIn } from './compare.js';
import { differences, normalized } from './differences.js';

describe('compare', () => {
  let one: StripeSandbox;
  let other: StripeSandbox;
  beforeAll(async () => {
    [one, other] = [await stripeSandbox(), await stripeSandbox()];
  });
  afterAll(() => Promise.all([one.close(), other.close()]));

  it('finds no difference between two sandboxes, which reject only the expected calls', async () => {
    const results = await compare(one.stripe, other.stripe);
    expect(results.map(({ name }) => name)).toEqual(comparedCalls.map(({ name }) => name));
    expect(results.filter((result) => result.differences.length > 0)).toEqual([]);
    const refused = results.filter(({ isRefused }) => isRefused).map(({ name }) => name);
    expect(refused).toEqual(refusals.map(({ name }) => name));
  });

  it('names the call and the field that differ', async () => {
    await control(other.url, 'stripe/faults', [{ on: 'POST /v1/coupons', kind: 'lock_timeout', times: 1 }]);
    const results = await compare(one.stripe, other.stripe);
    expect(results.find(({ name }) => name === 'coupon')?.differences).toContainEqual(
      'statusCode: Stripe absent · sandbox 429',
    );
  });
});

describe('differences', () => {
  it('ignores ids, fields of the account, and seconds', () => {
    const answer = (id: string, created: number, number: string) =>
      normalized({ id, created, number, lines: [{ invoice: id }] }, 1_800_000_000);
    expect(
      differences(answer('in_1AbCdEfGh', 1_800_000_003, 'A-1'), answer('in_9XyZ12345', 1_800_000_001, 'B-7')),
    ).toEqual([]);
  });

  it.each([
    [{ a: 1 }, { a: 2 }, 'a: Stripe 1 · sandbox 2'],
    [{ a: { b: null } }, { a: {} }, 'a.b: Stripe null · sandbox absent'],
    [{ a: [1, 2] }, { a: [1] }, 'a: Stripe [1,2] · sandbox [1]'],
    [{ end: 1_800_090_000 }, { end: 1_800_000_000 }, 'end: Stripe "25 h" · sandbox "0 h"'],
  ])('reports the difference between %j and %j', (real, ours, line) => {
    const start = 1_800_000_000;
    expect(differences(normalized(real, start), normalized(ours, start))).toEqual([line]);
  });
});

describe('runComparison', () => {
  it.each([
    ['no key', {}],
    ['a live key', { STRIPE_SECRET_KEY: 'sk_live_123' }],
    ['the key of the sandbox', { STRIPE_SECRET_KEY: 'sk_test_sandbox' }],
  ])('makes no call with %s and explains how to run the comparison', async (_what, env) => {
    const lines: string[] = [];
    expect(await runComparison(env, (line) => lines.push(line))).toBeUndefined();
    expect(lines).toEqual([HOW_TO_COMPARE]);
  });

  describe('with a server that answers as Stripe does', () => {
    const env = { STRIPE_SECRET_KEY: 'sk_test_of_an_account' };
    const run = async (open: () => Stripe): Promise<{ count: number | undefined; lines: string[] }> => {
      const lines: string[] = [];
      const count = await runComparison(env, (line) => lines.push(line), open);
      return { count, lines };
    };
    let stripe: StripeSandbox;
    beforeAll(async () => {
      stripe = await stripeSandbox();
    });
    afterAll(() => stripe.close());

    it('prints each call that differs, and the number of equal calls', async () => {
      await control(stripe.url, 'stripe/faults', [{ on: 'POST /v1/coupons', kind: 'lock_timeout', times: 1 }]);
      const { count, lines } = await run(() => stripe.stripe);
      expect(count).toBeGreaterThan(0);
      const at = lines.indexOf('coupon');
      expect(lines.slice(at).find((line) => line.startsWith('  statusCode'))).toBe(
        '  statusCode: Stripe 429 · sandbox absent',
      );
      expect(lines.at(-1)).toBe(
        `${comparedCalls.length - (count ?? 0)} of ${comparedCalls.length} calls are answered alike.`,
      );
    });

    it('stops at a key that Stripe rejects', async () => {
      await control(stripe.url, 'stripe/faults', [{ on: 'POST /v1/products', kind: 'error', status: 401, times: 1 }]);
      const { count, lines } = await run(() => stripe.stripe);
      expect(count).toBeUndefined();
      expect(lines).toEqual([expect.stringMatching(/^Stripe refused the key: .*\. Nothing was compared\.$/)]);
    });

    it('stops where Stripe can’t be reached', async () => {
      const { count, lines } = await run(() => clientOn('http://127.0.0.1:1', 'sk_test_of_an_account'));
      expect(count).toBeUndefined();
      expect(lines).toEqual(['Stripe can’t be reached. Check the network, and run this again.']);
    });
  });

  it('accepts secret and restricted test keys', () => {
    expect(testKeyIn({ STRIPE_SECRET_KEY: 'rk_test_1' })).toBe('rk_test_1');
  });
});

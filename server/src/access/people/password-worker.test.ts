import { describe, expect, it } from '@jest/globals';
import { hashPassword, passwordMatches } from './password.js';
import { MAX_WAITING } from './password-worker.js';

/** Slow enough to make other requests wait. */
const cost = { ln: 12, r: 8, p: 1 };

describe('hashing queue', () => {
  it('refuses requests beyond the queue immediately, and serves the others', async () => {
    const requestCount = MAX_WAITING * 3;
    const outcomes = await Promise.allSettled(
      Array.from({ length: requestCount }, () => hashPassword('open sesame', cost)),
    );
    const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    const served = outcomes.filter(({ status }) => status === 'fulfilled');
    expect(served.length).toBeGreaterThanOrEqual(MAX_WAITING);
    expect(refused.length).toBeGreaterThan(0);
    for (const { reason } of refused) {
      expect(reason).toMatchObject({ statusCode: 503, code: 'busy', details: { retryAfter: 5 } });
    }
    expect(await passwordMatches('open sesame', await hashPassword('open sesame', cost))).toBe(true);
  });

  it('continues after a request that scrypt refuses', async () => {
    await expect(hashPassword('open sesame', { ln: 0, r: 8, p: 1 })).rejects.toThrow();
    expect(await hashPassword('open sesame', cost)).toMatch(/^scrypt\$/);
  });
});

import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ErrorBody } from 'shared-api/contracts';
import { allContracts } from '../http/all-contracts.js';
import { type FakeStripe, startFakeStripe } from '../stripe/testing/fake-stripe.js';
import { cleanUpAfterAll } from '../testing/clean-up.js';
import { type BillingServer, type Clinic, billingServer } from '../testing/billing-server.js';
import { describeOnEveryEngine } from '../testing/engines.js';
import { type Caller, createTestPerson, signedIn } from '../testing/test-server.js';
import { PREVIEW_LIMIT } from './limit-calls.js';
import { deleteFullBuckets, takeToken } from './rate-limits-repository.js';

describe('rate-limited contracts', () => {
  it('limits the previews that cost calls to the provider', () => {
    const limited = [...allContracts.values()].filter((call) => call.limited).map(({ name }) => name);
    expect(limited.sort()).toEqual(['previewAttachment', 'previewChange']);
  });
});

describeOnEveryEngine('rate-limited calls', (database) => {
  let fakeStripe: FakeStripe;
  let server: BillingServer;
  const cleanUp = cleanUpAfterAll();
  beforeAll(async () => {
    fakeStripe = await startFakeStripe();
    cleanUp(() => fakeStripe.stop());
    server = await billingServer(database(), fakeStripe);
    cleanUp(() => server.close());
  });

  const later = (seconds: number): void => {
    server.clock.now = new Date(server.clock.now.getTime() + seconds * 1000);
  };
  const preview = ({ practiceId, customer: customerId, caller }: Clinic, as: Caller = caller) =>
    server.call(as, 'POST', `/api/${practiceId}/practice-features/preview/`, {
      kind: 'start',
      plan_id: server.price('core_monthly'),
      customer_id: customerId,
    });
  /** Makes one more preview than the burst allows, and returns all status codes. */
  const oneTooMany = async (clinic: Clinic): Promise<number[]> => {
    const answers = [];
    for (let count = 0; count <= PREVIEW_LIMIT.burst; count += 1) answers.push((await preview(clinic)).statusCode);
    return answers;
  };

  it('returns 429 with Retry-After when a person asks too often, and 200 after that time', async () => {
    const clinic = await server.aClinic();
    const answers = await oneTooMany(clinic);
    expect([answers.slice(0, -1).every((status) => status === 200), answers.at(-1)]).toEqual([true, 429]);
    const refused = await preview(clinic);
    expect([refused.headers['retry-after'], refused.json<ErrorBody>()]).toEqual([
      '2',
      expect.objectContaining({
        code: 'too_many_requests',
        message: 'You’ve asked for too many previews in a short time. Try again in 2 seconds.',
      }),
    ]);
    later(2);
    expect((await preview(clinic)).statusCode).toBe(200);
    expect((await preview(clinic)).statusCode).toBe(429);
    later(3600);
    expect((await preview(clinic)).statusCode).toBe(200);
  });

  it('counts separately for each person and each practice', async () => {
    const [one, other] = [await server.aClinic(), await server.aClinic()];
    await oneTooMany(one);
    const superAdmin = await signedIn(server, await createTestPerson(server.db, { flags: { super_admin: true } }));
    expect([
      (await preview(one)).statusCode,
      (await preview(one, superAdmin)).statusCode,
      (await preview(other)).statusCode,
    ]).toEqual([429, 200, 200]);
  });

  it('allows no extra call when many arrive at the same moment', async () => {
    const limit = { burst: 5, perMinute: 1 };
    const now = new Date();
    const taken = await Promise.all(Array.from({ length: 20 }, () => takeToken(server.db, 'a race', limit, now)));
    expect(taken.filter((seconds) => seconds === 0)).toHaveLength(5);
    expect(taken.filter((seconds) => seconds > 0).every((seconds) => seconds === 60)).toBe(true);
  });

  it('deletes the counts of people who have all calls available again', async () => {
    const limit = { burst: 2, perMinute: 2 };
    const now = new Date('2027-01-01T00:00:00Z');
    await takeToken(server.db, 'long ago', limit, now);
    await deleteFullBuckets(server.db, limit, new Date(now.getTime() + 60_000));
    const rows = await server.db.selectFrom('rate_limits').selectAll().where('subject', '=', 'long ago').execute();
    expect(rows).toEqual([]);
  });
});

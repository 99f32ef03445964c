import { beforeAll, expect, it } from '@jest/globals';
import type { LightMyRequestResponse } from 'fastify';
import type { ErrorBody } from 'shared-api/contracts';
import { allContracts } from '../http/all-contracts.js';
import { type FakeStripe, startFakeStripe } from '../stripe/testing/fake-stripe.js';
import { cleanUpAfterAll } from '../testing/clean-up.js';
import { type BillingServer, type Clinic, billingServer } from '../testing/billing-server.js';
import { openPostgres } from '../database/connection.js';
import { describeWithDatabase } from '../testing/engines.js';
import {
  type Caller,
  type TestServer,
  anonymousCaller,
  createTestPerson,
  createTestPractice,
  signedIn,
  testAudit,
  testServer,
} from '../testing/test-server.js';
import { hashOf } from '../idempotency/idempotency-key.js';
import { issueDeployToken } from '../modules/deploy-tokens.js';
import { defaultLimits } from './limits.js';
import { type RateState, rateLimiter } from './rate-limiter.js';
import { deleteFullBuckets, takeTokens } from './rate-limits-repository.js';

describeWithDatabase('rate-limited calls', (database) => {
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
    for (let count = 0; count <= defaultLimits.previews.burst; count += 1)
      answers.push((await preview(clinic)).statusCode);
    return answers;
  };

  it('include the previews, the exports, and the searches over all practices and customers', () => {
    const limited = [...allContracts.values()].flatMap(({ name, limited: kind }) =>
      kind ? [`${kind === true ? 'previews' : kind} ${name}`] : [],
    );
    expect(limited.sort()).toEqual([
      'exports exportAudit',
      'exports exportBulkResults',
      'exports exportInvoices',
      'exports exportPracticeFeatures',
      'previews previewAttachment',
      'previews previewChange',
      'searches listPracticeFeatures',
      'searches listPractices',
      'searches searchCustomers',
    ]);
  });

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

  it('states the limits of a response, and what is left of them', async () => {
    const { practiceId, caller } = await server.aClinic();
    const { headers } = await server.call(caller, 'GET', `/api/practices/${practiceId}/`);
    expect([headers['ratelimit-policy'], headers['ratelimit']]).toEqual([
      '"person";q=1000000;w=60, "practice";q=1000000;w=60',
      '"person";r=999999;t=1, "practice";r=999999;t=1',
    ]);
  });
});

describeWithDatabase('limits of every call', (database) => {
  const servers: TestServer[] = [];
  const replica = async (limits: string): Promise<TestServer> => {
    const server = await testServer(database(), { RATE_LIMITS: limits });
    const [first] = servers;
    if (first) server.clock.now = first.clock.now;
    servers.push(server);
    return server;
  };
  const cleanUp = cleanUpAfterAll();
  cleanUp(async () => {
    for (const server of servers) await server.close();
  });
  const read = async (server: TestServer, caller: Caller, url = '/api/session/') => server.call(caller, 'GET', url);
  const statuses = async (count: number, ask: () => Promise<LightMyRequestResponse>): Promise<number[]> => {
    const answers = [];
    for (let asked = 0; asked < count; asked += 1) answers.push((await ask()).statusCode);
    return answers;
  };
  const passed = (answers: readonly number[]): number => answers.filter((status) => status !== 429).length;

  it('refuses further calls of a person in plain words, and accepts them after the stated time', async () => {
    const server = await replica('person:30');
    const caller = await signedIn(server, await createTestPerson(server.db));
    expect(passed(await statuses(31, () => read(server, caller)))).toBe(30);
    const refused = await read(server, caller);
    expect([refused.statusCode, refused.headers['retry-after'], refused.headers['ratelimit']]).toEqual([
      429,
      '2',
      '"person";r=0;t=60',
    ]);
    expect(refused.json<ErrorBody>()).toMatchObject({
      code: 'too_many_requests',
      message: 'You’ve made too many requests in a short time. Try again in 2 seconds.',
    });
    server.clock.now = new Date(server.clock.now.getTime() + 2000);
    expect(await statuses(2, () => read(server, caller))).toEqual([200, 429]);
  });

  it('shares the limit of a person between replicas', async () => {
    const limits = 'person:40';
    const [one, other] = [await replica(limits), await replica(limits)];
    const caller = await signedIn(one, await createTestPerson(one.db));
    const answers = [];
    for (let round = 0; round < 40; round += 1)
      for (const server of [one, other]) answers.push((await read(server, caller)).statusCode);
    expect(passed(answers)).toBe(40);
  });

  it('writes a row for a block of calls, not for each', async () => {
    const server = await replica('person:1000');
    const person = await createTestPerson(server.db);
    const caller = await signedIn(server, person);
    await statuses(100, () => read(server, caller));
    const row = await server.db
      .selectFrom('rate_limits')
      .select('tokens')
      .where('subject', '=', hashOf('person', person.id))
      .executeTakeFirst();
    expect(row).toEqual({ tokens: 900 });
  });

  it('counts calls without a session by network, also those that are refused', async () => {
    const server = await replica('network:20');
    expect(await statuses(21, () => read(server, anonymousCaller, '/api/practices/'))).toEqual([
      ...Array<number>(20).fill(401),
      429,
    ]);
    const refused = await read(server, { headers: { authorization: 'Bearer pcdt_guess' } }, '/api/practices/');
    expect(refused.json<ErrorBody>().message).toMatch(/^Too many requests without a sign-in came from your network/);
    const caller = await signedIn(server, await createTestPerson(server.db));
    expect((await read(server, caller)).statusCode).toBe(200);
  });

  it('counts the calls of a deploy token', async () => {
    const server = await replica('token:10');
    const { token } = await issueDeployToken(server.db, { module: null, name: 'CI' }, testAudit(server.clock.now));
    const caller = { headers: { authorization: `Bearer ${token}` } };
    expect(passed(await statuses(12, () => read(server, caller, '/api/modules/')))).toBe(10);
  });

  it('counts the calls about a practice over everybody, but not those of strangers', async () => {
    const server = await replica('practice:20');
    const practiceId = await createTestPractice(server.db);
    const url = `/api/practices/${practiceId}/`;
    const member = async () => signedIn(server, await createTestPerson(server.db, { practices: [practiceId] }));
    const [one, other] = [await member(), await member()];
    const stranger = await signedIn(server, await createTestPerson(server.db));
    expect(await statuses(5, () => read(server, stranger, url))).toEqual(Array(5).fill(403));
    expect(passed(await statuses(15, () => read(server, one, url)))).toBe(15);
    expect(passed(await statuses(15, () => read(server, other, url)))).toBe(5);
    expect((await read(server, other, url)).json<ErrorBody>().message).toMatch(
      /^Too many requests were made for this practice/,
    );
  });

  it.each([
    ['exports', '/api/features/export/', 'You’ve exported too often in a short time. Try again in 10 seconds.'],
    ['searches', '/api/features/?search=oak', 'You’ve searched too often in a short time. Try again in 10 seconds.'],
  ])('limits %s by themselves', async (kind, url, message) => {
    const server = await replica(`${kind}:6`);
    const caller = await signedIn(server, await createTestPerson(server.db, { flags: { internal: true } }));
    const burst = kind === 'exports' ? 12 : 6;
    expect(passed(await statuses(burst + 1, () => read(server, caller, url)))).toBe(burst);
    expect((await read(server, caller, url)).json<ErrorBody>().message).toBe(message);
    expect((await read(server, caller)).statusCode).toBe(200);
  });
});

describeWithDatabase('rateLimiter', (database) => {
  const limit = { burst: 50, perMinute: 60 };
  const limiterAt = (clock: { now: Date }) => rateLimiter(database().db, () => clock.now);
  const taken = async (count: number, take: () => RateState | Promise<RateState>): Promise<number> => {
    const states = await Promise.all(Array.from({ length: count }, async () => take()));
    return states.filter(({ retryAfter }) => retryAfter === 0).length;
  };

  it('allows no extra call when many arrive at the same moment, on several replicas', async () => {
    const clock = { now: new Date() };
    const replicas = [limiterAt(clock), limiterAt(clock), limiterAt(clock)];
    const counts = await Promise.all(replicas.map((replica) => taken(60, () => replica.take(limit, 'a race'))));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(50);
  });

  it('drops a block after a minute, so that calls don’t add up over quiet hours', async () => {
    const clock = { now: new Date() };
    const limiter = limiterAt(clock);
    expect((await limiter.take(limit, 'quiet')).remaining).toBe(49);
    for (let hour = 0; hour < 3; hour += 1) {
      clock.now = new Date(clock.now.getTime() + 3_600_000);
      expect(await limiter.take(limit, 'quiet')).toEqual({ remaining: 49, resetSeconds: 1, retryAfter: 0 });
    }
    expect(await taken(60, () => limiter.take(limit, 'quiet'))).toBe(49);
  });

  it('doesn’t ask the row again before a token can be there', async () => {
    const clock = { now: new Date() };
    const limiter = limiterAt(clock);
    await taken(60, () => limiter.take(limit, 'flood'));
    await database().db.deleteFrom('rate_limits').where('subject', '=', hashOf('flood')).execute();
    expect((await limiter.take(limit, 'flood')).retryAfter).toBe(1);
    clock.now = new Date(clock.now.getTime() + 1000);
    expect((await limiter.take(limit, 'flood')).retryAfter).toBe(0);
  });

  it('lets calls go on while the database can’t be reached', async () => {
    const lost = openPostgres('postgres://postgres@127.0.0.1:1/postgres', () => undefined);
    const limiter = rateLimiter(lost.db, () => new Date());
    expect(await taken(60, () => limiter.take(limit, 'outage'))).toBe(60);
    await lost.close();
  });

  it('deletes the counts of those who have all calls available again', async () => {
    const { db } = database();
    const now = new Date('2027-01-01T00:00:00Z');
    const limits = [
      { burst: 2, perMinute: 2 },
      { burst: 4, perMinute: 2 },
    ] as const;
    await takeTokens(db, [{ subject: 'long ago', limit: limits[0], block: 1 }], now);
    const rowsAfter = async (seconds: number) => {
      await deleteFullBuckets(db, limits, new Date(now.getTime() + seconds * 1000));
      return db.selectFrom('rate_limits').select('subject').where('subject', '=', 'long ago').execute();
    };
    expect(await rowsAfter(119)).toHaveLength(1);
    expect(await rowsAfter(120)).toEqual([]);
  });
});

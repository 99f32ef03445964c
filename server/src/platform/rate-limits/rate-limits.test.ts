import { afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import type { LightMyRequestResponse } from 'fastify';
import type { ErrorBody } from 'shared-api/contracts';
import { allContracts } from '../http/all-contracts.js';
import { type FakeStripe, startFakeStripe } from '../../billing/stripe/testing/fake-stripe.js';
import { cleanUpAfterAll } from '../../testing/clean-up.js';
import { type BillingServer, type Clinic, billingServer } from '../../testing/billing-server.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  anonymousCaller,
  createTestPerson,
  createTestPractice,
  signedIn,
  testAudit,
  testServer,
} from '../../testing/test-server.js';
import { issueDeployToken } from '../../modules/registry/deploy-tokens.js';
import { defaultLimits } from './limits.js';

/** The time for the limits, which use the machine's clock. */
const atTime = (ms: number): void => void jest.spyOn(Date, 'now').mockReturnValue(ms);
const start = Date.now();
afterEach(() => {
  jest.restoreAllMocks();
});

describeWithDatabase('rate-limited calls', (database) => {
  let fakeStripe: FakeStripe;
  let server: BillingServer;
  const cleanUp = cleanUpAfterAll();
  beforeAll(async () => {
    fakeStripe = await startFakeStripe();
    cleanUp(() => fakeStripe.stop());
    server = await billingServer(database(), fakeStripe, { RATE_LIMITS: 'person:1000000,practice:1000000' });
    cleanUp(() => server.close());
  });

  const preview = ({ practiceId, customer: customerId, caller }: Clinic, as: Caller = caller) =>
    server.call(as, 'POST', `/api/${practiceId}/practice-features/preview/`, {
      kind: 'start',
      plan_id: server.price('core_monthly'),
      customer_id: customerId,
    });
  /** Makes one more preview than the limit allows, and returns all status codes. */
  const oneTooMany = async (clinic: Clinic): Promise<number[]> => {
    const answers = [];
    for (let count = 0; count <= defaultLimits.previews.max; count += 1)
      answers.push((await preview(clinic)).statusCode);
    return answers;
  };

  it('cover previews, exports, and searches across all practices and customers', () => {
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

  it('returns 429 with Retry-After when a person exceeds a limit, and 200 after that time', async () => {
    const clinic = await server.aClinic();
    atTime(start);
    const answers = await oneTooMany(clinic);
    atTime(start + 90_000);
    expect([answers.slice(0, -1).every((status) => status === 200), answers.at(-1)]).toEqual([true, 429]);
    const refused = await preview(clinic);
    expect([refused.headers['retry-after'], refused.json<ErrorBody>()]).toEqual([
      '30',
      expect.objectContaining({
        code: 'too_many_requests',
        message: 'You’ve requested too many previews in a short time. Try again in 30 seconds.',
      }),
    ]);
    atTime(start + 120_000);
    expect((await preview(clinic)).statusCode).toBe(200);
  });

  it('counts separately for each person and each practice', async () => {
    const [one, other] = [await server.aClinic(), await server.aClinic()];
    atTime(start);
    await oneTooMany(one);
    const superAdmin = await signedIn(server, await createTestPerson(server.db, { flags: { super_admin: true } }));
    expect([
      (await preview(one)).statusCode,
      (await preview(one, superAdmin)).statusCode,
      (await preview(other)).statusCode,
    ]).toEqual([429, 200, 200]);
  });

  it('returns the limits and the remaining calls', async () => {
    const { practiceId, caller } = await server.aClinic();
    const { headers } = await server.call(caller, 'GET', `/api/practices/${practiceId}/`);
    expect([headers['ratelimit-policy'], headers['ratelimit']]).toEqual([
      '"person";q=1000000;w=60, "practice";q=1000000;w=60',
      '"person";r=999999;t=60, "practice";r=999999;t=60',
    ]);
  });
});

describeWithDatabase('limits of every call', (database) => {
  const cleanUp = cleanUpAfterAll();
  const limitedServer = async (limits: string): Promise<TestServer> => {
    const server = await testServer(database(), { RATE_LIMITS: limits });
    cleanUp(() => server.close());
    return server;
  };
  const read = async (server: TestServer, caller: Caller, url = '/api/session/') => server.call(caller, 'GET', url);
  const statuses = async (count: number, ask: () => Promise<LightMyRequestResponse>): Promise<number[]> => {
    const answers = [];
    for (let index = 0; index < count; index += 1) answers.push((await ask()).statusCode);
    return answers;
  };
  const passed = (answers: readonly number[]): number => answers.filter((status) => status !== 429).length;

  it('refuses a person’s further calls with a clear message, and accepts them after the stated time', async () => {
    const server = await limitedServer('person:30');
    const caller = await signedIn(server, await createTestPerson(server.db));
    atTime(start);
    expect(passed(await statuses(31, () => read(server, caller)))).toBe(30);
    atTime(start + 59_000);
    const refused = await read(server, caller);
    expect([refused.statusCode, refused.headers['retry-after'], refused.headers['ratelimit']]).toEqual([
      429,
      '1',
      '"person";r=0;t=1',
    ]);
    expect(refused.json<ErrorBody>()).toMatchObject({
      code: 'too_many_requests',
      message: 'You’ve made too many requests in a short time. Try again in 1 second.',
    });
    atTime(start + 60_000);
    expect(await statuses(2, () => read(server, caller))).toEqual([200, 200]);
  });

  it('counts calls without a session by network, including refused ones', async () => {
    const server = await limitedServer('network:20');
    expect(await statuses(21, () => read(server, anonymousCaller, '/api/practices/'))).toEqual([
      ...Array<number>(20).fill(401),
      429,
    ]);
    const refused = await read(server, { headers: { authorization: 'Bearer pcdt_guess' } }, '/api/practices/');
    expect(refused.json<ErrorBody>().message).toMatch(/^Your network sent too many requests without a sign-in/);
    const caller = await signedIn(server, await createTestPerson(server.db));
    expect((await read(server, caller)).statusCode).toBe(200);
  });

  it.each(['/', '/agent', '/modules/mf-hours/1.0.0/remote.js', '/api/docs/', '/shell/main.js', '/nothing/here'])(
    'limits loads of %s from a network',
    async (url) => {
      const server = await limitedServer('pages:3');
      const answers = await statuses(5, () => read(server, anonymousCaller, url));
      expect(answers.map((status) => status === 429)).toEqual([false, false, false, true, true]);
      const type = url === '/' || url === '/nothing/here' ? 'text/html' : 'application/json';
      expect((await read(server, anonymousCaller, url)).headers['content-type']).toContain(type);
      expect((await read(server, anonymousCaller, '/readyz')).statusCode).toBe(200);
    },
  );

  it('counts a deploy token’s calls', async () => {
    const server = await limitedServer('token:10');
    const { token } = await issueDeployToken(server.db, { module: null, name: 'CI' }, testAudit(server.clock.now));
    const caller = { headers: { authorization: `Bearer ${token}` } };
    expect(passed(await statuses(12, () => read(server, caller, '/api/modules/')))).toBe(10);
  });

  it('counts calls about a practice across people, except those without access', async () => {
    const server = await limitedServer('practice:20');
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
    ['exports', '/api/features/export/', 'You’ve exported too often in a short time. Try again in 120 seconds.'],
    ['searches', '/api/features/?search=oak', 'You’ve searched too often in a short time. Try again in 60 seconds.'],
  ])('limits %s separately', async (kind, url, message) => {
    const server = await limitedServer(`${kind}:6`);
    const caller = await signedIn(server, await createTestPerson(server.db, { flags: { internal: true } }));
    const allowed = kind === 'exports' ? 12 : 6;
    atTime(start);
    expect(passed(await statuses(allowed + 1, () => read(server, caller, url)))).toBe(allowed);
    expect((await read(server, caller, url)).json<ErrorBody>().message).toBe(message);
    expect((await read(server, caller)).statusCode).toBe(200);
  });
});

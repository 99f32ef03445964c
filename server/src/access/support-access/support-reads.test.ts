/** The audit log records what the provider's staff read about a practice. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ActivityPage } from 'shared-api/contracts/activity';
import { setMembership } from '../members/members-service.js';
import { allContracts } from '../../platform/http/all-contracts.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  createTestSeat,
  signedIn,
  testAudit,
  testServer,
} from '../../testing/test-server.js';
import { readAreaOf } from './support-reads.js';

const HOUR_MS = 3_600_000;

describeWithDatabase('reads of a practice by support', (database) => {
  let server: TestServer;
  let practiceId: number;
  beforeAll(async () => {
    server = await testServer(database());
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.now = new Date('2026-11-24T15:12:00Z');
    practiceId = await createTestPractice(server.db, { providers: [] });
  });

  const aPerson = async (options: Parameters<typeof createTestPerson>[1] = {}) => {
    const person = await createTestPerson(server.db, options);
    return { person, caller: await signedIn(server, person) };
  };
  const aSupporter = () => aPerson({ flags: { internal: true }, name: 'Ivy Internal' });
  const read = async (caller: Caller, path: string, id = practiceId, on = server): Promise<void> => {
    const { statusCode, body } = await on.call(caller, 'GET', `/api/${id}/${path}`);
    if (statusCode !== 200) throw new Error(body);
  };
  const entries = async (id = practiceId) =>
    (
      await server.db
        .selectFrom('audit_log')
        .select(['actor_name', 'entity_id'])
        .where('practice_id', '=', id)
        .where('action', '=', 'practice.read')
        .orderBy('sequence')
        .execute()
    ).map(({ actor_name: name, entity_id: area }) => `${name}: ${area}`);

  it('is recorded once per area and hour', async () => {
    const { caller } = await aSupporter();
    await read(caller, 'features/bundles_features_flags/');
    await read(caller, 'features/bundles_features_flags/');
    await read(caller, 'activity/');
    expect(await entries()).toEqual(['Ivy Internal: features', 'Ivy Internal: activity']);
    server.clock.now = new Date(server.clock.now.getTime() + HOUR_MS);
    await read(caller, 'activity/');
    expect(await entries()).toEqual(['Ivy Internal: features', 'Ivy Internal: activity', 'Ivy Internal: activity']);
  });

  it('is recorded once when replicas are called concurrently', async () => {
    const replica = await testServer(database());
    replica.clock.now = server.clock.now;
    const { caller } = await aSupporter();
    await Promise.all([server, replica, server, replica].map((on) => read(caller, 'activity/', practiceId, on)));
    await replica.close();
    expect(await entries()).toEqual(['Ivy Internal: activity']);
  });

  it('is recorded for super admins and task admins', async () => {
    for (const flags of [{ super_admin: true }, { task_admin: true }]) {
      const { caller } = await aPerson({ flags });
      await read(caller, 'provider-hours/');
    }
    expect(await entries()).toEqual(['Robin Test: hours', 'Robin Test: hours']);
  });

  it('is recorded for a preview, which only shows data', async () => {
    const { caller } = await aSupporter();
    const { statusCode } = await server.call(caller, 'POST', `/api/${practiceId}/features/preview/`, { bundles: [] });
    expect(statusCode).toBe(200);
    expect(await entries()).toEqual(['Ivy Internal: features']);
  });

  it('isn’t recorded for members, including staff', async () => {
    const { caller } = await aPerson({ practices: [practiceId], role: 'owner' });
    await read(caller, 'provider-hours/');
    const { person, caller: supporter } = await aSupporter();
    await setMembership(server.db, { person, practiceId }, true, testAudit());
    await read(supporter, 'provider-hours/');
    expect(await entries()).toEqual([]);
  });

  it('isn’t recorded for refused calls or unknown practices', async () => {
    const stranger = await aPerson({ practices: [await createTestPractice(server.db)] });
    const { caller } = await aSupporter();
    const refused = [
      await server.call(stranger.caller, 'GET', `/api/${practiceId}/provider-hours/`),
      await server.call(caller, 'GET', '/api/2000000000/activity/'),
    ];
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 404]);
    expect(await entries()).toEqual([]);
    expect(await entries(2_000_000_000)).toEqual([]);
  });

  it('names the practice when a customer’s cards are read', async () => {
    const customerId = `cus_${randomUUID().replaceAll('-', '').slice(0, 14)}`;
    await server.db
      .insertInto('billing_customers')
      .values({ practice_id: practiceId, customer_id: customerId, source: 'created', added_at: server.clock.now })
      .execute();
    const { caller } = await aSupporter();
    await server.call(caller, 'GET', `/api/stripe/${customerId}/list_customer_payment_methods/`);
    expect(await entries()).toEqual(['Ivy Internal: customers and payments']);
  });

  it('names the practices with seats when the customer has no owner', async () => {
    const customerId = `cus_${randomUUID().replaceAll('-', '').slice(0, 14)}`;
    await createTestSeat(server.db, { practiceId, customerId, at: server.clock.now });
    const { caller } = await aSupporter();
    await server.call(caller, 'GET', `/api/stripe/${customerId}/list_customer_payment_methods/`);
    expect(await entries()).toEqual(['Ivy Internal: customers and payments']);
  });

  describe('in the activity', () => {
    const activity = async (caller: Caller, query = '') =>
      (await server.call(caller, 'GET', `/api/${practiceId}/activity/${query}`))
        .json<ActivityPage>()
        .results.map(({ actor, sentence }) => `${actor.name} ${sentence.map(({ text }) => text).join('')}`);

    it('has an area of its own for the owner, apart from the changes', async () => {
      const { caller: supporter } = await aSupporter();
      await read(supporter, 'features/bundles_features_flags/');
      const { caller: owner } = await aPerson({ practices: [practiceId], role: 'owner' });
      expect(await activity(owner, '?area=support')).toEqual(['Ivy Internal viewed features']);
      expect((await activity(owner)).filter((text) => text.includes('viewed'))).toEqual([]);
    });
  });
});

describe('readAreaOf', () => {
  it('names the area of every call that reads a practice', () => {
    // A practice's name, which the switcher shows anyway, and the person's own access aren't data of the practice.
    const exempt = ['readPractice', 'listPractices', 'readSupportAccess'];
    const about = [...allContracts.values()].filter(
      ({ method, path, background, query, name }) =>
        (method === 'GET' || path.endsWith('/preview/')) &&
        !background &&
        !exempt.includes(name) &&
        (/:(practice|customer)\b/.test(path) || 'practice_id' in ((query as { shape?: object }).shape ?? {})),
    );
    expect(about.length).toBeGreaterThan(15);
    expect(about.filter((call) => readAreaOf(call) === undefined).map(({ name }) => name)).toEqual([]);
  });
});

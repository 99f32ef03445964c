/** Staff must give a reason before opening a practice they aren't a member of. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AnswerOf, Call } from 'shared-api/contracts';
import type { ActivityPage } from 'shared-api/contracts/activity';
import type { listSupportAccesses, readSupportAccess, SupportAccess } from 'shared-api/contracts/support-access';
import { allContracts } from '../../platform/http/all-contracts.js';
import { setMembership } from '../members/members-service.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { eventually } from '../../testing/test-agent.js';
import { SUPPORT_ACCESS_EXPIRY } from './expiry-job.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  createTestSeat,
  runJobs,
  signedIn,
  testAudit,
  testServer,
} from '../../testing/test-server.js';

const HOUR_MS = 3_600_000;
const CODE = 'support_reason_required';
const reason = 'Ticket 812: the invoices look wrong';

describeWithDatabase('support accesses', (database) => {
  let server: TestServer;
  let practiceId: number;
  let customerId: string;
  const start = new Date('2026-11-24T15:12:00Z');
  beforeAll(async () => {
    server = await testServer(database(), { STAFF_ACCESS_REASON: '1' });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.now = start;
    practiceId = await createTestPractice(server.db, { providers: [], name: 'Bright Smiles' });
    customerId = await aCustomerOf(practiceId);
  });

  const aCustomerOf = async (...practices: number[]) => {
    const id = `cus_${randomUUID().replaceAll('-', '').slice(0, 14)}`;
    for (const practice_id of practices) {
      const row = { practice_id, customer_id: id, source: 'created', added_at: start } as const;
      await server.db.insertInto('billing_customers').values(row).execute();
    }
    return id;
  };
  const aPerson = async (options: Parameters<typeof createTestPerson>[1] = {}) => {
    const person = await createTestPerson(server.db, options);
    return { person, caller: await signedIn(server, person) };
  };
  const aSupporter = () => aPerson({ flags: { internal: true }, name: 'Ivy Internal' });
  const url = (id = practiceId) => `/api/${id}/support-access/`;
  const open = (caller: Caller, hours = 1, id = practiceId) => server.call(caller, 'POST', url(id), { reason, hours });
  const opened = async (caller: Caller, hours = 1, id = practiceId) =>
    (await open(caller, hours, id)).json<SupportAccess>();
  const end = (caller: Caller, { id }: { id: string }) =>
    server.call(caller, 'DELETE', `/api/${practiceId}/support-accesses/${id}/`);
  const code = (response: { json<T>(): T }) => response.json<{ code?: string } | null>()?.code;
  const readHours = (caller: Caller, id = practiceId) => server.call(caller, 'GET', `/api/${id}/activity/`);
  const state = async (caller: Caller) =>
    (await server.call(caller, 'GET', url())).json<AnswerOf<typeof readSupportAccess>>();

  const shapeOf = (schema: unknown): object => (schema as { shape?: object }).shape ?? {};
  /** Every call about one practice: by its path, its query, or the customer in its path. */
  const callsAboutPractice = (): Call[] =>
    [...allContracts.values()].filter(
      (call) =>
        (/:(practice|customer)\b/.test(call.path) || 'practice_id' in shapeOf(call.query)) && !call.needsNoReason,
    );
  const addressOf = (call: Call): string => {
    const path = call.path
      .replace(':practice', String(practiceId))
      .replace(':customer', customerId)
      .replace('*', 'campaigns/')
      .replace(/:[a-z]+/g, 'x');
    return 'practice_id' in shapeOf(call.query) ? `${path}?practice_id=${practiceId}` : path;
  };
  /** Each call's refusal code; undefined for a call that isn't refused, or fails otherwise. */
  const walk = async (caller: Caller): Promise<[name: string, code: string | undefined][]> => {
    const outcomes: [string, string | undefined][] = [];
    for (const call of callsAboutPractice()) {
      // No contract accepts this body, so the test changes nothing.
      const body = call.method === 'GET' ? undefined : { no: 'such field' };
      const response = await server.call(caller, call.method, addressOf(call), body);
      const isJson = String(response.headers['content-type']).startsWith('application/json');
      outcomes.push([call.name, response.statusCode === 403 && isJson ? code(response) : undefined]);
    }
    return outcomes;
  };
  const withCode = (outcomes: [string, string | undefined][]) =>
    outcomes.filter(([, refused]) => refused === CODE).map(([name]) => name);

  it('refuses every call about the practice without or after an access, also polled ones', async () => {
    const { caller } = await aPerson({ flags: { super_admin: true, task_admin: true } });
    const all = callsAboutPractice().map(({ name }) => name);
    expect(all.length).toBeGreaterThan(60);
    expect(callsAboutPractice().filter(({ background }) => background).length).toBeGreaterThan(2);
    expect(withCode(await walk(caller))).toEqual(all);
    const access = await opened(caller);
    expect(withCode(await walk(caller))).toEqual([]);
    await end(caller, access);
    expect(withCode(await walk(caller))).toEqual(all);
    await open(caller);
    expect(withCode(await walk(caller))).toEqual([]);
    server.clock.now = new Date(start.getTime() + HOUR_MS);
    expect(withCode(await walk(caller))).toEqual(all);
  });

  it.each([
    ['internal staff', { internal: true }],
    ['super admins', { super_admin: true }],
    ['task admins', { task_admin: true }],
  ])('refuses %s each call that they could make with an access', async (_, flags) => {
    const { caller } = await aPerson({ flags });
    const without = await walk(caller);
    expect(withCode(without).length).toBeGreaterThan(5);
    await open(caller);
    // The other refusals are for calls that they may never make.
    expect(without.filter(([, refused]) => refused === undefined)).toEqual([]);
    expect(withCode(await walk(caller))).toEqual([]);
  });

  it('requires no reason from members, including staff', async () => {
    const { caller } = await aPerson({ practices: [practiceId], role: 'owner' });
    expect(withCode(await walk(caller))).toEqual([]);
    const { person, caller: supporter } = await aSupporter();
    await setMembership(server.db, { person, practiceId }, true, testAudit());
    expect(withCode(await walk(supporter))).toEqual([]);
    expect(await state(supporter)).toEqual({ required: false, access: null });
    expect([(await open(supporter)).statusCode, code(await open(supporter))]).toEqual([409, 'not_needed']);
  });

  it('requires no reason when the operator doesn’t', async () => {
    const off = await testServer(database());
    try {
      const { person } = await aSupporter();
      const caller = await signedIn(off, person);
      for (const call of callsAboutPractice()) {
        const body = call.method === 'GET' ? undefined : { no: 'such field' };
        expect((await off.call(caller, call.method, addressOf(call), body)).body).not.toContain(CODE);
      }
      expect((await off.call(caller, 'GET', url())).json()).toEqual({ required: false, access: null });
      expect((await off.call(caller, 'POST', url(), { reason, hours: 1 })).statusCode).toBe(409);
    } finally {
      await off.close();
    }
  });

  it('leaves the lists of all practices, their names and the search open', async () => {
    const { caller } = await aSupporter();
    const free = [...allContracts.values()].filter(({ needsNoReason }) => needsNoReason).map(({ name }) => name);
    expect(free.sort()).toEqual(['endSupportAccess', 'openSupportAccess', 'readPractice', 'readSupportAccess']);
    const paths = ['practices/?search=bright', `practices/${practiceId}/`, 'features/?page=1', 'activity/'];
    for (const path of paths) {
      expect([path, (await server.call(caller, 'GET', `/api/${path}`)).statusCode]).toEqual([path, 200]);
    }
    const change = { action: 'add', type: 'feature', items: ['data_export'], practice_ids: [practiceId] };
    expect((await server.call(caller, 'POST', '/api/features/bulk_update/', change)).statusCode).toBe(200);
  });

  it('names the practice in the refusal', async () => {
    const { caller } = await aSupporter();
    expect((await readHours(caller)).json()).toMatchObject({
      code: CODE,
      message: 'Say why you open this practice first.',
      practices: [{ id: practiceId, name: 'Bright Smiles' }],
    });
  });

  it('opens only the practice of the access, and only for the person', async () => {
    const other = await createTestPractice(server.db, { providers: [] });
    const [{ caller }, { caller: colleague }] = [await aSupporter(), await aSupporter()];
    await open(caller);
    expect((await readHours(caller)).statusCode).toBe(200);
    expect(code(await readHours(caller, other))).toBe(CODE);
    expect(code(await readHours(colleague))).toBe(CODE);
  });

  it('opens a customer through any of its practices', async () => {
    const other = await createTestPractice(server.db, { name: 'Bright Smiles West' });
    customerId = await aCustomerOf(practiceId, other);
    const { caller } = await aSupporter();
    const cards = () => server.call(caller, 'GET', `/api/stripe/${customerId}/list_customer_payment_methods/`);
    const refused = await cards();
    expect(refused.json<{ practices: { id: number }[] }>().practices.map(({ id }) => id)).toEqual([practiceId, other]);
    await open(caller, 1, other);
    expect(code(await cards())).not.toBe(CODE);
  });

  it('opens a customer without an owner through a practice with a seat on its items', async () => {
    customerId = await aCustomerOf();
    await createTestSeat(server.db, { practiceId, customerId, at: start });
    const { caller } = await aSupporter();
    const cards = () => server.call(caller, 'GET', `/api/stripe/${customerId}/list_customer_payment_methods/`);
    expect(code(await cards())).toBe(CODE);
    await open(caller);
    expect(code(await cards())).not.toBe(CODE);
  });

  it('refuses to create a customer for a practice that isn’t open', async () => {
    const { caller } = await aSupporter();
    const body = (practice_id: number) => ({
      email: 'owner@bright.example',
      first_name: 'Olivia',
      last_name: 'Owner',
      practice_id,
      user_id: randomUUID(),
    });
    const create = (id: number) => server.call(caller, 'POST', '/api/stripe/create_customer/', body(id));
    expect(code(await create(practiceId))).toBe(CODE);
    await open(caller);
    expect(code(await create(practiceId))).not.toBe(CODE);
  });

  it('returns 404 for a practice that does not exist', async () => {
    const { caller } = await aSupporter();
    const responses = [await readHours(caller, 2_000_000_000), await open(caller, 1, 2_000_000_000)];
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
  });

  it.each([
    ['a short reason', { reason: ' too short ', hours: 1 }],
    ['a long reason', { reason: 'x'.repeat(501), hours: 1 }],
    ['other hours', { reason, hours: 2 }],
    ['no hours', { reason }],
  ])('refuses %s', async (_, body) => {
    const { caller } = await aSupporter();
    expect((await server.call(caller, 'POST', url(), body)).statusCode).toBe(400);
    expect(await state(caller)).toEqual({ required: true, access: null });
  });

  it('returns the open access with the trimmed reason', async () => {
    const { person, caller } = await aSupporter();
    expect((await server.call(caller, 'POST', url(), { reason: `  ${reason} `, hours: 8 })).statusCode).toBe(200);
    expect(await state(caller)).toEqual({
      required: true,
      access: {
        id: expect.any(String),
        person: { id: person.id, name: 'Ivy Internal' },
        reason,
        opened_at: start.getTime() / 1000,
        ends_at: start.getTime() / 1000 + 8 * 3600,
      },
    });
  });

  it('has one open access when two tabs open the practice at the same time', async () => {
    const { person, caller } = await aSupporter();
    const responses = await Promise.all([open(caller), open(caller), open(caller, 8)]);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const rows = await server.db
      .selectFrom('support_accesses')
      .selectAll()
      .where('person_id', '=', person.id)
      .where('ended_at', 'is', null)
      .execute();
    expect(rows.length).toBe(1);
  });

  it('opens again after the time limit', async () => {
    const { caller } = await aSupporter();
    await open(caller);
    server.clock.now = new Date(start.getTime() + HOUR_MS);
    expect((await state(caller)).access).toBeNull();
    expect((await open(caller)).statusCode).toBe(200);
    expect((await readHours(caller)).statusCode).toBe(200);
  });

  const activityOf = async (owner: Caller) => {
    const page = await server.call(owner, 'GET', `/api/${practiceId}/activity/?area=support`);
    return page
      .json<ActivityPage>()
      .results.map(({ actor, sentence }) => `${actor.name} ${sentence.map(({ text }) => text).join('')}`);
  };

  describe('at the time limit', () => {
    const openedText = `Ivy Internal opened the practice for 4 hours: ${reason}`;
    const expiredText = 'Time limit ended the support access of Ivy Internal after 4 hours';
    const afterHours = (hours: number) => new Date(start.getTime() + hours * HOUR_MS);
    const theOwner = async () =>
      (await aPerson({ practices: [practiceId], role: 'owner', name: 'Olivia Owner' })).caller;

    it('records the end, and shows it in the activity', async () => {
      const { caller } = await aSupporter();
      const access = await opened(caller, 4);
      const owner = await theOwner();
      server.clock.now = new Date(afterHours(4).getTime() - 1);
      await runJobs(server);
      expect(await activityOf(owner)).toEqual([openedText]);
      server.clock.now = afterHours(4);
      await runJobs(server);
      expect(await activityOf(owner)).toEqual([expiredText, openedText]);
      const rows = await server.db.selectFrom('support_accesses').selectAll().where('id', '=', access.id).execute();
      expect(rows).toMatchObject([{ ended_at: afterHours(4), ends_at: afterHours(4) }]);
    });

    it('records the end once on several replicas, also when the person reopens', async () => {
      const replica = await testServer(database(), { STAFF_ACCESS_REASON: '1' });
      try {
        const { caller } = await aSupporter();
        await opened(caller, 4);
        const owner = await theOwner();
        server.clock.now = afterHours(4);
        replica.clock.now = afterHours(4);
        await Promise.all([runJobs(server), runJobs(replica), opened(caller, 4)]);
        await Promise.all([runJobs(server), runJobs(replica)]);
        expect((await activityOf(owner)).sort()).toEqual([openedText, openedText, expiredText]);
        expect((await state(caller)).access).not.toBeNull();
      } finally {
        await replica.close();
      }
    });

    it('records nothing more for an access that already ended', async () => {
      const { caller } = await aSupporter();
      await end(caller, await opened(caller, 4));
      server.clock.now = afterHours(5);
      await runJobs(server);
      expect(await activityOf(await theOwner())).toEqual(['Ivy Internal ended their support access', openedText]);
    });

    it('enqueues the end of an access from before the update at startup', async () => {
      const { caller } = await aSupporter();
      const access = await opened(caller, 4);
      await server.db.deleteFrom('jobs').where('kind', '=', SUPPORT_ACCESS_EXPIRY).execute();
      const planned = async () => {
        const jobs = server.db.selectFrom('jobs').select('state').where('kind', '=', SUPPORT_ACCESS_EXPIRY);
        return (await jobs.where('input', '@>', JSON.stringify({ access: access.id })).execute()).map(
          (job) => job.state,
        );
      };
      const restarted = await testServer(database(), { STAFF_ACCESS_REASON: '1' });
      try {
        restarted.clock.now = start;
        await restarted.app.listen({ host: '127.0.0.1', port: 0 });
        await eventually(async () => (await planned()).includes('pending'));
        server.clock.now = afterHours(4);
        await runJobs(server);
        expect(await activityOf(await theOwner())).toEqual([expiredText, openedText]);
      } finally {
        await restarted.close();
      }
    });
  });

  describe('for the practice’s owner', () => {
    const accessesOf = (caller: Caller) => server.call(caller, 'GET', `/api/${practiceId}/support-accesses/`);

    it('lists who has access now, and ends it', async () => {
      const { caller } = await aSupporter();
      const access = await opened(caller);
      const { caller: owner } = await aPerson({ practices: [practiceId], role: 'owner' });
      expect((await accessesOf(owner)).json<AnswerOf<typeof listSupportAccesses>>()).toEqual({ accesses: [access] });
      expect((await end(owner, access)).statusCode).toBe(200);
      expect(code(await readHours(caller))).toBe(CODE);
      expect((await accessesOf(owner)).json()).toEqual({ accesses: [] });
    });

    it('refuses managers, other staff and owners of other practices', async () => {
      const { caller } = await aSupporter();
      const access = await opened(caller);
      const { caller: manager } = await aPerson({ practices: [practiceId], role: 'manager' });
      const { caller: admin } = await aPerson({ flags: { super_admin: true } });
      const other = await createTestPractice(server.db);
      const { caller: stranger } = await aPerson({ practices: [other], role: 'owner' });
      const foreign = await server.call(stranger, 'DELETE', `/api/${other}/support-accesses/${access.id}/`);
      const refused = [await end(manager, access), await end(admin, access), await end(stranger, access)];
      expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403]);
      expect(foreign.statusCode).toBe(200);
      expect((await readHours(caller)).statusCode).toBe(200);
    });

    it('shows each opening and end once in the activity', async () => {
      const { caller } = await aSupporter();
      const first = await opened(caller);
      server.clock.now = new Date(start.getTime() + 60_000);
      const second = await opened(caller, 4);
      const { caller: owner } = await aPerson({ practices: [practiceId], role: 'owner', name: 'Olivia Owner' });
      server.clock.now = new Date(start.getTime() + 120_000);
      await end(owner, second);
      for (const access of [first, second]) await end(caller, access);
      expect(await activityOf(owner)).toEqual([
        'Olivia Owner ended the support access of Ivy Internal',
        `Ivy Internal opened the practice for 4 hours: ${reason}`,
        'Ivy Internal ended their support access',
        `Ivy Internal opened the practice for 1 hour: ${reason}`,
      ]);
    });
  });
});

import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { AccountSession } from 'shared-api/contracts/accounts';
import { STEP_UP_MINUTES } from '../../platform/http/step-up.js';
import type { Person } from '../people/people-repository.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  anonymousCaller,
  createTestPerson,
  signedIn,
  testPassword,
  testServer,
} from '../../testing/test-server.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

const SESSIONS = '/api/account/sessions/';
const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Mobile/15E148 Safari/604.1';

describeWithDatabase('the sessions of a person', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer(database());
  });
  afterAll(() => server.close());

  const signIn = async (person: Person, userAgent: string): Promise<Caller> => {
    const body = { email: person.email, password: testPassword };
    const response = await server.call(anonymousCaller, 'POST', '/api/session/', body, { 'user-agent': userAgent });
    const [cookie] = response.cookies;
    return { headers: { cookie: `${cookie?.name ?? ''}=${cookie?.value ?? ''}` } };
  };
  const list = async (caller: Caller) =>
    (await server.call(caller, 'GET', SESSIONS)).json<{ sessions: AccountSession[] }>().sessions;
  const ends = (person: Person) =>
    server.db
      .selectFrom('audit_log')
      .select(['actor_id', 'before'])
      .where('entity_id', '=', person.id)
      .where('action', '=', 'session.end')
      .orderBy('sequence')
      .execute();

  it('shows device, network and times, the current session first', async () => {
    const person = await createTestPerson(server.db);
    const desk = await signIn(person, windows);
    server.clock.now = new Date(server.clock.now.getTime() + 60_000);
    await signIn(person, phone);
    const [first, second] = await list(desk);
    const at = epochSeconds(server.clock.now);
    expect(first).toMatchObject({
      device: 'Chrome on Windows',
      network: '127.0.0.1',
      current: true,
      started_at: at - 60,
    });
    expect(second).toMatchObject({ device: 'Safari on iPhone', current: false, started_at: at, last_seen_at: at });
    const rows = await server.db
      .selectFrom('sessions')
      .select('token_hash')
      .where('person_id', '=', person.id)
      .execute();
    for (const row of rows) expect(JSON.stringify([first, second])).not.toContain(row.token_hash.toString('hex'));
  });

  it('ends one of the own account’s sessions only', async () => {
    const [ann, ben] = [await createTestPerson(server.db), await createTestPerson(server.db)];
    const [desk, mobile, stranger] = [await signIn(ann, windows), await signIn(ann, phone), await signIn(ben, windows)];
    const id = (await list(desk)).find(({ current }) => !current)?.id ?? '';
    expect((await server.call(stranger, 'DELETE', `${SESSIONS}${id}/`)).statusCode).toBe(404);
    expect((await server.call(mobile, 'GET', '/api/session/')).statusCode).toBe(200);
    const after = await server.call(desk, 'DELETE', `${SESSIONS}${id}/`);
    expect(after.json<{ sessions: AccountSession[] }>().sessions).toHaveLength(1);
    expect((await server.call(mobile, 'GET', '/api/session/')).statusCode).toBe(401);
    expect((await server.call(desk, 'DELETE', `${SESSIONS}${id}/`)).statusCode).toBe(404);
    expect(await ends(ann)).toEqual([{ actor_id: ann.id, before: { sessions: 1 } }]);
  });

  it('asks for the password again ten minutes after it was shown', async () => {
    const person = await createTestPerson(server.db);
    const [desk, mobile] = [await signIn(person, windows), await signIn(person, phone)];
    const id = (await list(desk)).find(({ current }) => !current)?.id ?? '';
    const attempts = async () => {
      const one = await server.call(desk, 'DELETE', `${SESSIONS}${id}/`);
      const others = await server.call(desk, 'POST', `${SESSIONS}end-others/`);
      return [one, others].map((response) => [response.statusCode, response.json<{ code?: string }>().code]);
    };
    const confirm = (body: object) => server.call(desk, 'POST', '/api/session/step-up/', body);
    server.clock.now = new Date(server.clock.now.getTime() + STEP_UP_MINUTES * 60_000 + 1);
    const refusals = [
      [403, 'step_up_required'],
      [403, 'step_up_required'],
    ];
    expect(await attempts()).toEqual(refusals);
    expect((await server.call(desk, 'GET', '/api/session/step-up/')).json()).toEqual({
      email: person.email,
      methods: ['password'],
    });
    const refused = await confirm({ method: 'password', password: 'not the password' });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      422,
      { code: 'invalid', fields: { password: 'The password is incorrect' } },
    ]);
    expect(await attempts()).toEqual(refusals);
    expect((await server.call(mobile, 'GET', '/api/session/')).statusCode).toBe(200);
    expect((await confirm({ method: 'password', password: testPassword })).json()).toEqual({ status: 'success' });
    expect(await attempts()).toEqual([
      [200, undefined],
      [200, undefined],
    ]);
    expect((await server.call(mobile, 'GET', '/api/session/')).statusCode).toBe(401);
  });

  it('accepts the password confirmed for another change', async () => {
    const caller = await signIn(await createTestPerson(server.db), windows);
    server.clock.now = new Date(server.clock.now.getTime() + STEP_UP_MINUTES * 60_000 + 1);
    const end = async () => (await server.call(caller, 'POST', `${SESSIONS}end-others/`)).statusCode;
    expect(await end()).toBe(403);
    await server.call(caller, 'POST', '/api/account/password/', {
      password: testPassword,
      new_password: 'seven quiet herons',
    });
    expect(await end()).toBe(200);
  });

  it('limits password attempts in a session', async () => {
    const caller = await signedIn(server, await createTestPerson(server.db));
    const statuses = [];
    for (let tried = 0; tried < 12; tried += 1) {
      const body = { method: 'password', password: 'wrong' };
      statuses.push((await server.call(caller, 'POST', '/api/session/step-up/', body)).statusCode);
    }
    expect(new Set(statuses)).toEqual(new Set([422, 429]));
    await server.db.deleteFrom('sign_in_attempts').execute();
  });

  it('signs out the current session without reauthentication', async () => {
    const caller = await signIn(await createTestPerson(server.db), windows);
    server.clock.now = new Date(server.clock.now.getTime() + STEP_UP_MINUTES * 60_000 + 1);
    expect((await server.call(caller, 'DELETE', '/api/session/')).statusCode).toBe(200);
    expect((await server.call(caller, 'GET', '/api/session/')).statusCode).toBe(401);
  });

  it('asks for no password from people who have none', async () => {
    const person = await createTestPerson(server.db);
    const caller = await signedIn(server, person);
    await server.db.updateTable('people').set({ password_hash: null }).where('id', '=', person.id).execute();
    server.clock.now = new Date(server.clock.now.getTime() + STEP_UP_MINUTES * 60_000 + 1);
    expect((await server.call(caller, 'POST', `${SESSIONS}end-others/`)).statusCode).toBe(200);
  });

  it('ends all others', async () => {
    const person = await createTestPerson(server.db);
    const callers = [await signIn(person, windows), await signIn(person, phone), await signIn(person, phone)];
    const [desk = anonymousCaller] = callers;
    const after = await server.call(desk, 'POST', `${SESSIONS}end-others/`);
    expect(after.json<{ sessions: AccountSession[] }>().sessions.map(({ current }) => current)).toEqual([true]);
    const states = await Promise.all(callers.map((caller) => server.call(caller, 'GET', '/api/session/')));
    expect(states.map(({ statusCode }) => statusCode)).toEqual([200, 401, 401]);
    await server.call(desk, 'POST', `${SESSIONS}end-others/`);
    expect(await ends(person)).toEqual([{ actor_id: person.id, before: { sessions: 2 } }]);
  });
});

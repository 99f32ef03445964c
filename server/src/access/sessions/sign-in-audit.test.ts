import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { networkOf } from '../../platform/http/network.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  signedIn,
  testPassword,
  testServer,
} from '../../testing/test-server.js';
import { startSession } from './session-service.js';
import { recordRefusedSignIn } from './sign-in-audit.js';
import { REFUSALS_RECORDED } from './sign-in-limit.js';

const userAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
const browser: Caller = { headers: { 'user-agent': userAgent } };
const place = { device: 'Chrome on Windows', network: '127.0.0.1' };

describeWithDatabase('the audit of sign-ins', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer(database());
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.now = new Date();
    await server.db.deleteFrom('sign_in_attempts').execute();
  });

  const signIn = (email: string, password = testPassword) =>
    server.call(browser, 'POST', '/api/session/', { email, password });
  const cookiesOf = (response: Awaited<ReturnType<typeof signIn>>): Caller => ({
    headers: { ...browser.headers, cookie: response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') },
  });
  const entriesOf = (entityId: string) =>
    server.db
      .selectFrom('audit_log')
      .select(['practice_id', 'actor_kind', 'actor_id', 'action', 'after'])
      .where('entity_id', '=', entityId)
      .where('action', 'in', ['session.start', 'session.sign_out', 'sign_in.refuse'])
      .orderBy('sequence')
      .execute();
  const unknownEntries = async () =>
    server.db.selectFrom('audit_log').selectAll().where('entity', '=', 'unknown_caller').orderBy('sequence').execute();

  it('records sign-ins with method, device and network, and sign-outs', async () => {
    const { id, email } = await createTestPerson(server.db);
    const session = await signIn(email);
    await server.call(cookiesOf(session), 'DELETE', '/api/session/');
    const entry = { practice_id: 0, actor_kind: 'person', actor_id: id };
    expect(await entriesOf(id)).toEqual([
      { ...entry, action: 'session.start', after: { methods: ['password'], ...place } },
      { ...entry, action: 'session.sign_out', after: place },
    ]);
  });

  it('records no sign-out for a session that already ended', async () => {
    const { id, email } = await createTestPerson(server.db);
    const session = cookiesOf(await signIn(email));
    server.clock.now = new Date(server.clock.now.getTime() + 30 * 86_400_000);
    await server.call(session, 'DELETE', '/api/session/');
    await server.call(session, 'DELETE', '/api/session/');
    expect((await entriesOf(id)).map(({ action }) => action)).toEqual(['session.start']);
  });

  it('records a wrong password as a refusal for the account', async () => {
    const { id, email } = await createTestPerson(server.db);
    expect((await signIn(email, 'not the password')).statusCode).toBe(401);
    expect(await entriesOf(id)).toMatchObject([
      {
        practice_id: 0,
        // The owner isn't the actor: somebody else may have tried.
        actor_kind: 'system',
        actor_id: 'sign-in',
        action: 'sign_in.refuse',
        after: { reason: 'wrong_password', ...place },
      },
    ]);
  });

  it('lists a refusal in the person’s activity, without an actor', async () => {
    const person = await createTestPerson(server.db, { name: 'Nora New' });
    await signIn(person.email);
    await signIn(person.email, 'not the password');
    const staff = await signedIn(server, await createTestPerson(server.db, { flags: { internal: true } }));
    const read = async (query: string) =>
      (await server.call(staff, 'GET', `/api/activity/?actor=${person.id}${query}`)).json<{
        results: { id: string; actor: { name: string }; sentence: { text: string }[] }[];
      }>();
    const textOf = ({ actor, sentence }: Awaited<ReturnType<typeof read>>['results'][number]) =>
      `${actor.name} ${sentence.map(({ text }) => text).join('')}`;
    const { results } = await read('');
    expect(results.map(textOf)).toEqual([
      'Sign-in refused Nora New with a wrong password (Chrome on Windows, 127.0.0.1)',
      'Nora New signed in with a password (Chrome on Windows, 127.0.0.1)',
    ]);
    const next = await read(`&cursor=${results[0]?.id ?? ''}`);
    expect(next.results.map(textOf)).toEqual(['Nora New signed in with a password (Chrome on Windows, 127.0.0.1)']);
  });

  it('records an unknown address as a keyed hash, the same each time', async () => {
    await signIn('Stranger@elsewhere.example', 'secret of a stranger');
    await signIn('stranger@elsewhere.example ', 'secret of a stranger');
    const [first, second] = await unknownEntries();
    expect(first).toMatchObject({ actor_kind: 'system', after: { reason: 'unknown_address', ...place } });
    expect(first?.entity_id).toMatch(/^[\w-]{32}$/);
    expect(second?.entity_id).toBe(first?.entity_id);
    expect(JSON.stringify([first, second])).not.toMatch(/stranger/i);
    const otherKey = { accountKeys: [Buffer.alloc(32, 7)] };
    const refusal = { reason: 'unknown_address', device: { userAgent: null, network: '192.0.2.1' } } as const;
    await recordRefusedSignIn(server.db, { unknown: 'stranger@elsewhere.example' }, refusal, otherKey, new Date());
    expect((await unknownEntries()).at(-1)?.entity_id).not.toBe(first?.entity_id);
  });

  it('limits recorded refusals of unknown callers, however many networks they use', async () => {
    const before = (await unknownEntries()).length;
    const refuse = (index: number) => {
      const device = { userAgent: null, network: networkOf(`2001:db8:0:${index.toString(16)}::1`) };
      const reason = 'unknown_address' as const;
      return recordRefusedSignIn(
        server.db,
        { unknown: String(index) },
        { reason, device },
        server.config,
        server.clock.now,
      );
    };
    const { ofUnknown } = REFUSALS_RECORDED;
    await refuse(0);
    // The one count, for all unknown callers: all but one have been recorded.
    await server.db
      .updateTable('sign_in_attempts')
      .set({ attempts: ofUnknown - 1 })
      .execute();
    for (let index = 1; index < 5; index += 1) await refuse(index);
    expect((await unknownEntries()).length - before).toBe(2);
    server.clock.now = new Date(server.clock.now.getTime() + 16 * 60_000);
    await refuse(0);
    expect((await unknownEntries()).length - before).toBe(3);
  });

  it('writes no entry when the session can’t be stored', async () => {
    const { id } = await createTestPerson(server.db);
    const proof = { methods: ['password'], passwordHash: 'of a former password' } as const;
    const start = startSession(server.db, id, server.clock.now, server.config, proof);
    await expect(start).rejects.toMatchObject({ code: 'wrong_credentials' });
    expect(await entriesOf(id)).toEqual([]);
  });

  it('shows sign-ins to staff and never to a clinic', async () => {
    const practiceId = await createTestPractice(server.db);
    const owner = await createTestPerson(server.db, { practices: [practiceId], role: 'owner', name: 'Olga Owner' });
    const caller = cookiesOf(await signIn(owner.email));
    const staff = await signedIn(server, await createTestPerson(server.db, { flags: { internal: true } }));
    const ofAll = await server.call(staff, 'GET', `/api/activity/?area=accounts&actor=${owner.id}`);
    expect(ofAll.json()).toMatchObject({
      results: [{ actor: { name: 'Olga Owner' }, practice_id: null }],
    });
    const ofPractice = await server.call(caller, 'GET', `/api/${practiceId}/activity/`);
    expect(ofPractice.statusCode).toBe(200);
    expect(ofPractice.body).not.toContain('signed in');
    expect((await server.call(caller, 'GET', '/api/activity/')).statusCode).toBe(403);
  });
});

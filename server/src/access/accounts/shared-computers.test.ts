/** A computer that several people share, such as a front desk's. */
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { LightMyRequestResponse } from 'fastify';
import type { PageData, Session } from 'shared-api/contracts';
import { SHARED_IDLE_MINUTES } from 'shared-api/contracts/accounts';
import type { Person } from '../people/people-repository.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  anonymousCaller,
  createTestPerson,
  testPassword,
  testServer,
} from '../../testing/test-server.js';

const MINUTE_MS = 60_000;

describeWithDatabase('a shared computer', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer(database());
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.now = new Date();
    await server.db.deleteFrom('sign_in_attempts').execute();
  });

  const pass = (minutes: number): void => {
    server.clock.now = new Date(server.clock.now.getTime() + minutes * MINUTE_MS);
  };

  /** A browser with its cookies. */
  const newBrowser = () => {
    const jar = new Map<string, string>();
    const caller = (): Caller => ({ headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') } });
    const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
      const response: LightMyRequestResponse = await server.call(caller(), method, path, body);
      for (const { name, value } of response.cookies) jar.set(name, value);
      return response;
    };
    return {
      call,
      signIn: (person: Person) => call('POST', '/api/session/', { email: person.email, password: testPassword }),
      signInAs: (listed: string, password = testPassword) => call('POST', '/api/session/', { listed, password }),
      signOut: () => call('DELETE', '/api/session/'),
      mark: (name: string | null, shared = true) => call('PUT', '/api/account/shared-computer/', { shared, name }),
      status: async () => (await call('GET', '/api/session/')).statusCode,
      presence: async () => (await call('GET', '/api/session/presence/')).statusCode,
      /** The people whom the sign-in page lists. */
      listed: async () => {
        const { body } = await call('GET', '/');
        const [, json = '{}'] =
          /<script type="application\/json" id="page-data"[^>]*>([^<]*)<\/script>/.exec(body) ?? [];
        return { html: body, people: (JSON.parse(json) as Partial<PageData>).shared_computer?.people };
      },
    };
  };
  const sharedBy = async (...names: string[]) => {
    const browser = newBrowser();
    const people: Person[] = [];
    for (const name of names) {
      const person = await createTestPerson(server.db, { name });
      people.push(person);
      await browser.signIn(person);
      await browser.mark(name.split(' ')[0] ?? name);
    }
    return { browser, people };
  };

  it('lists its users after a sign-out, by their chosen names only', async () => {
    const { browser, people } = await sharedBy('Olivia Marsh', 'Marcus Bell');
    await browser.signOut();
    const { html, people: listed } = await browser.listed();
    expect(listed?.map(({ name }) => name)).toEqual(['Marcus', 'Olivia']);
    for (const { id, email, name } of people) {
      for (const secret of [id, email, name]) expect(html).not.toContain(secret);
    }
    expect((await newBrowser().listed()).people).toBeUndefined();
  });

  it('signs a listed person in with their password, in this browser only', async () => {
    const { browser, people } = await sharedBy('Olivia Marsh', 'Marcus Bell');
    await browser.signOut();
    const [marcus] = (await browser.listed()).people ?? [];
    const id = marcus?.id ?? '';
    expect((await browser.signInAs(id, 'not the password')).json()).toMatchObject({
      code: 'wrong_credentials',
      message: 'The password is incorrect.',
    });
    expect((await newBrowser().signInAs(id)).json()).toMatchObject({ code: 'not_listed' });
    const { browser: elsewhere } = await sharedBy('Hannah Cole');
    await elsewhere.signOut();
    expect((await elsewhere.signInAs(id)).json()).toMatchObject({ code: 'not_listed' });
    const done = await browser.signInAs(id);
    expect(done.json<Session>()).toMatchObject({
      user: { id: people[1]?.id },
      shared_computer: { name: 'Marcus', asks: false },
    });
    expect(
      (await server.call(anonymousCaller, 'POST', '/api/session/', { listed: id, password: testPassword })).json(),
    ).toMatchObject({ code: 'not_listed' });
  });

  it('ends sessions after 10 minutes without activity, ignoring background calls', async () => {
    const { browser } = await sharedBy('Olivia Marsh');
    for (let times = 0; times < 3; times += 1) {
      pass(SHARED_IDLE_MINUTES - 1);
      expect(await browser.status()).toBe(200);
    }
    pass(SHARED_IDLE_MINUTES - 1);
    const { statusCode, ...answer } = await browser.call('GET', '/api/session/presence/');
    expect([statusCode, answer.json<{ seconds_left: number }>().seconds_left]).toEqual([200, 60]);
    pass(1.1);
    expect(await browser.presence()).toBe(401);
    expect(await browser.status()).toBe(401);
  });

  it('counts no read as activity except that of the session', async () => {
    const { browser } = await sharedBy('Olivia Marsh');
    const readings = ['/api/practices/', '/api/account/', '/api/navigation/'];
    for (let minute = 0; minute < SHARED_IDLE_MINUTES; minute += 1) {
      for (const url of readings) await browser.call('GET', url);
      pass(1);
    }
    pass(0.1);
    expect(await browser.presence()).toBe(401);
  });

  it('applies its expiry to the open session while it is marked', async () => {
    const { browser } = await sharedBy('Olivia Marsh');
    pass(5);
    expect((await browser.mark(null, false)).json<Session>().shared_computer).toBeUndefined();
    pass(60);
    expect(await browser.status()).toBe(200);
    await browser.mark('Olivia');
    pass(SHARED_IDLE_MINUTES + 1);
    expect(await browser.status()).toBe(401);
    expect((await browser.listed()).people?.map(({ name }) => name)).toEqual(['Olivia']);
  });

  it('forgets a computer and its names after 400 days without use', async () => {
    const { browser: unused } = await sharedBy('Olivia Marsh');
    await unused.signOut();
    pass(399 * 24 * 60);
    const { browser: used } = await sharedBy('Marcus Bell');
    await used.signOut();
    expect((await unused.listed()).people).toHaveLength(1);
    pass(2 * 24 * 60);
    await sharedBy('Hannah Cole');
    expect((await unused.listed()).people).toBeUndefined();
    expect((await used.listed()).people).toHaveLength(1);
    const { count } = await server.db
      .selectFrom('shared_browser_people')
      .select((by) => by.fn.countAll().as('count'))
      .where('name', '=', 'Olivia')
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(0);
  });

  it('asks each person once whether and how to list them', async () => {
    const { browser } = await sharedBy('Olivia Marsh');
    const marcus = await createTestPerson(server.db, { name: 'Marcus Bell' });
    const first = await browser.signIn(marcus);
    expect(first.json<Session>().shared_computer).toEqual({ name: null, asks: true });
    expect((await browser.mark(null)).json<Session>().shared_computer).toEqual({ name: null, asks: false });
    await browser.signOut();
    expect((await browser.listed()).people?.map(({ name }) => name)).toEqual(['Olivia']);
  });

  it('forgets the names once unmarked, and lists no deactivated person', async () => {
    const { browser, people } = await sharedBy('Olivia Marsh', 'Marcus Bell');
    await server.db
      .updateTable('people')
      .set({ deactivated_at: new Date() })
      .where('id', '=', people[0]?.id ?? '')
      .execute();
    await browser.signOut();
    expect((await browser.listed()).people?.map(({ name }) => name)).toEqual(['Marcus']);
    await browser.signInAs((await browser.listed()).people?.[0]?.id ?? '');
    await browser.mark(null, false);
    await browser.mark(null);
    await browser.signOut();
    expect((await browser.listed()).people).toEqual([]);
  });

  it('leaves the same person’s other computers alone', async () => {
    const { people } = await sharedBy('Olivia Marsh');
    const own = newBrowser();
    const response = await own.signIn(people[0] as Person);
    expect(response.json<Session>().shared_computer).toBeUndefined();
    pass(60);
    expect(await own.status()).toBe(200);
  });

  it('records who marked and unmarked it', async () => {
    const { browser, people } = await sharedBy('Olivia Marsh');
    await browser.mark('Livy');
    await browser.mark(null, false);
    const entries = await server.db
      .selectFrom('audit_log')
      .select(['actor_id', 'after'])
      .where('entity_id', '=', people[0]?.id ?? '')
      .where('action', '=', 'shared_computer.change')
      .orderBy('sequence')
      .execute();
    const place = { device: 'Unknown device', network: '127.0.0.1' };
    expect(entries).toEqual([
      { actor_id: people[0]?.id, after: { shared: true, ...place } },
      { actor_id: people[0]?.id, after: { shared: false, ...place } },
    ]);
  });

  it.each([
    ['no name', ''],
    ['a long name', 'x'.repeat(61)],
    ['a line break', 'Olivia\nMarsh'],
  ])('refuses %s', async (_, name) => {
    const { browser } = await sharedBy('Olivia Marsh');
    expect((await browser.mark(name)).statusCode).toBe(400);
  });
});

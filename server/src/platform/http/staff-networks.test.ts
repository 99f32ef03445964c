import { describe, expect, it } from '@jest/globals';
import type { ErrorBody } from 'shared-api/contracts';
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
import { isNetwork, isOutside, staffNetworksOf } from './staff-networks.js';

const staff = { super_admin: false, task_admin: false, internal: true };

describe('isOutside', () => {
  const networks = staffNetworksOf(['203.0.113.0/24', '198.51.100.7', '2001:db8:1::/48']);
  it.each([
    ['203.0.113.9', false],
    ['::ffff:203.0.113.9', false],
    ['203.0.114.9', true],
    ['198.51.100.7', false],
    ['198.51.100.8', true],
    ['2001:db8:1:2::9', false],
    ['2001:db8:2::9', true],
    ['fe80::1%eth0', true],
    ['unknown', true],
  ])('decides that %s is outside: %s', (address, outside) => {
    expect(isOutside(networks, staff, address)).toBe(outside);
  });

  it('applies only to admins and internal staff, and only with configured networks', () => {
    const nobody = { super_admin: false, task_admin: false, internal: false };
    const elsewhere = '192.0.2.1';
    expect(isOutside(networks, nobody, elsewhere)).toBe(false);
    expect(isOutside(networks, { ...nobody, task_admin: true }, elsewhere)).toBe(true);
    expect(isOutside(networks, { ...nobody, super_admin: true }, elsewhere)).toBe(true);
    expect(isOutside(undefined, staff, elsewhere)).toBe(false);
  });
});

describe('isNetwork', () => {
  it.each(['10.0.0.0/33', '10.0.0/8', '2001:db8::/129', '10.0.0.0/8/8', '10.0.0.0/', 'fe80::1%eth0', 'office', ''])(
    'refuses “%s”',
    (text) => expect(isNetwork(text)).toBe(false),
  );
});

describeWithDatabase('networks of staff', (database) => {
  const withServer = async (run: (server: TestServer) => Promise<void>): Promise<void> => {
    const server = await testServer(database(), { STAFF_NETWORKS: '203.0.113.0/24', TRUST_PROXY: '1' });
    try {
      await run(server);
    } finally {
      await server.close();
    }
  };
  const from = (address: string, caller: Caller = { headers: {} }): Caller => ({
    headers: { ...caller.headers, 'x-forwarded-for': address },
  });
  const [inside, outside] = ['203.0.113.5', '198.51.100.5'];
  const signIn = (server: TestServer, email: string, address: string) =>
    server.call(from(address), 'POST', '/api/session/', { email, password: testPassword });
  const refusals = async (server: TestServer, personId: string) =>
    server.db
      .selectFrom('audit_log')
      .select('after')
      .where('action', '=', 'sign_in.refuse')
      .where('entity_id', '=', personId)
      .orderBy('sequence')
      .execute();

  it.each(['super_admin', 'task_admin', 'internal'] as const)(
    'let %s sign in only from inside, and record refusals without naming a network',
    (flag) =>
      withServer(async (server) => {
        const { id, email } = await createTestPerson(server.db, { flags: { [flag]: true } });
        const refused = await signIn(server, email, outside);
        expect([refused.statusCode, refused.json<ErrorBody>().code]).toEqual([403, 'outside_networks']);
        expect(refused.body).not.toContain('203.0.113');
        expect(refused.cookies).toEqual([]);
        expect((await signIn(server, email, inside)).statusCode).toBe(200);
        expect(await refusals(server, id)).toEqual([
          { after: expect.objectContaining({ reason: 'outside_networks', network: outside }) },
        ]);
      }),
  );

  it('refuse a wrong password from outside as usual', () =>
    withServer(async (server) => {
      const { email } = await createTestPerson(server.db, { flags: { internal: true } });
      const body = { email, password: 'a wrong password' };
      const response = await server.call(from(outside), 'POST', '/api/session/', body);
      expect([response.statusCode, response.json<ErrorBody>().code]).toEqual([401, 'wrong_credentials']);
    }));

  it('refuse calls and pages outside for a session started inside, but not its sign-out', () =>
    withServer(async (server) => {
      const caller = await signedIn(server, await createTestPerson(server.db, { flags: { internal: true } }));
      const read = (address: string) => server.call(from(address, caller), 'GET', '/api/session/');
      expect((await read(inside)).statusCode).toBe(200);
      const refused = await read(outside);
      expect([refused.statusCode, refused.json<ErrorBody>().message]).toEqual([
        403,
        'Your account works only from your company’s networks. Connect to one, for example through its VPN, and try again.',
      ]);
      const page = async (address: string) => (await server.call(from(address, caller), 'GET', '/')).body;
      expect((await page(inside)).includes('Robin Test')).toBe(true);
      expect((await page(outside)).includes('Robin Test')).toBe(false);
      expect((await server.call(from(outside, caller), 'DELETE', '/api/session/')).statusCode).toBe(200);
      expect((await read(inside)).statusCode).toBe(401);
    }));

  it('don’t affect clinic members', () =>
    withServer(async (server) => {
      const practiceId = await createTestPractice(server.db);
      const { email } = await createTestPerson(server.db, { practices: [practiceId] });
      expect((await signIn(server, email, outside)).statusCode).toBe(200);
    }));
});

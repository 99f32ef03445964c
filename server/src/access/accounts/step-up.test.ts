import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { Secret } from 'otpauth';
import type { TotpSetup } from 'shared-api/contracts/accounts';
import { STEP_UP_PRACTICES } from '../../product-access/bulk-features/bulk-features-routes.js';
import { STEP_UP_MINUTES } from '../../platform/http/step-up.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  signedIn,
  testPassword,
  testServer,
} from '../../testing/test-server.js';
import { softwareAuthenticator } from './testing/software-authenticator.js';
import { totpCode } from './totp.js';

const ORIGIN = 'http://console.test';

describeWithDatabase('step-up', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer(database(), { PUBLIC_URL: ORIGIN });
  });
  afterAll(() => server.close());
  beforeEach(() => {
    server.clock.now = new Date();
  });

  const pass = (minutes: number): void => {
    server.clock.now = new Date(server.clock.now.getTime() + minutes * 60_000);
  };
  const admin = async () => {
    const person = await createTestPerson(server.db, { flags: { super_admin: true } });
    return { person, caller: await signedIn(server, person) };
  };
  const withApp = async () => {
    const { person, caller } = await admin();
    const setup = await server.call(caller, 'POST', '/api/account/totp/', { password: testPassword });
    const secret = Buffer.from(Secret.fromBase32(setup.json<TotpSetup>().secret).bytes);
    await server.call(caller, 'POST', '/api/account/totp/confirm/', { code: totpCode(secret, server.clock.now) });
    return { person, caller, secret };
  };
  const promote = async (caller: Caller) => {
    const response = await server.call(caller, 'POST', '/api/modules/mf-none/promote/', { version: '1.0.0' });
    return [response.statusCode, response.json<{ code: string }>().code];
  };
  const confirm = (caller: Caller, body: object) => server.call(caller, 'POST', '/api/session/step-up/', body);

  it('asks again ten minutes after the second factor was used in this session', async () => {
    const { person, caller, secret } = await withApp();
    expect(await promote(caller)).toEqual([404, 'not_found']);
    pass(STEP_UP_MINUTES);
    expect(await promote(caller)).toEqual([404, 'not_found']);
    pass(0.1);
    expect(await promote(caller)).toEqual([403, 'step_up_required']);
    const other = await signedIn(server, person);
    expect((await server.call(caller, 'GET', '/api/session/step-up/')).json()).toEqual({
      email: person.email,
      methods: ['totp', 'recovery_code'],
    });
    expect((await confirm(caller, { method: 'totp', code: '000000' })).json()).toMatchObject({ code: 'wrong_code' });
    expect(await promote(caller)).toEqual([403, 'step_up_required']);
    const code = totpCode(secret, server.clock.now);
    expect((await confirm(caller, { method: 'totp', code })).json()).toEqual({ status: 'success' });
    expect(await promote(caller)).toEqual([404, 'not_found']);
    expect(await promote(other)).toEqual([403, 'step_up_required']);
    expect((await confirm(other, { method: 'totp', code })).statusCode).toBe(401);
  });

  it('accepts a passkey that signs the challenge of this step', async () => {
    const { caller } = await admin();
    const authenticator = softwareAuthenticator();
    const optionsResponse = await server.call(caller, 'POST', '/api/account/passkeys/options/', {
      password: testPassword,
    });
    const options = optionsResponse.json<{ options: Record<string, unknown> }>().options;
    const answer = authenticator.create(options, ORIGIN);
    await server.call(caller, 'POST', '/api/account/passkeys/', { name: 'Laptop', answer });
    pass(STEP_UP_MINUTES + 1);
    const challenge = await server.call(caller, 'POST', '/api/session/step-up/passkey/');
    const signed = authenticator.sign(challenge.json<{ options: Record<string, unknown> }>().options, ORIGIN);
    expect((await confirm(caller, { method: 'passkey', answer: signed })).statusCode).toBe(200);
    expect((await confirm(caller, { method: 'passkey', answer: signed })).statusCode).toBe(401);
    expect(await promote(caller)).toEqual([404, 'not_found']);
  });

  it('refuses a password from a person with a second factor', async () => {
    const { caller } = await withApp();
    pass(STEP_UP_MINUTES + 1);
    const refused = await confirm(caller, { method: 'password', password: testPassword });
    expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: 'has_second_factor' }]);
    const ending = await server.call(caller, 'POST', '/api/account/sessions/end-others/');
    expect(ending.json()).toMatchObject({ code: 'step_up_required' });
  });

  it('asks only people with a second factor', async () => {
    const { caller } = await admin();
    expect(await promote(caller)).toEqual([404, 'not_found']);
  });

  it('asks before a bulk change of more than 1,000 practices, and stores nothing before', async () => {
    await sql`insert into practices (id, name, search_name, time_zone, pms_name)
      select 500000 + n, 'Practice ' || n, 'practice ' || n, 'America/Chicago', 'opendental' from generate_series(1, ${STEP_UP_PRACTICES + 1}) as n`.execute(
      server.db,
    );
    const { caller, secret } = await withApp();
    const ids = Array.from({ length: STEP_UP_PRACTICES + 1 }, (_, index) => 500_001 + index);
    const change = (practiceIds: number[]) =>
      server.call(caller, 'POST', '/api/features/bulk_update/', {
        action: 'add',
        type: 'feature',
        items: ['data_export'],
        practice_ids: practiceIds,
      });
    pass(STEP_UP_MINUTES + 1);
    expect((await change(ids)).json()).toMatchObject({ code: 'step_up_required' });
    expect(await server.db.selectFrom('bulk_changes').select('id').execute()).toEqual([]);
    expect((await change(ids.slice(0, STEP_UP_PRACTICES))).statusCode).toBe(202);
    await confirm(caller, { method: 'totp', code: totpCode(secret, server.clock.now) });
    expect((await change(ids)).statusCode).toBe(202);
  });
});

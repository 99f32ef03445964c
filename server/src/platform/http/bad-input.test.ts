/** Invalid input gets a clear error in the standard format and changes nothing. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type WeeklyHoursRecord, errorBody } from 'shared-api/contracts';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  anonymousCaller,
  signedIn,
  testServer,
} from '../../testing/test-server.js';

describeWithDatabase('bad input', (database) => {
  let server: TestServer;
  let practiceId: number;
  let foreign: number;
  let caller: Caller;
  let records: WeeklyHoursRecord[];

  beforeAll(async () => {
    server = await testServer(database());
    practiceId = await createTestPractice(server.db, {
      providers: [{ provider_id: 5, first_name: 'Ann', last_name: 'Osei' }],
    });
    foreign = await createTestPractice(server.db, { providers: [] });
    caller = await signedIn(server, await createTestPerson(server.db, { practices: [practiceId] }));
    const response = await server.call(caller, 'GET', `/api/${practiceId}/provider-hours/`);
    records = response.json<{ message: WeeklyHoursRecord[] }>().message;
  });
  afterAll(() => server.close());

  const url = () => `/api/${practiceId}/provider-hours/bulk_update/`;
  const send = (body: unknown, headers: Record<string, string> = {}, to = url()) =>
    server.call(caller, 'POST', to, body, headers);
  /** Everything that a rejected call could change. */
  const everything = async () => ({
    weeks: await server.db.selectFrom('weekly_hours').selectAll().execute(),
    versions: await server.db.selectFrom('weekly_hours_versions').selectAll().orderBy('practice_id').execute(),
    audit: await server.db.selectFrom('audit_log').select('id').orderBy('id').execute(),
  });
  const json = { 'content-type': 'application/json' };

  interface Case {
    what: string;
    call: () => ReturnType<typeof send>;
    status: number;
    code: string;
    fields?: Record<string, unknown>;
  }

  it.each<Case>([
    { what: 'a body that is not JSON', call: () => send('{"mon_beg": ', json), status: 400, code: 'malformed_body' },
    { what: 'an empty body', call: () => send('', json), status: 400, code: 'malformed_body' },
    {
      what: 'a body that sets the prototype',
      call: () => send('[{"__proto__": {"admin": true}}]', json),
      status: 400,
      code: 'malformed_body',
    },
    { what: 'no body at all', call: () => send(undefined), status: 400, code: 'invalid' },
    { what: 'a body that is not a list', call: () => send({ mon_beg: '9' }), status: 400, code: 'invalid' },
    {
      what: 'an unknown field',
      call: () => send([{ ...records[0], salt: 'x' }, records[1]]),
      status: 400,
      code: 'invalid',
      fields: { '0.salt': 'Unknown field' },
    },
    {
      what: 'a field of another type',
      call: () => send([records[0], { ...records[1], mon_beg: 9 }]),
      status: 400,
      code: 'invalid',
      fields: { '1.mon_beg': expect.any(String) },
    },
    {
      what: 'an unknown query parameter',
      call: () => send(records, {}, `${url()}?dry_run=1`),
      status: 400,
      code: 'invalid',
      fields: { dry_run: 'Unknown field' },
    },
    {
      what: 'a foreign practice',
      call: () => send(records, {}, `/api/${foreign}/provider-hours/bulk_update/`),
      status: 403,
      code: 'forbidden',
    },
    { what: 'a stale version', call: () => send(records, { 'if-match': '"41"' }), status: 409, code: 'stale_version' },
    {
      what: 'an invalid If-Match',
      call: () => send(records, { 'if-match': 'x' }),
      status: 400,
      code: 'invalid',
    },
    {
      what: 'an oversized body',
      call: () => send(`[${' '.repeat(3_100_000)}]`, json),
      status: 413,
      code: 'body_too_large',
    },
    {
      what: 'a form',
      call: () => send('a=b', { 'content-type': 'application/x-www-form-urlencoded' }),
      status: 415,
      code: 'unsupported_media_type',
    },
    {
      what: 'plain text',
      call: () => send('hello', { 'content-type': 'text/plain' }),
      status: 415,
      code: 'unsupported_media_type',
    },
    {
      what: 'a call that does not exist',
      call: () => send({}, {}, '/api/nowhere/'),
      status: 404,
      code: 'unknown_call',
    },
    {
      what: 'an unreadable address',
      call: () => send({}, {}, '/api/%zz/'),
      status: 400,
      code: 'malformed_address',
    },
  ])('refuses $what and changes nothing', async ({ call, status, code, fields }) => {
    const before = await everything();
    const response = await call();
    const body = errorBody.parse(response.json());
    expect([response.statusCode, body.code]).toEqual([status, code]);
    expect(body.error).toBe(body.message);
    expect(body.message).not.toBe('');
    if (fields) expect(body.fields).toEqual(fields);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(await everything()).toEqual(before);
  });

  it.each([
    ['Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }],
    ['Sec-Fetch-Site of a sibling site', { 'sec-fetch-site': 'same-site' }],
    ['Origin', { origin: 'https://evil.example' }],
    ['an opaque Origin', { origin: 'null' }],
  ])('refuses a save from another site by its %s', async (_name, headers) => {
    const before = await everything();
    const response = await send(records, headers);
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ code: 'cross_site' });
    expect(await everything()).toEqual(before);
  });

  it.each([
    ['its own page', { 'sec-fetch-site': 'same-origin', origin: 'http://localhost' }],
    ['its own page in an older browser', { origin: 'http://localhost:80' }],
    ['a script', {}],
  ])('accepts a save from %s', async (_name, headers) => {
    const response = await send(records, { ...headers, host: 'localhost:80' });
    expect(response.statusCode).toBe(200);
  });

  it('accepts a read from another site', async () => {
    const response = await server.call(caller, 'GET', '/api/session/', undefined, { 'sec-fetch-site': 'cross-site' });
    expect(response.statusCode).toBe(200);
  });

  it('returns 500 without the cause, and logs it', async () => {
    const lost = await createTestPerson(server.db, { practices: [practiceId] });
    const session = await signedIn(server, lost);
    await server.db.schema.alterTable('pms_providers').renameTo('elsewhere').execute();
    const response = await server.call(session, 'GET', `/api/${practiceId}/provider-hours/`);
    await server.db.schema.alterTable('elsewhere').renameTo('pms_providers').execute();
    expect(response.statusCode).toBe(500);
    expect(response.json()).toMatchObject({
      code: 'internal_error',
      message: 'Something went wrong on our side. Try again.',
    });
    expect(response.body).not.toContain('pms_providers');
    expect(server.log.join('')).toContain('pms_providers');
  });

  it('keeps secrets out of the log', async () => {
    server.log.length = 0;
    const person = await createTestPerson(server.db);
    const password = 'the secret pass phrase';
    await server.call(
      { headers: { ...caller.headers, authorization: 'Bearer pcdt_very-secret' } },
      'POST',
      `/api/session/?password=${encodeURIComponent(password)}`,
      { email: person.email, password },
    );
    const response = await server.call(anonymousCaller, 'POST', '/api/session/', { email: person.email, password });
    server.app.log.info({
      password,
      request: { headers: { cookie: 'c00kie' } },
      token: 'pcdt_x',
      reply: { 'set-cookie': 's3t' },
    });
    const lines = server.log.join('');
    expect(lines).toContain('/api/session/');
    for (const secret of [
      password,
      encodeURIComponent(password),
      'pcdt_',
      'c00kie',
      's3t',
      caller.headers['cookie'] ?? '',
      response.body,
    ]) {
      expect(lines).not.toContain(secret);
    }
  });
});

/** The gateway with a real service on a loopback port, which verifies every token against the console's key set. */
import net, { type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { type ErrorBody, errorBody, type ModuleHealth } from 'shared-api/contracts';
import type { ServiceGrant } from 'shared-api/contracts/module-services';
import { renewRevision, setService } from '../modules/module-repository.js';
import { createTeam } from '../testing/module-team.js';
import { describeWithDatabase } from '../testing/engines.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  signedIn,
  testAudit,
  testServer,
} from '../testing/test-server.js';
import { FAILURES_TO_OPEN, OPEN_MS } from './circuit-breaker.js';
import { defaultLimits } from '../rate-limits/limits.js';
import { defaultServiceGrant, grantService, revokeService } from './service-grants.js';
import { listSigningKeys, rotateNow } from './signing-keys.js';
import { type Respond, type TeamService, json, startTeamService } from './testing/team-service.js';

type Team = Awaited<ReturnType<typeof createTeam>>;

describeWithDatabase('gateway', (database) => {
  let server: TestServer;
  let url: string;
  let service: TeamService;
  let team: Team;
  let practiceId: number;
  let person: { id: string };
  let caller: Caller;

  beforeAll(async () => {
    server = await testServer(database());
    url = await server.app.listen({ host: '127.0.0.1', port: 0 });
    practiceId = await createTestPractice(server.db);
    const member = await createTestPerson(server.db, { practices: [practiceId], rights: ['hours'] });
    person = member;
    caller = await signedIn(server, member);
  });
  afterAll(() => server.close());

  /** A grant of the current service. */
  const grantOf = (over: Partial<ServiceGrant> = {}): ServiceGrant => ({
    ...defaultServiceGrant,
    base_url: service.url,
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    paths: ['campaigns/'],
    allow_private: true,
    ...over,
  });
  const grant = async (over: Partial<ServiceGrant> = {}): Promise<void> => {
    await grantService(server.db, team.name, grantOf(over), testAudit());
    // This replica reads the registry at most once a second.
    await server.call(caller, 'GET', '/api/modules/');
  };

  beforeEach(async () => {
    team = await createTeam(server);
    service = await startTeamService({ server, url }, team.name);
    await grant();
  });
  afterEach(() => service.stop());

  const path = (rest: string) => `/api/modules/${team.name}/${rest}`;
  const get = (rest = 'campaigns/', as = caller, headers: Record<string, string> = {}) =>
    server.call(as, 'GET', path(rest), undefined, headers);
  const post = (body: unknown = { name: 'Recall' }, as = caller, headers: Record<string, string> = {}) =>
    server.call(as, 'POST', path('campaigns/'), body, headers);
  const outcome = (answer: { statusCode: number; json<T>(): T }) => [answer.statusCode, answer.json<ErrorBody>().code];
  const auditOf = (module = team.name) =>
    server.db
      .selectFrom('audit_log')
      .select(['action', 'practice_id', 'actor_id', 'after'])
      .where('entity_id', '=', module)
      .where('action', 'like', 'module_service.%')
      .orderBy('at')
      .execute();

  it('forwards a read with a token for the person, the practice and their rights', async () => {
    service.respond = json({ campaigns: ['Recall'] }, 200, { etag: '"7"' });
    const answer = await get(`campaigns/12/?practice_id=${practiceId}&sort=name`);
    expect([answer.statusCode, answer.json(), answer.headers.etag]).toEqual([200, { campaigns: ['Recall'] }, '"7"']);
    const [received] = service.received;
    expect(received).toMatchObject({ method: 'GET', url: `/campaigns/12/?practice_id=${practiceId}&sort=name` });
    const { iat = 0, exp = 0, ...claims } = received?.claims ?? {};
    expect(claims).toEqual({
      iss: `http://localhost:${server.config.port}`,
      aud: team.name,
      sub: person.id,
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
      kind: 'member',
      practice: practiceId,
      rights: ['hours'],
    });
    expect(exp - iat).toBe(60);
  });

  it('signs a new token for each request, and names no practice where the request names none', async () => {
    await get();
    await get();
    const claims = service.received.map((received) => received.claims);
    expect(claims.map(({ practice, rights }) => [practice, rights])).toEqual([
      [null, []],
      [null, []],
    ]);
    expect(new Set(claims.map(({ jti }) => jti)).size).toBe(2);
  });

  it('forwards a change byte by byte, with its conditions', async () => {
    const body = '{"name": "Re\\u0063all",  "budget": 1.0}';
    const answer = await post(body, caller, {
      'content-type': 'application/json',
      'if-match': '"3"',
      'idempotency-key': 'one-click-1',
    });
    expect(answer.statusCode).toBe(200);
    expect(service.received).toMatchObject([
      {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'if-match': '"3"', 'idempotency-key': 'one-click-1' },
      },
    ]);
  });

  it('never forwards cookies, credentials or anything about the connection', async () => {
    await get('campaigns/', caller, {
      connection: 'keep-alive, x-secret',
      'x-secret': '1',
      'x-forwarded-for': '203.0.113.9',
      te: 'trailers',
      referer: 'https://console.example/settings/1',
      origin: 'http://localhost',
    });
    const [received] = service.received;
    expect(Object.keys(received?.headers ?? {}).sort()).toEqual([
      'accept',
      'accept-encoding',
      'authorization',
      'connection',
      'host',
      'user-agent',
    ]);
    expect(received?.headers.connection).toBe('close');
    expect(JSON.stringify(received?.headers)).not.toContain('practice-console-session');
  });

  it('passes on neither cookies nor policies of the service', async () => {
    service.respond = json({ fine: true }, 201, {
      'set-cookie': 'practice-console-session=stolen',
      'content-security-policy': "default-src * 'unsafe-inline'",
      'access-control-allow-origin': '*',
      'x-frame-options': 'ALLOWALL',
      'cache-control': 'public, max-age=86400',
      'clear-site-data': '"*"',
      location: 'https://elsewhere.example/',
      'x-anything': 'else',
    });
    const { statusCode, headers } = await get();
    expect(statusCode).toBe(201);
    for (const name of ['set-cookie', 'access-control-allow-origin', 'clear-site-data', 'location', 'x-anything'])
      expect([name, headers[name]]).toEqual([name, undefined]);
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    });
  });

  it('answers 204 without content, and lets the browser save files', async () => {
    service.respond = (response) => void response.writeHead(200).end();
    const empty = await server.call(caller, 'DELETE', path('campaigns/12/'));
    expect([empty.statusCode, empty.body]).toEqual([204, '']);
    service.respond = (response) =>
      void response
        .writeHead(200, { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': 'inline' })
        .end('a,b\n');
    const file = await get();
    expect([file.body, file.headers['content-type'], file.headers['content-disposition']]).toEqual([
      'a,b\n',
      'text/csv',
      'attachment',
    ]);
  });

  it('passes on a refusal of the service in the console’s format, without anything else in it', async () => {
    service.respond = json(
      { code: 'name_taken', message: 'A campaign has this name.', fields: { name: 'Taken' }, stack: 'at main' },
      409,
    );
    const answer = await post();
    expect([answer.statusCode, answer.json()]).toEqual([
      409,
      {
        status: 'error',
        code: 'name_taken',
        message: 'A campaign has this name.',
        error: 'A campaign has this name.',
        fields: { name: 'Taken' },
      },
    ]);
  });

  it.each<[string, Respond]>([
    ['no JSON', (response) => void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>')],
    ['another format', json({ detail: 'no' }, 404)],
    ['a code of the console', json({ code: 'signed_out', message: 'Sign in' }, 404)],
  ])('words a refusal of the service itself when it has %s', async (_what, respond) => {
    service.respond = respond;
    const answer = await get();
    expect([answer.statusCode, answer.json()]).toMatchObject([
      404,
      { code: 'service_refused', message: expect.stringMatching(/^Module mf-team\d+ couldn’t do this\./) },
    ]);
  });

  it('passes on how long to wait, as a number of seconds', async () => {
    service.respond = json({}, 429, { 'retry-after': '30' });
    expect((await get()).headers['retry-after']).toBe('30');
    service.respond = json({}, 429, { 'retry-after': 'Fri, 31 Dec 1999 23:59:59 GMT' });
    expect((await get()).headers['retry-after']).toBeUndefined();
  });

  it.each<[string, Respond, number, string]>([
    ['redirects', json({}, 302, { location: 'http://127.0.0.1:1/' }), 502, 'service_bad_answer'],
    ['does not accept the token', json({}, 401), 502, 'service_bad_answer'],
    ['reports an error of its own', json({ secret: 'stack trace' }, 500), 502, 'service_failed'],
    ['answers with too much', json({ text: 'x'.repeat(1_000_001) }), 502, 'service_bad_answer'],
    [
      'answers with a page',
      (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<script>1</script>'),
      502,
      'service_bad_answer',
    ],
    [
      'answers with an image that can contain scripts',
      (response) => void response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg/>'),
      502,
      'service_bad_answer',
    ],
    [
      'answers with broken JSON',
      (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"a": '),
      502,
      'service_bad_answer',
    ],
    [
      'answers with JSON that is not UTF-8',
      (response) =>
        void response.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.from('22ff22', 'hex')),
      502,
      'service_bad_answer',
    ],
    [
      'compresses its answer',
      (response) =>
        void response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end('x'),
      502,
      'service_bad_answer',
    ],
    ['cuts the connection', (response) => void response.destroy(), 502, 'service_unreachable'],
    [
      'ends in the middle of its answer',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
        response.write('{"a":', () => response.destroy());
      },
      502,
      'service_unreachable',
    ],
    [
      'sends something that is not HTTP',
      (response) => void response.socket?.end('garbage garbage\r\n\r\n'),
      502,
      'service_unreachable',
    ],
  ])('says in one format what is wrong when the service %s', async (_what, respond, status, code) => {
    service.respond = respond;
    const answer = await get();
    expect(outcome(answer)).toEqual([status, code]);
    expect(errorBody.parse(answer.json()).message).toMatch(
      /^The service behind Module mf-team\d+ .+\. Try again in a minute\.$/,
    );
    expect(answer.body).not.toContain('stack trace');
  });

  it.each<[string, Respond]>([
    ['hangs', () => undefined],
    [
      'sends its answer too slowly',
      (response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{'),
    ],
  ])('stops waiting for a service that %s', async (_what, respond) => {
    await grant({ timeout_ms: 150 });
    service.respond = respond;
    const answer = await get();
    expect(outcome(answer)).toEqual([504, 'service_timeout']);
    const change = await post();
    expect(change.json<ErrorBody>().message).toContain(
      'Your change may have been made. Reload the page before you try again.',
    );
  });

  it('stops waiting for a connection that does not open', async () => {
    // It accepts the connection but never begins TLS.
    const silent = net.createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    await grant({
      base_url: `https://127.0.0.1:${(silent.address() as AddressInfo).port}/`,
      connect_timeout_ms: 100,
      timeout_ms: 20_000,
    });
    const sockets: net.Socket[] = [];
    silent.on('connection', (socket) => sockets.push(socket));
    try {
      expect(outcome(await get())).toEqual([504, 'service_timeout']);
    } finally {
      sockets.forEach((socket) => socket.destroy());
      silent.close();
    }
  });

  it('says that a service that refuses connections can’t be reached', async () => {
    await service.stop();
    expect(outcome(await get())).toEqual([502, 'service_unreachable']);
  });

  it('does not connect to a private address without permission, also not behind a name', async () => {
    const { port } = new URL(service.url);
    // A name that pointed to a public address when it was granted.
    await grant({ base_url: `https://service.example:${port}/`, allow_private: false });
    const moved = grantOf({ base_url: `https://localhost:${port}/`, allow_private: false });
    await server.db.transaction().execute(async (transaction) => {
      await setService(transaction, team.name, moved);
      await renewRevision(transaction);
    });
    await server.call(caller, 'GET', '/api/modules/');
    expect(outcome(await get())).toEqual([502, 'service_unreachable']);
    expect(service.received).toEqual([]);
    expect(server.log.some((line) => line.includes('forbidden_address'))).toBe(true);
  });

  it.each([
    'campaigns/../secrets/',
    'campaigns/%2e%2e/secrets/',
    'campaigns/..%2fsecrets/',
    'campaigns/%5c..%5csecrets',
    'campaigns//secrets/',
    'campaigns/%00',
    'campaigns/a%0d%0ahost:x',
    '%63ampaigns/',
    'campaignsx/',
    'secrets/',
    '',
  ])('does not forward the path "%s"', async (rest) => {
    const answer = await get(rest);
    expect([400, 404]).toContain(answer.statusCode);
    errorBody.parse(answer.json());
    expect(service.received).toEqual([]);
  });

  it('forwards granted methods and paths only, and says what is not granted', async () => {
    await grant({ methods: ['GET'] });
    const answer = await post();
    expect([answer.statusCode, answer.json()]).toMatchObject([
      404,
      {
        code: 'call_not_granted',
        message: `This console doesn’t forward POST campaigns/ to the service of ${team.name}. Ask the console’s operator to grant it.`,
      },
    ]);
    await revokeService(server.db, team.name, testAudit());
    await server.call(caller, 'GET', '/api/modules/');
    expect(outcome(await get())).toEqual([404, 'call_not_granted']);
    expect(service.received).toEqual([]);
  });

  it('leaves the console’s own calls about modules to the console', async () => {
    const answer = await server.call(team.caller, 'GET', path('releases/'));
    expect(answer.json()).toMatchObject({ releases: [] });
    expect(service.received).toEqual([]);
  });

  it('refuses bodies that are too large, not JSON, or not UTF-8', async () => {
    await grant({ max_request_bytes: 20 });
    const type = { 'content-type': 'application/json' };
    const answers = [
      await post({ name: 'x'.repeat(20) }),
      await post('{"a":', caller, type),
      await post('', caller, type),
      await post(Buffer.from('22ff22', 'hex'), caller, type),
      await post('name=Recall', caller, { 'content-type': 'application/x-www-form-urlencoded' }),
      await post('{}', caller, { 'content-type': 'text/plain' }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([413, 400, 400, 400, 415, 415]);
    expect(service.received).toEqual([]);
  });

  it('refuses a change that another site caused', async () => {
    const answer = await post({ name: 'x' }, caller, { 'sec-fetch-site': 'cross-site' });
    expect(outcome(answer)).toEqual([403, 'cross_site']);
    expect(service.received).toEqual([]);
  });

  it('refuses people who may not open the module or the practice, and says the same for an unknown module', async () => {
    const other = await createTestPractice(server.db);
    const nobody = await signedIn(server, await createTestPerson(server.db));
    const internal = await signedIn(server, await createTestPerson(server.db, { flags: { internal: true } }));
    const unknown = await server.call(caller, 'GET', '/api/modules/mf-unknown/campaigns/');
    const closed = await get('campaigns/', nobody);
    expect([unknown.statusCode, unknown.json()]).toEqual([403, closed.json()]);
    expect(outcome(await get('campaigns/', internal))).toEqual([403, 'forbidden']);
    expect(outcome(await get(`campaigns/?practice_id=${other}`))).toEqual([403, 'forbidden']);
    expect(outcome(await get('campaigns/', { headers: {} }))).toEqual([401, 'signed_out']);
    expect(outcome(await get('campaigns/', team.caller))).toEqual([403, 'forbidden']);
    for (const named of [`${practiceId}&practice_id=${other}`, 'x', '0', '1e3', '-1', '0x1', ''])
      expect([400, 422]).toContain((await get(`campaigns/?practice_id=${named}`)).statusCode);
    expect(service.received).toEqual([]);
  });

  it('names the kind of the person, and opens every practice to admins', async () => {
    for (const [flags, kind] of [
      [{ super_admin: true }, 'super_admin'],
      [{ task_admin: true }, 'task_admin'],
    ] as const) {
      const admin = await signedIn(server, await createTestPerson(server.db, { flags }));
      expect((await get(`campaigns/?practice_id=${practiceId}`, admin)).statusCode).toBe(200);
      expect(service.received.at(-1)?.claims).toMatchObject({ kind, practice: practiceId });
      expect((await get('campaigns/?practice_id=777777', admin)).statusCode).toBe(404);
    }
  });

  it('records every change before it is sent, and what became of it', async () => {
    await server.call(caller, 'PUT', `${path('campaigns/9/')}?practice_id=${practiceId}&note=private`, { a: 1 });
    service.respond = json({ code: 'gone', message: 'It is gone.' }, 410);
    await post();
    service.respond = json({}, 500);
    await post();
    await get();
    const [first] = service.received;
    const entries = await auditOf();
    expect(entries.filter(({ action }) => action === 'module_service.send')).toHaveLength(3);
    expect(entries).toEqual(
      expect.arrayContaining([
        {
          action: 'module_service.send',
          practice_id: practiceId,
          actor_id: person.id,
          after: { method: 'PUT', path: 'campaigns/9/', token: first?.claims.jti },
        },
        expect.objectContaining({
          action: 'module_service.outcome',
          after: { method: 'PUT', path: 'campaigns/9/', token: first?.claims.jti, status: 200 },
        }),
        expect.objectContaining({ after: expect.objectContaining({ status: 410, code: 'gone' }) }),
        expect.objectContaining({ after: expect.objectContaining({ status: 502, code: 'service_failed' }) }),
      ]),
    );
    expect(JSON.stringify(entries)).not.toContain('private');
  });

  it('limits the requests of one person', async () => {
    const eager = await signedIn(server, await createTestPerson(server.db, { practices: [practiceId] }));
    const statuses = [];
    for (let count = 0; count <= defaultLimits.services.burst; count += 1)
      statuses.push((await get('campaigns/', eager)).statusCode);
    expect([statuses.slice(0, -1).every((status) => status === 200), statuses.at(-1)]).toEqual([true, 429]);
    const refused = await get('campaigns/', eager);
    expect([refused.json<ErrorBody>().code, refused.headers['retry-after']]).toEqual(['too_many_requests', '1']);
    expect((await get()).statusCode).toBe(200);
  });

  it('sends nothing after a run of failures, tries once, and goes on when the service is back', async () => {
    service.respond = json({}, 500);
    for (let count = 0; count < FAILURES_TO_OPEN; count += 1)
      expect(outcome(await get())).toEqual([502, 'service_failed']);
    const paused = await get();
    expect(outcome(paused)).toEqual([503, 'service_paused']);
    expect(paused.headers['retry-after']).toBe('10');
    expect(service.received).toHaveLength(FAILURES_TO_OPEN);

    server.clock.now = new Date(server.clock.now.getTime() + OPEN_MS);
    expect(outcome(await get())).toEqual([502, 'service_failed']);
    expect(outcome(await get())).toEqual([503, 'service_paused']);
    expect(service.received).toHaveLength(FAILURES_TO_OPEN + 1);

    server.clock.now = new Date(server.clock.now.getTime() + OPEN_MS);
    service.respond = json({ fine: true });
    expect((await get()).statusCode).toBe(200);
    expect((await get()).statusCode).toBe(200);
  });

  it('sends one request to try whether the service is back, while others are refused', async () => {
    service.respond = json({}, 500);
    for (let count = 0; count < FAILURES_TO_OPEN; count += 1) await get();
    server.clock.now = new Date(server.clock.now.getTime() + OPEN_MS);
    let finish: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => {
      service.respond = (response, request) => {
        finish = () => json({ fine: true })(response, request);
        resolve();
      };
    });
    const probe = get();
    await arrived;
    expect(outcome(await get())).toEqual([503, 'service_paused']);
    finish();
    expect((await probe).statusCode).toBe(200);
  });

  it('keeps asking a service that refuses requests', async () => {
    service.respond = json({ code: 'not_found', message: 'No such campaign.' }, 404);
    for (let count = 0; count < FAILURES_TO_OPEN * 2; count += 1)
      expect(outcome(await get())).toEqual([404, 'not_found']);
  });

  it('asks a service again that was granted at another address', async () => {
    service.respond = json({}, 500);
    for (let count = 0; count < FAILURES_TO_OPEN; count += 1) await get();
    expect(outcome(await get())).toEqual([503, 'service_paused']);
    service.respond = json({ fine: true });
    await grant({ base_url: service.url.replace('127.0.0.1', '127.0.0.2') });
    expect(outcome(await get())).not.toEqual([503, 'service_paused']);
  });

  it('shows the health of services on the page of modules', async () => {
    const internal = await signedIn(server, await createTestPerson(server.db, { flags: { internal: true } }));
    const health = async (): Promise<ModuleHealth['service']> => {
      await server.app.storeServiceHealth();
      const answer = await server.call(internal, 'GET', '/api/module-health/');
      return answer.json<{ modules: ModuleHealth[] }>().modules.find(({ name }) => name === team.name)?.service;
    };
    expect(await health()).toEqual({ requests: 0, failed: 0, not_sent: 0, p95_ms: null, paused: null });
    await get();
    service.respond = json({}, 500);
    for (let count = 0; count < FAILURES_TO_OPEN; count += 1) await get();
    await get();
    const at = Math.floor(server.clock.now.getTime() / 1000);
    const counted = { requests: 6, failed: 5, p95_ms: expect.any(Number) };
    expect(await health()).toEqual({
      ...counted,
      not_sent: 1,
      paused: { since: at, replicas: 1, reason: 'it reported an error of its own' },
    });
    server.clock.now = new Date(server.clock.now.getTime() + OPEN_MS);
    service.respond = json({});
    await get();
    expect(await health()).toEqual({ ...counted, requests: 7, not_sent: 1, paused: null });
  });

  it('goes on while the key rotates, and after it was replaced', async () => {
    const answers = [await get()];
    await rotateNow(server.db, { immediately: false }, testAudit(server.clock.now));
    answers.push(await get());
    const [first, next] = (await listSigningKeys(server.db)).slice(-2);
    server.clock.now = new Date((next?.signs_from.getTime() ?? 0) + 1000);
    answers.push(await get());
    await rotateNow(server.db, { immediately: true }, testAudit(server.clock.now));
    answers.push(await get());
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(first?.kid).not.toBe(next?.kid);
    expect(service.refused).toEqual([]);
  });
});

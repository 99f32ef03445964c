import { expect, it } from '@jest/globals';
import { describeWithDatabase } from '../../testing/engines.js';
import { testAudit } from '../../testing/test-server.js';
import { listSigningKeys, rotateNow } from './signing-keys.js';
import { json } from './testing/team-service.js';
import { withGateway } from './testing/gateway.js';

describeWithDatabase('gateway', (database) => {
  const { gateway, path, get, post, auditOf } = withGateway(database);

  it('forwards a read with a token for the person, the practice and their rights', async () => {
    gateway.service.respond = json({ campaigns: ['Recall'] }, 200, { etag: '"7"' });
    const response = await get(`campaigns/12/?practice_id=${gateway.practiceId}&sort=name`);
    expect([response.statusCode, response.json(), response.headers.etag]).toEqual([
      200,
      { campaigns: ['Recall'] },
      '"7"',
    ]);
    const [received] = gateway.service.received;
    expect(received).toMatchObject({
      method: 'GET',
      url: `/campaigns/12/?practice_id=${gateway.practiceId}&sort=name`,
    });
    const { iat = 0, exp = 0, ...claims } = received?.claims ?? {};
    expect(claims).toEqual({
      iss: `http://localhost:${gateway.server.config.port}`,
      aud: gateway.team.name,
      sub: gateway.person.id,
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
      kind: 'member',
      practice: gateway.practiceId,
      rights: ['hours'],
    });
    expect(exp - iat).toBe(60);
  });

  it('signs a new token for each request, with a practice only if the request names one', async () => {
    await get();
    await get();
    const claims = gateway.service.received.map((received) => received.claims);
    expect(claims.map(({ practice, rights }) => [practice, rights])).toEqual([
      [null, []],
      [null, []],
    ]);
    expect(new Set(claims.map(({ jti }) => jti)).size).toBe(2);
  });

  it('forwards a change byte by byte, with its conditional headers', async () => {
    const body = '{"name": "Re\\u0063all",  "budget": 1.0}';
    const response = await post(body, gateway.caller, {
      'content-type': 'application/json',
      'if-match': '"3"',
      'idempotency-key': 'one-click-1',
    });
    expect(response.statusCode).toBe(200);
    expect(gateway.service.received).toMatchObject([
      {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'if-match': '"3"', 'idempotency-key': 'one-click-1' },
      },
    ]);
  });

  it('never forwards cookies, credentials or anything about the connection', async () => {
    await get('campaigns/', gateway.caller, {
      connection: 'keep-alive, x-secret',
      'x-secret': '1',
      'x-forwarded-for': '203.0.113.9',
      te: 'trailers',
      referer: 'https://console.example/settings/1',
      origin: 'http://localhost',
    });
    const [received] = gateway.service.received;
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

  it('passes on neither the service’s cookies nor its policies', async () => {
    gateway.service.respond = json({ fine: true }, 201, {
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

  it('returns 204 without content, and lets the browser save files', async () => {
    gateway.service.respond = (response) => void response.writeHead(200).end();
    const empty = await gateway.server.call(gateway.caller, 'DELETE', path('campaigns/12/'));
    expect([empty.statusCode, empty.body]).toEqual([204, '']);
    gateway.service.respond = (response) =>
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

  it('leaves the console’s own calls about modules to the console', async () => {
    const response = await gateway.server.call(gateway.team.caller, 'GET', path('releases/'));
    expect(response.json()).toMatchObject({ releases: [] });
    expect(gateway.service.received).toEqual([]);
  });

  it('records every change before sending it, and its outcome', async () => {
    await gateway.server.call(
      gateway.caller,
      'PUT',
      `${path('campaigns/9/')}?practice_id=${gateway.practiceId}&note=private`,
      { a: 1 },
    );
    gateway.service.respond = json({ code: 'gone', message: 'It is gone.' }, 410);
    await post();
    gateway.service.respond = json({}, 500);
    await post();
    await get();
    const [first] = gateway.service.received;
    const entries = await auditOf();
    expect(entries.filter(({ action }) => action === 'module_service.send')).toHaveLength(3);
    expect(entries).toEqual(
      expect.arrayContaining([
        {
          action: 'module_service.send',
          practice_id: gateway.practiceId,
          actor_id: gateway.person.id,
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

  it('keeps working while the key rotates and after it is replaced', async () => {
    const responses = [await get()];
    await rotateNow(gateway.server.db, { immediately: false }, testAudit(gateway.server.clock.now));
    responses.push(await get());
    const [first, next] = (await listSigningKeys(gateway.server.db)).slice(-2);
    gateway.server.clock.now = new Date((next?.signs_from.getTime() ?? 0) + 1000);
    responses.push(await get());
    await rotateNow(gateway.server.db, { immediately: true }, testAudit(gateway.server.clock.now));
    responses.push(await get());
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(first?.kid).not.toBe(next?.kid);
    expect(gateway.service.refused).toEqual([]);
  });
});

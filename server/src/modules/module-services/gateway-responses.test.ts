import net, { type AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { type ErrorBody, errorBody } from 'shared-api/contracts';
import { renewRevision, setService } from '../registry/module-repository.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { type Respond, json } from './testing/team-service.js';
import { withGateway } from './testing/gateway.js';

describeWithDatabase('answers of a service through the gateway', (database) => {
  const { gateway, grantOf, grant, get, post, outcome } = withGateway(database);

  it('passes on the service’s refusal in the console’s format, and nothing else', async () => {
    gateway.service.respond = json(
      { code: 'name_taken', message: 'A campaign has this name.', fields: { name: 'Taken' }, stack: 'at main' },
      409,
    );
    const response = await post();
    expect([response.statusCode, response.json()]).toEqual([
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
  ])('uses its own message when a refusal has %s', async (_what, respond) => {
    gateway.service.respond = respond;
    const response = await get();
    expect([response.statusCode, response.json()]).toMatchObject([
      404,
      { code: 'service_refused', message: expect.stringMatching(/^Module mf-team\d+ couldn’t do this\./) },
    ]);
  });

  it('passes on the wait in seconds', async () => {
    gateway.service.respond = json({}, 429, { 'retry-after': '30' });
    expect((await get()).headers['retry-after']).toBe('30');
    gateway.service.respond = json({}, 429, { 'retry-after': 'Fri, 31 Dec 1999 23:59:59 GMT' });
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
  ])('returns an error in one format when the service %s', async (_what, respond, status, code) => {
    gateway.service.respond = respond;
    const response = await get();
    expect(outcome(response)).toEqual([status, code]);
    expect(errorBody.parse(response.json()).message).toMatch(
      /^The service behind Module mf-team\d+ .+\. Try again in a minute\.$/,
    );
    expect(response.body).not.toContain('stack trace');
  });

  it.each<[string, Respond]>([
    ['hangs', () => undefined],
    [
      'sends its answer too slowly',
      (response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{'),
    ],
  ])('stops waiting for a service that %s', async (_what, respond) => {
    await grant({ timeout_ms: 150 });
    gateway.service.respond = respond;
    const response = await get();
    expect(outcome(response)).toEqual([504, 'service_timeout']);
    const change = await post();
    expect(change.json<ErrorBody>().message).toContain(
      'Your change may have been made. Reload the page before you try again.',
    );
  });

  it('stops waiting for a connection that does not open', async () => {
    // It accepts the connection but never starts TLS.
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

  it('reports a service that refuses connections as unreachable', async () => {
    await gateway.service.stop();
    expect(outcome(await get())).toEqual([502, 'service_unreachable']);
  });

  it('doesn’t connect to a private address without permission, even by name', async () => {
    const { port } = new URL(gateway.service.url);
    // A name that resolved to a public address when it was granted.
    await grant({ base_url: `https://service.example:${port}/`, allow_private: false });
    const moved = grantOf({ base_url: `https://localhost:${port}/`, allow_private: false });
    await gateway.server.db.transaction().execute(async (transaction) => {
      await setService(transaction, gateway.team.name, moved);
      await renewRevision(transaction);
    });
    await gateway.server.call(gateway.caller, 'GET', '/api/modules/');
    expect(outcome(await get())).toEqual([502, 'service_unreachable']);
    expect(gateway.service.received).toEqual([]);
    expect(gateway.server.log.some((line) => line.includes('forbidden_address'))).toBe(true);
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
  ])('doesn’t forward the path "%s"', async (rest) => {
    const response = await get(rest);
    expect([400, 404]).toContain(response.statusCode);
    errorBody.parse(response.json());
    expect(gateway.service.received).toEqual([]);
  });
});

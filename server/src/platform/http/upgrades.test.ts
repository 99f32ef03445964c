import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type TestServer,
  createTestPerson,
  createTestPractice,
  signedIn,
  testServer,
} from '../../testing/test-server.js';
import { allContracts } from './all-contracts.js';

describeWithDatabase('an upgrade to a websocket', (database) => {
  let server: TestServer;
  let port: number;
  let cookie: string;
  beforeAll(async () => {
    server = await testServer(database());
    await server.app.listen({ host: '127.0.0.1', port: 0 });
    ({ port } = server.app.server.address() as { port: number });
    const practice = await createTestPractice(server.db);
    const owner = await signedIn(server, await createTestPerson(server.db, { practices: [practice] }));
    ({ cookie = '' } = owner.headers);
  });
  afterAll(() => server.close());

  /** The response's status, once the server has closed the connection. */
  const statusOf = (method: string, path: string, headers: readonly string[]): Promise<number> =>
    new Promise((resolve, reject) => {
      let answer = '';
      const socket = connect(port, '127.0.0.1', () =>
        socket.write([`${method} ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`, ...headers, '', ''].join('\r\n')),
      );
      socket.on('data', (data: Buffer) => {
        answer += data.toString();
      });
      socket.on('error', reject);
      socket.on('close', () => resolve(Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1] ?? 0)));
    });
  const websocket = [
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ];

  it('is refused for every caller except at the agents’ address', async () => {
    const paths = [
      ...['/', '/no/such/page', '/settings/1/overview', '/modules/mf-hours/1.0.0/remoteEntry.js', '/shell/main.js'],
      ...['/healthz', '/readyz', '/api/openapi.json', '/scim/v2/Users', '/agent/x', '/agents'],
      ...new Set([...allContracts.values()].map(({ path }) => path.replace(/:[a-z]+/gi, '1').replace('*', 'x'))),
    ];
    const others: unknown[] = [];
    for (const path of paths) {
      for (const headers of [[], [`Cookie: ${cookie}`], ['Origin: https://elsewhere.example']]) {
        const status = await statusOf('GET', path, [...websocket, ...headers]);
        if (status !== 404) others.push([path, headers, status]);
      }
    }
    expect(others).toEqual([]);
  });

  it.each([
    ['another method', 'POST', websocket],
    ['another protocol', 'GET', ['Connection: Upgrade', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA']],
  ])('is refused with %s', async (_with, method, headers) => {
    expect(await statusOf(method, '/api/session/', headers)).toBe(404);
    expect([400, 401, 404]).toContain(await statusOf(method, '/agent', headers));
  });
});

/** Metrics and traces of the compiled server in a separate process. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, it } from '@jest/globals';
import { compileServer, startServer } from '../../testing/server-process.js';
import { newMigratedPostgres } from '../../testing/test-databases.js';
import { fixtureShell } from '../../testing/test-server.js';

const METRICS_TOKEN = 'a-token-for-prometheus';

beforeAll(() => compileServer());

it('shows metrics while it runs, and sends its remaining traces when it stops', async () => {
  const bodies: string[] = [];
  const collector = createServer((request, response) => {
    request.on('data', (part: Buffer) => bodies.push(part.toString()));
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const database = await newMigratedPostgres();
  const server = startServer({
    DATA_DIR: '/nonexistent',
    DATABASE_URL: database.url,
    DEMO: '0',
    SHELL_DIR: fixtureShell,
    METRICS_TOKEN,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
  });
  try {
    const address = await server.ready;
    expect((await fetch(`${address}/api/session/?a=secret`)).status).toBe(401);
    expect((await fetch(`${address}/api/session/`)).status).toBe(401);
    const metrics = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    expect(await metrics.text()).toContain(
      'http_request_duration_seconds_count{method="GET",route="/api/session/",status="4xx"} 2',
    );
    server.signal('SIGTERM');
    expect(await server.ended).toBe(0);
    const sent = bodies.join('');
    expect(sent).toContain('"GET /api/session/"');
    expect(sent).not.toContain('secret');
  } finally {
    server.signal('SIGKILL');
    await server.ended;
    collector.closeAllConnections();
    await new Promise((resolve) => collector.close(resolve));
    await database.drop();
  }
});

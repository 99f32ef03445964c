import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { RELEASE } from '../config/release.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { type TestServer, anonymousCaller, testServer } from '../../testing/test-server.js';

describeWithDatabase('health routes', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer(database());
  });
  afterAll(() => server.close());

  const get = (url: string) => server.call(anonymousCaller, 'GET', url);

  it('responds without a session', async () => {
    for (const [url, body] of [
      ['/healthz', { status: 'ok' }],
      ['/readyz', { status: 'ok', release: RELEASE }],
    ] as const) {
      const response = await get(url);
      expect([response.statusCode, response.json()]).toEqual([200, body]);
      expect(response.headers['cache-control']).toBe('no-store');
    }
    expect(RELEASE).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('returns 503 on /readyz while a migration is missing', async () => {
    const removed = await server.db
      .deleteFrom('schema_migrations')
      .where('name', 'like', '0002%')
      .returning('name')
      .execute();
    const response = await get('/readyz');
    await server.db.insertInto('schema_migrations').values(removed).execute();
    expect([response.statusCode, response.json()]).toEqual([
      503,
      { status: 'error', reason: 'migrations are missing' },
    ]);
    expect((await get('/healthz')).statusCode).toBe(200);
    expect((await get('/readyz')).statusCode).toBe(200);
  });

  it('returns 503 on /readyz while the database fails, and logs the cause', async () => {
    await server.db.schema.alterTable('schema_migrations').renameTo('gone').execute();
    const response = await get('/readyz');
    await server.db.schema.alterTable('gone').renameTo('schema_migrations').execute();
    expect([response.statusCode, response.json()]).toEqual([
      503,
      { status: 'error', reason: 'the database does not answer' },
    ]);
    expect(server.log.join('')).toContain('schema_migrations');
  });
});

import { request } from 'node:http';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { eventually } from '../../testing/test-agent.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { createTestPerson, createTestPractice, signedIn, testServer } from '../../testing/test-server.js';
import { LAST_REQUESTS_MS } from './running-handlers.js';

describeWithDatabase('a stop of the server', (database, engine) => {
  // The lock and the waiting call each need a connection.
  const itWithConnections = engine === 'postgres' ? it : it.skip;

  it('ends immediately despite a connection that never sent a request', async () => {
    const { app } = await testServer(database());
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    const closed = once(socket, 'close');
    await once(socket, 'connect');
    await eventually(() => new Promise((resolve) => app.server.getConnections((_, open) => resolve(open === 1))));
    await app.close();
    await closed;
  });

  it('answers requests that arrived while it was busy', async () => {
    const { app } = await testServer(database());
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const stopped = app.close();
    await pause(LAST_REQUESTS_MS / 2);
    const answers = Array.from({ length: 20 }, async () => {
      const socket = connect(port, '127.0.0.1');
      let answer = '';
      socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
      socket.write(`GET /healthz HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`);
      await once(socket, 'close');
      return answer.split('\r\n')[0];
    });
    const busyUntil = Date.now() + LAST_REQUESTS_MS;
    while (Date.now() < busyUntil);
    await stopped;
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 200 OK']));
  });

  itWithConnections('waits for a handler whose caller has hung up', async () => {
    const server = await testServer(database());
    const { app, db } = server;
    const practiceId = await createTestPractice(db, { providers: [] });
    const owner = await createTestPerson(db, { practices: [practiceId], role: 'owner' });
    const { headers } = await signedIn(server, owner);
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const events: string[] = [];
    const isWaiting = async () => {
      const { rows } = await sql`select from pg_locks where relation = 'audit_log'::regclass and not granted`.execute(
        db,
      );
      return rows.length > 0;
    };

    let stopped: Promise<void> | undefined;
    await db.transaction().execute(async (transaction) => {
      await sql`lock table audit_log in exclusive mode`.execute(transaction);
      const call = request({
        port,
        method: 'POST',
        path: `/api/${practiceId}/settings/update_practice_settings/`,
        headers: { ...headers, 'content-type': 'application/json' },
      });
      call.once('error', () => undefined);
      call.end(JSON.stringify({ is_pediatric: true }));
      await eventually(isWaiting);
      call.destroy();
      stopped = app.close().then(() => void events.push('stopped'));
      await eventually(
        async () =>
          (await new Promise<number>((resolve) => app.server.getConnections((_, open) => resolve(open)))) === 0,
      );
      await new Promise((resolve) => setImmediate(resolve));
      events.push('lock released');
    });
    await stopped;
    expect(events).toEqual(['lock released', 'stopped']);
    const entries = await db.selectFrom('audit_log').select('action').where('practice_id', '=', practiceId).execute();
    expect(entries).toContainEqual({ action: 'settings.save' });
  });
});

import { createHmac, timingSafeEqual } from 'node:crypto';
import { type IncomingHttpHeaders, createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type AuditLine, auditLine } from 'shared-api/contracts/audit';
import { recordAudit, recordAudits } from '../../platform/audit/audit-log.js';
import { expireEntries } from '../../platform/audit/expire-entries.js';
import { LEASE_MS } from '../../platform/jobs/attempt-job.js';
import { type JobRunner, jobRunner } from '../../platform/jobs/job-runner.js';
import { claimJob, latestJob } from '../../platform/jobs/jobs-repository.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { type TestServer, createTestPractice, testAudit, testServer } from '../../testing/test-server.js';
import {
  AUDIT_WEBHOOK,
  BATCH_SIZE,
  MAX_BODY_BYTES,
  auditWebhookHandler,
  planAuditWebhook,
  waitAfter,
} from './webhook-job.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

const MINUTE_MS = 60_000;

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

const secretOf = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;

/** The steps of docs/audit-export.md, as a receiver would implement them. */
function isSigned({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const text = `${headers['webhook-id'] as string}.${headers['webhook-timestamp'] as string}.${body}`;
  const expected = createHmac('sha256', key).update(text).digest();
  return (headers['webhook-signature'] as string).split(' ').some((part) => {
    const [version, signature = ''] = part.split(',');
    const receivedSignature = Buffer.from(signature, 'base64');
    return (
      version === 'v1' && receivedSignature.length === expected.length && timingSafeEqual(receivedSignature, expected)
    );
  });
}

const linesOf = ({ body }: Received): AuditLine[] =>
  body
    .trimEnd()
    .split('\n')
    .map((line) => auditLine.parse(JSON.parse(line)));
const namesOf = (received: readonly Received[]) => received.map((one) => linesOf(one).map((line) => line.entity_id));

describe('waitAfter', () => {
  it('waits as long as the collector has been refusing, from 10 seconds to 15 minutes', () => {
    const since = new Date(0);
    const waits = [0, 10_000, 20_000, 600_000, 86_400_000].map((after) => waitAfter(since, new Date(after)));
    expect(waits).toEqual([10_000, 10_000, 20_000, 600_000, 900_000]);
  });
});

describeWithDatabase('the audit webhook', (database, engine) => {
  let server: TestServer;
  let collector: Server;
  let url: string;
  let practiceId: number;
  let received: Received[] = [];
  /** How the collector handles a call. */
  let answer: (response: ServerResponse) => void | Promise<void>;
  const accept = (response: ServerResponse) => void response.writeHead(204).end();
  const refuse = (response: ServerResponse) => void response.writeHead(500).end('a secret cause');
  const runners: JobRunner[] = [];

  beforeAll(async () => {
    collector = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
        void answer(response);
      });
    });
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/audit`;
    server = await testServer(database(), {
      AUDIT_WEBHOOK_URL: url,
      AUDIT_WEBHOOK_SECRET: secretOf(1),
      METRICS_TOKEN: 'a-token-for-prometheus',
    });
  });
  afterAll(async () => {
    collector.closeAllConnections();
    await new Promise((resolve) => collector.close(resolve));
    await server.close();
  });
  beforeEach(async () => {
    answer = accept;
    received = [];
    await server.db.deleteFrom('jobs').execute();
    await server.db.deleteFrom('audit_webhook').execute();
    practiceId = await createTestPractice(server.db);
    await begin();
  });
  afterEach(async () => {
    for (const runner of runners.splice(0)) await runner.stop();
  });

  const later = (milliseconds: number) => {
    server.clock.now = new Date(server.clock.now.getTime() + milliseconds);
  };
  /** Runs the server's job until nothing is due. */
  const run = () => server.app.jobs.drain();
  const runLater = async (milliseconds = 5_000) => {
    later(milliseconds);
    await run();
  };
  const begin = async () => {
    await planAuditWebhook(server.db, server.clock.now);
    await run();
  };
  const entry = (entityId: string, after?: object) => ({
    practiceId,
    actor: { kind: 'person' as const, id: 'p-1', name: 'Pat' },
    at: server.clock.now,
    action: 'settings.save' as const,
    entity: 'practice',
    entityId,
    after,
  });
  const record = (...ids: string[]) =>
    recordAudits(
      server.db,
      ids.map((id) => entry(id)),
    );
  const replica = (secrets: readonly string[], timeoutMs?: number): JobRunner => {
    const keys = secrets.map((secret) => Buffer.from(secret.slice('whsec_'.length), 'base64'));
    const runner = jobRunner({ db: server.db, now: () => server.clock.now, log: server.app.log });
    runner.handle(AUDIT_WEBHOOK, auditWebhookHandler({ url, keys }, server.app.log, timeoutMs));
    runners.push(runner);
    return runner;
  };
  const lag = async () => {
    const headers = { authorization: 'Bearer a-token-for-prometheus' };
    const { body } = await server.call({ headers }, 'GET', '/metrics');
    return Number(/^audit_webhook_lag_seconds (\S+)$/m.exec(body)?.[1]);
  };

  it('sends only new entries, in write order, as signed lines of the export', async () => {
    expect(received).toEqual([]);
    await recordAudit(server.db, { ...entry('one', { is_pediatric: true }), at: new Date(2000) });
    await recordAudit(server.db, { ...entry('two'), at: new Date(1000) });
    await runLater();
    expect(namesOf(received)).toEqual([['one', 'two']]);
    const [call] = received as [Received];
    expect(linesOf(call)[0]).toEqual({
      version: 1,
      cursor: expect.stringMatching(/^\d+$/),
      id: expect.any(String),
      at: 2,
      practice_id: practiceId,
      actor: { kind: 'person', id: 'p-1', name: 'Pat' },
      action: 'settings.save',
      area: 'settings',
      entity: 'practice',
      entity_id: 'one',
      before: null,
      after: { is_pediatric: true },
    });
    expect(call.headers).toMatchObject({
      'content-type': 'application/x-ndjson; charset=utf-8',
      'webhook-id': `audit_${linesOf(call)[1]?.id}`,
      'webhook-timestamp': String(epochSeconds(server.clock.now)),
    });
    expect(isSigned(call, secretOf(1))).toBe(true);
    expect(isSigned({ ...call, body: call.body.replace('Pat', 'Eve') }, secretOf(1))).toBe(false);
    expect(isSigned(call, secretOf(2))).toBe(false);
  });

  it('sends nothing twice while the collector accepts', async () => {
    await record('one');
    await runLater();
    await runLater();
    await record('two');
    await runLater();
    expect(namesOf(received)).toEqual([['one'], ['two']]);
  });

  it('splits entries into calls of limited count and size', async () => {
    const ids = Array.from({ length: BATCH_SIZE * 2 + 5 }, (_, index) => `many-${index}`);
    await record(...ids);
    const text = 'x'.repeat(MAX_BODY_BYTES / 2);
    await recordAudits(server.db, [
      entry('large-1', { text }),
      entry('large-2', { text: text + text }),
      entry('last', {}),
    ]);
    await runLater();
    expect(namesOf(received).map((names) => names.length)).toEqual([BATCH_SIZE, BATCH_SIZE, 6, 1, 1]);
    expect(namesOf(received).flat()).toEqual([...ids, 'large-1', 'large-2', 'last']);
  });

  it('retries a refused batch with the same id and growing waits, then continues', async () => {
    answer = refuse;
    await record('one');
    await runLater();
    await record('two');
    await runLater(9_999);
    expect(received).toHaveLength(1);
    await runLater(1);
    expect(received).toHaveLength(2);
    await runLater(10_000);
    await runLater(10_000);
    expect(received).toHaveLength(3);
    answer = accept;
    await runLater(10_000);
    expect(namesOf(received)).toEqual([['one'], ['one'], ['one'], ['one'], ['two']]);
    expect(new Set(received.slice(0, 4).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(received.every((call) => isSigned(call, secretOf(1)))).toBe(true);
    answer = refuse;
    await record('three');
    await runLater();
    await runLater(10_000);
    expect(namesOf(received).slice(5)).toEqual([['three'], ['three']]);
  });

  it('logs a refusal without the entries, the response and the address', async () => {
    answer = refuse;
    await record('a-clinic-with-a-name');
    await runLater();
    const line = server.log.findLast((text) => text.includes('the collector of the audit log did not accept it'));
    expect(line).toContain('It answered 500.');
    for (const part of ['a-clinic-with-a-name', 'a secret cause', url]) expect(server.log.join('')).not.toContain(part);
  });

  it('treats a redirect as a refusal', async () => {
    answer = (response) => void response.writeHead(307, { location: `${url}/elsewhere` }).end();
    await record('one');
    await runLater();
    expect(received).toHaveLength(1);
    answer = accept;
    await runLater(10_000);
    expect(namesOf(received)).toEqual([['one'], ['one']]);
  });

  it('gives up on a collector that hangs, and tries again', async () => {
    answer = () => undefined;
    await record('one');
    later(5_000);
    await replica([secretOf(1)], 1_000).drain();
    expect(server.log.some((text) => text.includes('It did not answer in time.'))).toBe(true);
    answer = accept;
    await runLater(10_000);
    expect(namesOf(received)).toEqual([['one'], ['one']]);
  });

  it('resends a batch when a replica died before recording the response, and skips nothing', async () => {
    await record('one', 'two');
    answer = async (response) => {
      // The lease ends, and another replica claims the job and dies too.
      later(LEASE_MS);
      const until = new Date(server.clock.now.getTime() + LEASE_MS);
      await claimJob(server.db, [AUDIT_WEBHOOK], server.clock.now, until);
      accept(response);
    };
    await runLater();
    expect(received).toHaveLength(1);
    await record('three');
    answer = accept;
    later(LEASE_MS);
    await replica([secretOf(1)]).drain();
    expect(namesOf(received)).toEqual([['one', 'two'], ['one', 'two'], ['three']]);
    expect(received[1]?.headers['webhook-id']).toBe(received[0]?.headers['webhook-id']);
    expect(await latestJob(server.db, 0, AUDIT_WEBHOOK)).toMatchObject({ state: 'pending', attempts: 0 });
  });

  it('signs with both secrets while one is replaced', async () => {
    await record('one');
    later(5_000);
    await replica([secretOf(2), secretOf(1)]).drain();
    const [call] = received as [Received];
    expect([1, 2, 3].map((byte) => isSigned(call, secretOf(byte)))).toEqual([true, true, false]);
  });

  it('continues after the last accepted entry when turned on again', async () => {
    const off = jobRunner({ db: server.db, now: () => server.clock.now, log: server.app.log });
    off.handle(AUDIT_WEBHOOK, auditWebhookHandler(undefined, server.app.log));
    await record('while off');
    later(5_000);
    await off.drain();
    expect([received, (await latestJob(server.db, 0, AUDIT_WEBHOOK))?.state]).toEqual([[], 'done']);
    later(MINUTE_MS);
    await begin();
    expect(namesOf(received)).toEqual([['while off']]);
  });

  it('continues after a refused batch whose entries were deleted while it was off', async () => {
    answer = refuse;
    const old = new Date(server.clock.now.getTime() - 200 * 24 * 60 * MINUTE_MS);
    await recordAudit(server.db, { ...entry('old'), at: old });
    await runLater();
    const expiry = { before: new Date(old.getTime() + 1), upTo: undefined, limit: 10 };
    await expireEntries(server.db, expiry, testAudit(server.clock.now));
    answer = accept;
    await record('new');
    await runLater(10_000);
    expect(namesOf(received)).toEqual([['old'], ['retention', 'new']]);
  });

  it('exists once for all replicas', async () => {
    await Promise.all([1, 2, 3].map(() => planAuditWebhook(server.db, server.clock.now)));
    expect(await server.db.selectFrom('jobs').select('id').where('kind', '=', AUDIT_WEBHOOK).execute()).toHaveLength(1);
  });

  it('measures its lag', async () => {
    expect(await lag()).toBe(0);
    answer = refuse;
    await record('one');
    await runLater();
    later(MINUTE_MS);
    expect(await lag()).toBe(65);
    answer = accept;
    await run();
    expect(await lag()).toBe(0);
  });

  // The embedded database has one connection, so transactions never overlap there.
  const itWithConnections = engine === 'postgres' ? it : it.skip;

  itWithConnections('waits for a transaction that took its place before a later one', async () => {
    let release = (): void => undefined;
    const lock = new Promise<void>((resolve) => (release = resolve));
    let hasWritten = (): void => undefined;
    const written = new Promise<void>((resolve) => (hasWritten = resolve));
    const slow = server.db.transaction().execute(async (transaction) => {
      await recordAudit(transaction, entry('slow'));
      hasWritten();
      await lock;
    });
    await written;
    await record('quick');
    await runLater();
    expect(received).toEqual([]);
    release();
    await slow;
    await runLater();
    expect(namesOf(received)).toEqual([['slow', 'quick']]);
  });
});

import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { recordAudit } from '../../platform/audit/audit-log.js';
import type { AuditWebhookConfig } from '../../platform/config/config.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { type JobRunner, jobRunner } from '../../platform/jobs/job-runner.js';
import { latestJob } from '../../platform/jobs/jobs-repository.js';
import { nextNight } from '../../platform/jobs/nightly.js';
import { KEY_ROTATION } from '../../modules/module-services/key-rotation-job.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { eventually } from '../../testing/test-agent.js';
import { type TestServer, createTestPractice, testServer } from '../../testing/test-server.js';
import { AUDIT_RETENTION, auditRetentionHandler, planAuditRetention } from './retention-job.js';
import { AUDIT_WEBHOOK } from './webhook-job.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

const DAY_MS = 86_400_000;
const DAYS = 100;

describeWithDatabase('the retention of the audit log', (database) => {
  let server: TestServer;
  let practiceId: number;
  /** The last position before the test. */
  let start: string;
  const runners: JobRunner[] = [];
  beforeAll(async () => {
    server = await testServer(database());
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.db.deleteFrom('jobs').execute();
    await server.db.deleteFrom('audit_webhook').execute();
    server.clock.now = new Date();
    practiceId = await createTestPractice(server.db);
    start = await lastPlace();
  });
  afterEach(async () => {
    for (const runner of runners.splice(0)) await runner.stop();
  });

  const lastPlace = async () => {
    const { rows } = await sql<{ last: string }>`select max(sequence)::text as last from audit_log`.execute(server.db);
    return rows[0]?.last ?? '';
  };
  /** Writes an entry of this age at the next nightly run. */
  const record = (entityId: string, ageDays: number) =>
    recordAudit(server.db, {
      practiceId,
      actor: { kind: 'person', id: 'p-1', name: 'Pat' },
      at: new Date(nextNight(server.clock.now).getTime() - ageDays * DAY_MS),
      action: 'settings.save',
      entity: 'practice',
      entityId,
    });
  const remaining = async () => {
    const rows = await server.db
      .selectFrom('audit_log')
      .select('entity_id')
      .where('practice_id', '=', practiceId)
      .where('action', '=', 'settings.save')
      .orderBy('sequence')
      .execute();
    return rows.map((row) => row.entity_id);
  };
  const recorded = async () => {
    const rows = await server.db
      .selectFrom('audit_log')
      .select(['practice_id', 'actor_name', 'after'])
      .where('action', '=', 'audit.expire')
      .where('sequence', '>', start)
      .orderBy('sequence')
      .execute();
    return rows;
  };
  /** Runs the nightly job. */
  const night = async (auditRetentionDays: number | undefined = DAYS, auditWebhook?: AuditWebhookConfig) => {
    const runner = jobRunner({ db: server.db, now: () => server.clock.now, log: server.app.log });
    runner.handle(AUDIT_RETENTION, auditRetentionHandler({ auditRetentionDays, auditWebhook }, server.app.log, 2));
    runners.push(runner);
    await planAuditRetention(server.db, server.clock.now);
    server.clock.now = nextNight(server.clock.now);
    await runner.drain();
  };
  const webhook = { url: 'https://siem.example.com/', keys: [Buffer.alloc(32)] };

  it('deletes entries older than the setting in batches, and records count and cutoff', async () => {
    for (const [id, age] of [
      ['a', 300],
      ['b', 200],
      ['c', 101],
      ['d', 100],
      ['e', 95],
      ['f', 1],
    ] as const)
      await record(id, age);
    await night();
    expect(await remaining()).toEqual(['d', 'e', 'f']);
    const before = epochSeconds(server.clock.now) - (DAYS * DAY_MS) / 1000;
    expect(await recorded()).toEqual(
      [2, 1].map((entries) => ({
        practice_id: 0,
        actor_name: 'Retention of the audit log',
        after: { entries, before },
      })),
    );
  });

  it('records nothing when there is nothing to delete, and enqueues the next run', async () => {
    await record('a', 99);
    await night();
    expect([await remaining(), await recorded()]).toEqual([['a'], []]);
    expect(await latestJob(server.db, 0, AUDIT_RETENTION)).toMatchObject({
      state: 'pending',
      run_at: nextNight(server.clock.now),
    });
  });

  it('keeps everything and enqueues no further run without a setting', async () => {
    await record('a', 4000);
    const runner = jobRunner({ db: server.db, now: () => server.clock.now, log: server.app.log });
    runner.handle(
      AUDIT_RETENTION,
      auditRetentionHandler({ auditRetentionDays: undefined, auditWebhook: undefined }, server.app.log),
    );
    runners.push(runner);
    await planAuditRetention(server.db, server.clock.now);
    server.clock.now = nextNight(server.clock.now);
    await runner.drain();
    expect(await remaining()).toEqual(['a']);
    expect(await latestJob(server.db, 0, AUDIT_RETENTION)).toMatchObject({ state: 'done' });
  });

  it('keeps entries that the webhook has not sent yet', async () => {
    await record('sent', 200);
    const sent = await lastPlace();
    await record('waiting', 200);
    await night(DAYS, webhook);
    expect(await remaining()).toEqual(['sent', 'waiting']);
    await server.db
      .insertInto('audit_webhook')
      .values({ id: 1, accepted_to: sent, sending_to: null, failing_since: null })
      .execute();
    await night(DAYS, webhook);
    expect(await remaining()).toEqual(['waiting']);
  });

  it.each([
    ['neither', {}, []],
    ['the retention', { AUDIT_RETENTION_DAYS: '90' }, [AUDIT_RETENTION]],
    [
      'the webhook',
      {
        AUDIT_WEBHOOK_URL: 'http://127.0.0.1:9/',
        AUDIT_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32).toString('base64')}`,
      },
      [AUDIT_WEBHOOK],
    ],
  ])('enqueues %s at startup of a server with its settings', async (_what, env: Record<string, string>, expected) => {
    const starting = await testServer(database(), env);
    const planned = async () => {
      const kinds = [AUDIT_RETENTION, AUDIT_WEBHOOK, KEY_ROTATION];
      const rows = await server.db
        .selectFrom('jobs')
        .select('kind')
        .where('kind', 'in', kinds)
        .orderBy('kind')
        .execute();
      return rows.map(({ kind }) => kind);
    };
    try {
      await starting.app.listen({ host: '127.0.0.1', port: 0 });
      // Every server enqueues this one. The others may come after it.
      await eventually(async () => {
        const kinds = await planned();
        return [...expected, KEY_ROTATION].every((kind) => kinds.includes(kind));
      });
      expect(await planned()).toEqual([...expected, KEY_ROTATION]);
    } finally {
      await starting.close();
    }
  });

  it('can’t delete entries of the last 90 days', async () => {
    await record('a', 80);
    const deleteAll = sql`select expire_audit_log('2999-01-01'::timestamptz, null, 1000000)`;
    await expect(deleteAll.execute(server.db)).rejects.toThrow('append-only for 90 days');
    expect(await remaining()).toEqual(['a']);
  });

  it('allows no other change of the audit log', async () => {
    await record('a', 200);
    await record('b', 200);
    const expireOne = sql`select expire_audit_log(now() - interval '150 days', null, 1)`;
    for (const statement of [
      sql`delete from audit_log`,
      sql`update audit_log set actor_name = 'somebody else'`,
      sql`truncate audit_log`,
    ]) {
      const work = inTransaction(server.db, async (transaction) => {
        await expireOne.execute(transaction);
        await statement.execute(transaction);
      });
      await expect(work).rejects.toThrow('append-only');
    }
    expect(await remaining()).toEqual(['a', 'b']);
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import type { AnswerOf, BulkJob, bulkUpdateFeatures } from 'shared-api/contracts';
import type { Db } from '../../platform/database/tables.js';
import { addGeneratedPractices } from '../../demo/generated-practices.js';
import { type JobHandler, LEASE_MS, LeaseLost, MAX_ATTEMPTS } from '../../platform/jobs/attempt-job.js';
import { type JobRunner, jobRunner } from '../../platform/jobs/job-runner.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  runJobs,
  signedIn,
  testServer,
} from '../../testing/test-server.js';
import { bulkHandler } from './bulk-job.js';
import { FIRST_BATCH_SIZE } from './batch-size.js';
import { BULK_FEATURES } from './request-bulk-change.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

const PRACTICES = 1300;
/** Number of statements, and of calls, made next to a job. */
const MAX_OTHERS = 300;

describeWithDatabase('bulk update of many practices', (database) => {
  let server: TestServer;
  let caller: Caller;
  const runners: JobRunner[] = [];
  beforeAll(async () => {
    server = await testServer(database());
    caller = await signedIn(
      server,
      await createTestPerson(server.db, { flags: { internal: true }, name: 'Iris Internal' }),
    );
    await addGeneratedPractices(server.db, PRACTICES, new Date());
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    for (const table of ['entitlement_grants', 'entitlement_revocations', 'practice_entitlements'] as const) {
      await server.db.deleteFrom(table).execute();
    }
    await server.db.deleteFrom('jobs').execute();
  });
  afterEach(async () => {
    for (const runner of runners.splice(0)) await runner.stop();
  });

  const url = (job = '', step = '') => `/api/features/bulk_update/${job === '' ? '' : `${job}/`}${step}`;
  const send = async (body: object = {}, key = randomUUID()) => {
    const which = 'practice_ids' in body ? {} : { filter: {} };
    const change = { action: 'add', type: 'bundle', items: ['phones'], ...which, ...body };
    const response = await server.call(caller, 'POST', url(), change, { 'idempotency-key': key });
    return { ...response.json<AnswerOf<typeof bulkUpdateFeatures>>(), http: response.statusCode };
  };
  const begun = async (body: object = {}): Promise<string> => {
    const { bulk_change_id: job } = await send(body);
    if (job === undefined) throw new Error('There is no job');
    return job;
  };
  const read = async (job: string, limit = 100): Promise<BulkJob> => {
    const response = await server.call(caller, 'GET', `${url(job)}?results_limit=${limit}`);
    if (response.statusCode !== 200) throw new Error(response.body);
    return response.json<BulkJob>();
  };
  const step = (job: string, what: 'stop' | 'resume') => server.call(caller, 'POST', url(job, `${what}/`));
  /**
   * The number of practices with a grant, with history entries and with audit entries since then, and the maximum
   * number of entries per practice.
   */
  const changedOnce = async (since: Date) => {
    const count = async (table: 'product_change_history' | 'audit_log', at: string) => {
      const { rows } = await sql<{ practice_id: number; times: number }>`
        select practice_id, count(*)::integer as times from ${sql.table(table)}
        where ${sql.ref(at)} >= ${since} and practice_id > 0 group by practice_id
      `.execute(server.db);
      return [rows.length, Math.max(...rows.map(({ times }) => times))];
    };
    const grants = await server.db.selectFrom('entitlement_grants').select('practice_id').execute();
    return [grants.length, await count('product_change_history', 'created_at'), await count('audit_log', 'at')];
  };
  const later = (milliseconds: number) => {
    server.clock.now = new Date(server.clock.now.getTime() + milliseconds);
    return server.clock.now;
  };
  /** A replica with a wrapped handler. Tests use it to stop the replica or let it die. */
  const aCopy = (wrap: (handler: JobHandler) => JobHandler): JobRunner => {
    const runner = jobRunner({ db: server.db, now: () => server.clock.now, log: server.app.log });
    runner.handle(BULK_FEATURES, wrap(bulkHandler(server.app.log)));
    runners.push(runner);
    return runner;
  };
  /**
   * A replica that runs `what` in one of its steps' transactions. Steps count from 1: select a batch, process it,
   * select the next, …
   */
  const aCopyDisturbed = (at: number, what: (transaction: Db) => Promise<unknown> | undefined): JobRunner =>
    aCopy((handler) => (running, context) => {
      let steps = 0;
      return handler(running, {
        ...context,
        async saveProgress(transaction, progress) {
          await context.saveProgress(transaction, progress);
          steps += 1;
          if (steps === at) await what(transaction);
        },
      });
    });

  it('returns 202, runs in the background and reports progress', async () => {
    const since = later(1000);
    const response = await send();
    expect(response).toMatchObject({
      http: 202,
      status: 'accepted',
      message: 'Running in the background: 1,300 practices',
    });
    const job = response.bulk_change_id ?? '';
    expect(response.job_id).toBe(job);
    expect(await read(job)).toMatchObject({
      bulk_change_id: job,
      job_id: job,
      state: 'waiting',
      action: 'add',
      type: 'bundle',
      items: [{ name: 'phones', display_name: 'Phones' }],
      for_insiders: false,
      total: PRACTICES,
      done: 0,
      started_by: 'Iris Internal',
      started_at: epochSeconds(since),
      results: [],
    });
    await runJobs(server);
    const done = await read(job, 3);
    expect(done).toMatchObject({ state: 'done', done: PRACTICES, changed: PRACTICES, unchanged: 0, failed: 0 });
    expect(done.results).toMatchObject([
      { practice_id: 1, status: 'changed', practice: expect.stringMatching(/\w/) },
      { practice_id: 2 },
      { practice_id: 3 },
    ]);
    expect(await changedOnce(since)).toEqual([PRACTICES, [PRACTICES, 1], [PRACTICES, 1]]);
    const again = await begun();
    await runJobs(server);
    expect(await read(again, 0)).toMatchObject({ state: 'done', changed: 0, unchanged: PRACTICES, results: [] });
    expect(await changedOnce(since)).toEqual([PRACTICES, [PRACTICES, 1], [PRACTICES, 1]]);
  });

  it('lets other statements and calls run between its batches', async () => {
    const job = await begun();
    const events: ('batch' | 'statement' | 'call')[] = [];
    const copy = aCopy(
      (handler) => (running, context) =>
        handler(running, {
          ...context,
          async saveProgress(transaction, progress) {
            await context.saveProgress(transaction, progress);
            events.push('batch');
          },
        }),
    );
    let isOver = false;
    const others = async (what: 'statement' | 'call', work: () => Promise<unknown>): Promise<void> => {
      // Bounded, so that a slow machine still finishes the job.
      for (let count = 0; count < MAX_OTHERS && !isOver; count += 1) {
        await work();
        events.push(what);
        // Waits like a network request, which doesn't start in a microtask of the previous one.
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const run = copy.drain().finally(() => {
      isOver = true;
    });
    await Promise.all([
      run,
      others('statement', () => sql`select 1`.execute(server.db)),
      others('call', () => read(job, 0)),
    ]);
    const during = events.slice(events.indexOf('batch'), events.lastIndexOf('batch'));
    expect(during.filter((event) => event === 'batch').length).toBeGreaterThan(2);
    expect(during.filter((event) => event === 'statement').length).toBeGreaterThan(2);
    expect(during).toContain('call');
    expect(await read(job, 0)).toMatchObject({ state: 'done', done: PRACTICES });
  });

  it('creates one job for one key', async () => {
    const key = randomUUID();
    const responses = await Promise.all([send({}, key), send({}, key), send({}, key)]);
    expect(new Set(responses.map(({ job_id: job }) => job)).size).toBe(1);
    expect(await server.db.selectFrom('jobs').select('id').execute()).toHaveLength(1);
  });

  it('stops once its requester loses the right, and can be resumed by another person', async () => {
    const requester = await createTestPerson(server.db, { flags: { internal: true }, name: 'Lee Left' });
    const change = { action: 'add', type: 'bundle', items: ['phones'], filter: {} };
    const response = await server.call(await signedIn(server, requester), 'POST', url(), change);
    const { job_id: job = '' } = response.json<AnswerOf<typeof bulkUpdateFeatures>>();
    const demoted = aCopyDisturbed(2, (transaction) =>
      transaction.updateTable('people').set({ internal: false }).where('id', '=', requester.id).execute(),
    );
    await demoted.drain();
    expect(await read(job)).toMatchObject({ state: 'failed', done: FIRST_BATCH_SIZE, failed: 0 });
    expect((await step(job, 'resume')).statusCode).toBe(200);
    await runJobs(server);
    expect(await read(job)).toMatchObject({ state: 'done', changed: PRACTICES });
  });

  it('stops after the practices in progress, and resumes from there', async () => {
    const since = later(1000);
    const job = await begun();
    // Between the first and the second batch, like a person's request.
    const stopping = aCopyDisturbed(3, (transaction) =>
      transaction.updateTable('bulk_changes').set({ state: 'stopping' }).where('id', '=', job).execute(),
    );
    await stopping.drain();
    const stopped = await read(job);
    expect([stopped.state, stopped.done]).toEqual(['stopped', FIRST_BATCH_SIZE]);
    expect((await changedOnce(since))[0]).toBe(stopped.done);
    expect((await step(job, 'stop')).statusCode).toBe(409);
    const resumed = await step(job, 'resume');
    expect(resumed.json()).toEqual({ status: 'success', message: 'Bulk change resumed' });
    expect((await read(job)).state).toBe('waiting');
    await runJobs(server);
    expect(await read(job)).toMatchObject({ state: 'done', changed: PRACTICES });
    expect(await changedOnce(since)).toEqual([PRACTICES, [PRACTICES, 1], [PRACTICES, 1]]);
  });

  it('stops a bulk update before it starts, also when requested twice', async () => {
    const job = await begun();
    expect((await step(job, 'resume')).json()).toMatchObject({ code: 'already_running' });
    for (const attempt of [1, 2]) {
      expect([attempt, (await step(job, 'stop')).json()]).toEqual([
        attempt,
        { status: 'success', message: 'Stopping after the practices in progress' },
      ]);
    }
    expect((await read(job)).state).toBe('stopping');
    await runJobs(server);
    expect(await read(job)).toMatchObject({ state: 'stopped', done: 0 });
    const steps = await server.db
      .selectFrom('audit_log')
      .select('action')
      .where('entity_id', '=', job)
      .orderBy('action')
      .execute();
    // It changed nothing, so it has no entry of its own.
    expect(steps.map(({ action }) => action)).toEqual(['bulk_change.stop']);
  });

  it('resumes on another replica after a crash without repeating or skipping a practice', async () => {
    const since = later(1000);
    const job = await begun();
    // The replica dies in the middle of a batch: the batch is rolled back, and the lease lasts until it expires.
    const dying = aCopyDisturbed(4, () => Promise.reject(new LeaseLost('It has died.')));
    await dying.drain();
    const before = await read(job);
    expect([before.state, before.done]).toEqual(['running', FIRST_BATCH_SIZE]);
    expect((await changedOnce(since))[0]).toBe(FIRST_BATCH_SIZE);
    await runJobs(server);
    expect((await read(job)).done).toBe(FIRST_BATCH_SIZE);
    later(LEASE_MS + 1000);
    await runJobs(server);
    expect(await read(job)).toMatchObject({ state: 'done', done: PRACTICES, changed: PRACTICES });
    expect(await changedOnce(since)).toEqual([PRACTICES, [PRACTICES, 1], [PRACTICES, 1]]);
  });

  it('resumes after a restart of the server between two batches', async () => {
    const since = later(1000);
    const job = await begun();
    let stopped: Promise<void> | undefined;
    const restarting = aCopyDisturbed(2, () => {
      // Not awaited, because stopping waits for this step.
      stopped = restarting.stop();
      return undefined;
    });
    await restarting.drain();
    await stopped;
    const before = await read(job);
    expect([before.state, before.done]).toEqual(['running', FIRST_BATCH_SIZE]);
    await runJobs(server);
    expect(await read(job)).toMatchObject({ state: 'done', changed: PRACTICES });
    expect(await changedOnce(since)).toEqual([PRACTICES, [PRACTICES, 1], [PRACTICES, 1]]);
  });

  it('lists failed practices first, and retries only those', async () => {
    const since = later(1000);
    const ids = Array.from({ length: 600 }, (_, index) => index + 1);
    const job = await begun({ practice_ids: [...ids, 900_001, 900_002] });
    await runJobs(server);
    const done = await read(job, 3);
    expect(done).toMatchObject({ state: 'done', total: 602, done: 602, changed: 600, failed: 2 });
    expect(done.results.map(({ practice_id: id, status }) => [id, status])).toEqual([
      [900_001, 'failed'],
      [900_002, 'failed'],
      [1, 'changed'],
    ]);
    await server.db
      .insertInto('practices')
      .values({
        id: 900_001,
        name: 'Late',
        search_name: 'late',
        time_zone: 'America/Chicago',
        pms_name: 'opendental',
        parent_practice_id: null,
        clinicnum: null,
      })
      .execute();
    const file = await server.call(caller, 'GET', url(job, 'export/'));
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(file.headers['content-disposition']).toBe('attachment; filename="bulk-change.csv"');
    const lines = file.body.trimEnd().split('\r\n');
    expect(lines).toHaveLength(603);
    expect(lines.slice(0, 3)).toEqual([
      '\uFEFFNumber,Practice,Outcome,Before,After,Note',
      '900001,Late,Failed,,,This practice doesn’t exist',
      '900002,,Failed,,,This practice doesn’t exist',
    ]);
    expect(lines[3]).toMatch(/^1,.+,Changed,,Phones,$/);
    expect((await step(job, 'resume')).json()).toMatchObject({ message: 'Retrying 2 practices' });
    await runJobs(server);
    expect(await read(job, 1)).toMatchObject({ state: 'done', done: 602, changed: 601, failed: 1 });
    expect((await changedOnce(since))[1]).toEqual([601, 1]);
    await server.db.deleteFrom('bulk_change_practices').where('outcome', '=', 'failed').execute();
    await server.db.updateTable('bulk_changes').set({ failed: 0 }).where('id', '=', job).execute();
    expect((await step(job, 'resume')).json()).toMatchObject({ code: 'nothing_left' });
    expect((await step(job, 'stop')).json()).toMatchObject({ code: 'already_over' });
  });

  it('shows `failed` when its job has failed, and can be resumed', async () => {
    const job = await begun();
    const failing = aCopy(() => () => Promise.reject(new Error('no')));
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      await failing.drain();
      later(200_000);
    }
    expect((await read(job)).state).toBe('failed');
    expect((await step(job, 'stop')).json()).toMatchObject({ code: 'already_over' });
    expect((await step(job, 'resume')).statusCode).toBe(200);
    await runJobs(server);
    expect(await read(job)).toMatchObject({ state: 'done', changed: expect.any(Number) });
  });

  it('completes two concurrent bulk updates without a deadlock', async () => {
    const [one, two] = [await begun(), await begun({ items: ['core'] })];
    const copies = [aCopy((handler) => handler), aCopy((handler) => handler)];
    await Promise.all(copies.map((copy) => copy.drain()));
    for (const job of [one, two]) expect(await read(job)).toMatchObject({ state: 'done', failed: 0 });
  });

  it('returns 404 for an unknown job and 400 for an invalid id', async () => {
    for (const what of ['', 'export/', 'stop/', 'resume/']) {
      const method = what === '' || what === 'export/' ? 'GET' : 'POST';
      expect((await server.call(caller, method, url(randomUUID(), what))).statusCode).toBe(404);
      expect((await server.call(caller, method, url('nonsense', what))).statusCode).toBe(400);
    }
  });
});

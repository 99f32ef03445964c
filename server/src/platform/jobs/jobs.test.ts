import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Db } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import { DatabaseUnreachable } from '../database/unreachable.js';
import { AppError } from '../errors/app-error.js';
import { describeOnEveryEngine } from '../../testing/engines.js';
import { type TestServer, createTestPractice, testAudit, runJobs, testServer } from '../../testing/test-server.js';
import { type JobContext, type JobHandler, LEASE_MS, LeaseLost, MAX_ATTEMPTS } from './attempt-job.js';
import { type JobRunner, jobRunner } from './job-runner.js';
import { enqueue, hasUnfinishedJob, latestJob, releaseAllLeases, claimJob } from './jobs-repository.js';

describeOnEveryEngine('job queue', (database) => {
  let server: TestServer;
  let db: Db;
  let practiceId: number;
  const runners: JobRunner[] = [];
  beforeAll(async () => {
    server = await testServer(database());
    ({ db } = server);
    practiceId = await createTestPractice(db);
  });
  afterAll(() => server.close());
  beforeEach(() => db.deleteFrom('jobs').execute());
  afterEach(async () => {
    for (const runner of runners.splice(0)) await runner.stop();
  });

  const asCopy = (handler: JobHandler, now = () => server.clock.now): JobRunner => {
    const runner = jobRunner({ db, now, log: server.app.log });
    runner.handle('test', handler);
    runners.push(runner);
    return runner;
  };
  const ask = (input: unknown = {}, at = server.clock.now) =>
    enqueue(db, { practiceId, kind: 'test', input, progress: { done: 0 }, ...testAudit(at) });
  const latest = () => latestJob(db, practiceId, 'test');
  const later = (milliseconds: number) => {
    server.clock.now = new Date(server.clock.now.getTime() + milliseconds);
  };

  it('runs each job once, oldest first, with its input and actor', async () => {
    const handled: unknown[] = [];
    const runner = asCopy((job) => {
      handled.push([job.input, job.actor.name, job.attempt]);
      return Promise.resolve();
    });
    await ask({ number: 1 }, new Date(server.clock.now.getTime() - 2000));
    await ask({ number: 2 }, new Date(server.clock.now.getTime() - 1000));
    expect(await hasUnfinishedJob(db, practiceId, 'test')).toBe(true);
    await runner.drain();
    await runner.drain();
    expect(handled).toEqual([
      [{ number: 1 }, 'Test', 1],
      [{ number: 2 }, 'Test', 1],
    ]);
    expect(await latest()).toMatchObject({ input: { number: 2 }, state: 'done', finished_at: server.clock.now });
    expect(await hasUnfinishedJob(db, practiceId, 'test')).toBe(false);
  });

  it('drops a job when its transaction is rolled back', async () => {
    const failing = inTransaction(db, async (transaction) => {
      await enqueue(transaction, { practiceId, kind: 'test', input: {}, progress: {}, ...testAudit() });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await latest()).toBeUndefined();
  });

  it('runs each job on one replica only', async () => {
    let runs = 0;
    const handler: JobHandler = async (_job, context) => {
      runs += 1;
      await context.saveProgress(db, { done: 1 });
    };
    const copies = [asCopy(handler), asCopy(handler), asCopy(handler)];
    for (let job = 0; job < 6; job += 1) await ask();
    await Promise.all(copies.map((copy) => copy.drain()));
    expect(runs).toBe(6);
  });

  it('leaves jobs of an unknown kind to a replica that knows it', async () => {
    await enqueue(db, {
      practiceId,
      kind: 'of a newer version',
      input: {},
      progress: {},
      ...testAudit(server.clock.now),
    });
    await asCopy(() => Promise.resolve()).drain();
    await runJobs(server);
    expect(await latestJob(db, practiceId, 'of a newer version')).toMatchObject({ state: 'pending', attempts: 0 });
  });

  it('retries a failing job with growing delays, then fails it with a message', async () => {
    let runs = 0;
    const runner = asCopy(() => {
      runs += 1;
      return Promise.reject(new Error('a secret cause'));
    });
    await ask();
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await runner.drain();
      const job = await latest();
      expect(runs).toBe(attempt);
      if (job?.state === 'pending') {
        pauses.push(job.run_at.getTime() - server.clock.now.getTime());
        later(pauses.at(-1) ?? 0);
      }
    }
    expect(pauses).toEqual([2000, 6000, 18_000, 54_000]);
    expect(await latest()).toMatchObject({ state: 'failed', attempts: 5 });
    expect((await latest())?.message).toMatch(/Something went wrong on our side/);
    await runner.drain();
    expect(runs).toBe(5);
  });

  it('resumes a job that can’t reach the database, however often', async () => {
    let runs = 0;
    const outages = MAX_ATTEMPTS * 3;
    const runner = asCopy(() => {
      runs += 1;
      if (runs <= outages) throw new DatabaseUnreachable(new Error('Connection terminated'));
      return Promise.resolve();
    });
    await ask();
    for (let round = 0; round < outages; round += 1) {
      await runner.drain();
      expect(await latest()).toMatchObject({ state: 'pending', message: null });
      later(20_000);
    }
    await runner.drain();
    expect([runs, (await latest())?.state]).toEqual([outages + 1, 'done']);
  });

  it('alternates between jobs of different practices', async () => {
    const other = await createTestPractice(db);
    for (let count = 0; count < 5; count += 1) await ask({ of: 'first' }, new Date(server.clock.now.getTime() - 9_000));
    await enqueue(db, {
      practiceId: other,
      kind: 'test',
      input: { of: 'other' },
      progress: {},
      ...testAudit(server.clock.now),
    });
    const leaseEnds = new Date(server.clock.now.getTime() + LEASE_MS);
    const claimed = [
      await claimJob(db, ['test'], server.clock.now, leaseEnds),
      await claimJob(db, ['test'], server.clock.now, leaseEnds),
      await claimJob(db, ['test'], server.clock.now, leaseEnds),
    ];
    expect(claimed.map((job) => job?.input)).toEqual([{ of: 'first' }, { of: 'other' }, { of: 'first' }]);
  });

  it('refuses a job beyond the quota of its practice', async () => {
    for (let count = 0; count < 20; count += 1) await ask();
    await expect(ask()).rejects.toMatchObject({ statusCode: 429, code: 'too_many_jobs' });
  });

  it('fails a refused job immediately with the refusal’s message', async () => {
    await ask();
    await asCopy(() => Promise.reject(new AppError(409, 'gone', 'There is nothing to do this to.'))).drain();
    expect(await latest()).toMatchObject({ state: 'failed', attempts: 1, message: 'There is nothing to do this to.' });
  });

  it('resumes a dead replica’s job where it stopped, once the lease has ended', async () => {
    await ask();
    // A replica that claims the job, completes a step and then dies.
    const { now } = server.clock;
    const claimed = await claimJob(db, ['test'], now, new Date(now.getTime() + LEASE_MS));
    await db.updateTable('jobs').set({ progress: '{"done":1}' }).execute();
    expect(claimed?.attempts).toBe(1);

    const seen: unknown[] = [];
    const runner = asCopy((job) => {
      seen.push([job.attempt, job.progress]);
      return Promise.resolve();
    });
    later(LEASE_MS - 1);
    await runner.drain();
    expect(seen).toEqual([]);
    later(1);
    await runner.drain();
    expect(seen).toEqual([[2, { done: 1 }]]);
    expect(await latest()).toMatchObject({ state: 'done' });
  });

  it('resumes a job immediately when a single replica restarts', async () => {
    await ask();
    await claimJob(db, ['test'], server.clock.now, new Date(server.clock.now.getTime() + LEASE_MS));
    await releaseAllLeases(db);
    await asCopy(() => Promise.resolve()).drain();
    expect(await latest()).toMatchObject({ state: 'done', attempts: 2 });
  });

  it('fails a job that kills the process each time', async () => {
    await ask();
    for (let death = 0; death < 5; death += 1) {
      await claimJob(db, ['test'], server.clock.now, new Date(server.clock.now.getTime() + LEASE_MS));
      later(LEASE_MS);
    }
    let runs = 0;
    await asCopy(() => {
      runs += 1;
      return Promise.resolve();
    }).drain();
    expect([runs, (await latest())?.state]).toEqual([0, 'failed']);
  });

  it('rejects writes of a replica that lost its lease', async () => {
    await ask();
    let lostContext: JobContext | undefined;
    const slow = asCopy(async (_job, context) => {
      lostContext = context;
      later(LEASE_MS);
      await asCopy(() => Promise.resolve()).drain();
      await inTransaction(db, async (transaction) => {
        await transaction.updateTable('practices').set({ insider: true }).where('id', '=', practiceId).execute();
        await context.saveProgress(transaction, { done: 'by the slow one' });
      });
    });
    await slow.drain();
    await expect(lostContext?.saveProgress(db, {})).rejects.toThrow(LeaseLost);
    expect(await latest()).toMatchObject({ state: 'done', progress: { done: 0 } });
    const row = await db.selectFrom('practices').select('insider').where('id', '=', practiceId).executeTakeFirst();
    expect(row).toEqual({ insider: false });
  });

  it('starts a job when the runner is woken, and releases it when the runner stops', async () => {
    let begin: (() => void) | undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const runner = asCopy(async (_job, { signal }) => {
      begin?.();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      signal.throwIfAborted();
    });
    runner.start();
    await ask();
    runner.wake();
    await begun;
    expect(await latest()).toMatchObject({ state: 'running', attempts: 1 });
    await runner.stop();
    expect(await latest()).toMatchObject({ state: 'pending', attempts: 0, leased_until: null });
    await asCopy(() => Promise.resolve()).drain();
    expect(await latest()).toMatchObject({ state: 'done', attempts: 1 });
  });

  it('releases a job claimed during the stop without starting it', async () => {
    let started = 0;
    const runner = asCopy(async (_job, { signal }) => {
      started += 1;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    });
    await ask();
    // Looks for a job immediately. The result arrives while it is stopping.
    runner.start();
    await runner.stop();
    expect(started).toBe(0);
    expect(await latest()).toMatchObject({ state: 'pending', attempts: 0, leased_until: null });
  });
});

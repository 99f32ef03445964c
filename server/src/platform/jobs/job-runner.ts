/** Runs jobs, in parallel with the other replicas (docs/decisions/0014 and 0017). */
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../database/tables.js';
import { attemptJob, type AttemptParts, releaseJob, type JobEnd, type JobHandler, leaseEnd } from './attempt-job.js';
import { claimJob, type JobRow } from './jobs-repository.js';

const POLL_INTERVAL_MS = 1_000;
/** Maximum number of jobs that one replica runs concurrently. */
const CONCURRENCY = 2;
export interface JobRunner {
  /** Call it once per kind, before `start`. */
  handle(kind: string, handler: JobHandler): void;
  start(): void;
  /** Looks for jobs immediately. Call it after the commit of a transaction that enqueued one. */
  wake(): void;
  /** Runs due jobs one after another until none is left. For tests and commands. */
  drain(): Promise<void>;
  /** Claims no more jobs, signals running handlers, waits for them, and leaves the rest to other replicas. */
  stop(): Promise<void>;
}

/** Runs one attempt of a job and measures it. */
export type ObserveJob = (kind: string, run: () => Promise<JobEnd>) => Promise<void>;

interface RunnerParts {
  db: Db;
  now: () => Date;
  log: FastifyBaseLogger;
  observe?: ObserveJob;
}

const runUnmeasured: ObserveJob = async (_kind, run) => void (await run());

export function jobRunner({ db, now, log, observe = runUnmeasured }: RunnerParts): JobRunner {
  const handlers = new Map<string, JobHandler>();
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> | undefined;
  let pollAgain = false;

  const isStopping = (): boolean => stopping.signal.aborted;
  const parts: AttemptParts = { db, now, log, signal: stopping.signal };

  const runJob = (job: JobRow, handler: JobHandler): Promise<void> =>
    observe(job.kind, () => attemptJob(job, handler, parts));

  const claim = async (): Promise<{ job: JobRow; handler: JobHandler } | undefined> => {
    if (handlers.size === 0 || isStopping()) return undefined;
    const job = await claimJob(db, [...handlers.keys()], now(), leaseEnd(now()));
    if (job && isStopping()) {
      // The runner was stopped during the claim, which may have returned the job that it just released.
      await releaseJob(db, job);
      return undefined;
    }
    const handler = job && handlers.get(job.kind);
    return handler && { job, handler };
  };

  const claimJobs = async (): Promise<void> => {
    while (running.size < CONCURRENCY) {
      const claimed = await claim();
      if (!claimed) return;
      const run = runJob(claimed.job, claimed.handler)
        .catch((err: unknown) => log.error({ err, job: claimed.job.id }, 'the end of a job could not be written'))
        .finally(() => {
          running.delete(run);
          runner.wake();
        });
      running.add(run);
    }
  };

  const runner: JobRunner = {
    handle(kind, handler) {
      if (handlers.has(kind)) throw new Error(`There are two handlers of ${kind} jobs`);
      handlers.set(kind, handler);
    },
    start() {
      timer ??= setInterval(() => runner.wake(), POLL_INTERVAL_MS);
      runner.wake();
    },
    wake() {
      if (timer === undefined || stopping.signal.aborted) return;
      if (polling) {
        pollAgain = true;
        return;
      }
      polling = claimJobs()
        .catch((err: unknown) => log.warn({ err }, 'jobs could not be looked for'))
        .finally(() => {
          polling = undefined;
          if (pollAgain) {
            pollAgain = false;
            runner.wake();
          }
        });
    },
    async drain() {
      for (let claimed = await claim(); claimed; claimed = await claim()) await runJob(claimed.job, claimed.handler);
    },
    async stop() {
      stopping.abort(new Error('The server stops.'));
      clearInterval(timer);
      await polling;
      await Promise.all(running);
    },
  };
  return runner;
}

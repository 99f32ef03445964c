/** Runs jobs, in parallel with the other replicas (docs/decisions/0014 and 0017). */
import type { FastifyBaseLogger } from 'fastify';
import type { Actor } from '../audit/actor.js';
import type { Db } from '../database/tables.js';
import { AppError } from '../errors/app-error.js';
import { type JobRow, updateLeasedJob, requesterOf, claimJob } from './jobs-repository.js';

/** How long a job stays leased without renewal, in milliseconds. After that another replica takes it over. */
export const LEASE_MS = 15_000;
const RENEW_MS = 5_000;
const POLL_INTERVAL_MS = 1_000;
/** Jobs that one replica runs at the same time. */
const CONCURRENCY = 2;
/** After this many attempts an unexpected error is final. */
export const MAX_ATTEMPTS = 5;
/** Pause before a retry when the job couldn't reach its database or a provider, in milliseconds. */
const UNAVAILABLE_PAUSE_MS = 15_000;
/** Pause after the first unexpected error, in milliseconds; each further one is three times as long. */
const FIRST_PAUSE_MS = 2_000;

/** Thrown when another replica has taken over the job. The current write is rolled back. */
export class LeaseLost extends Error {}

/** Thrown by a handler that chooses when the job runs again. The attempt doesn't count. */
export class RunLater extends Error {
  constructor(readonly at: Date) {
    super(`The job runs again at ${at.toISOString()}.`);
  }
}

/** A job as its handler receives it. `progress` survives crashes and pauses. */
export interface RunningJob {
  practiceId: number;
  id: string;
  input: unknown;
  progress: unknown;
  actor: Actor;
  requestedAt: Date;
  /** 1 for the first attempt. */
  attempt: number;
}

export interface JobContext {
  db: Db;
  /** The clock. */
  now(): Date;
  /**
   * Aborted when the server stops; `signal.throwIfAborted()` between two steps lets the job continue after the restart.
   */
  signal: AbortSignal;
  /**
   * Saves the progress in the transaction of the finished step, so both are written or neither.
   *
   * @throws LeaseLost
   */
  saveProgress(transaction: Db, progress: unknown): Promise<void>;
}

/**
 * Does the work, in its own transactions. It may run again for the same job after a crash, so each step must recognize
 * that it is already done. An `AppError` below 500 fails the job with its message. An `AppError` of 500 or more means
 * that a service was unreachable: the job is retried without limit. Any other error is retried with increasing pauses.
 */
export type JobHandler = (job: RunningJob, context: JobContext) => Promise<void>;

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

/** The result of one attempt of a job. */
export type JobEnd = 'done' | 'failed' | 'retried' | 'given_back' | 'lost';

/** Runs one attempt of a job and measures it. */
export type ObserveJob = (kind: string, run: () => Promise<JobEnd>) => Promise<void>;

interface RunnerParts {
  db: Db;
  now: () => Date;
  log: FastifyBaseLogger;
  observe?: ObserveJob;
}

const runUnmeasured: ObserveJob = async (_kind, run) => void (await run());

const FAILED_MESSAGE = 'Something went wrong on our side, so this didn’t finish. Start it again.';

export function jobRunner({ db, now, log, observe = runUnmeasured }: RunnerParts): JobRunner {
  const handlers = new Map<string, JobHandler>();
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> | undefined;
  let pollAgain = false;

  const isStopping = (): boolean => stopping.signal.aborted;
  const leaseEnds = (): Date => new Date(now().getTime() + LEASE_MS);

  /** Leaves a job to other replicas. This attempt doesn't count: a restart is not a failure. */
  const giveBack = (job: JobRow): Promise<boolean> =>
    updateLeasedJob(db, job, { state: 'pending', leased_until: null, attempts: job.attempts - 1 });

  /** Writes the result of the attempt, or the time of the next one. */
  const finishJob = async (job: JobRow, error: unknown): Promise<JobEnd> => {
    if (error instanceof LeaseLost) return 'lost';
    if (error === undefined) {
      await updateLeasedJob(db, job, { state: 'done', leased_until: null, finished_at: now() });
      return 'done';
    }
    if (error instanceof RunLater) {
      const attempts = job.attempts - 1;
      await updateLeasedJob(db, job, { state: 'pending', leased_until: null, run_at: error.at, attempts });
      return 'given_back';
    }
    if (error instanceof AppError && error.statusCode >= 500) {
      log.warn({ err: error, job: job.id, kind: job.kind }, 'a job could not reach what it needs; it goes on later');
      await updateLeasedJob(db, job, {
        state: 'pending',
        leased_until: null,
        run_at: new Date(now().getTime() + UNAVAILABLE_PAUSE_MS),
        attempts: job.attempts - 1,
      });
      return 'given_back';
    }
    if (error instanceof AppError) {
      await updateLeasedJob(db, job, {
        state: 'failed',
        leased_until: null,
        finished_at: now(),
        message: error.message,
      });
      return 'failed';
    }
    if (stopping.signal.aborted) {
      await giveBack(job);
      return 'given_back';
    }
    if (job.attempts >= MAX_ATTEMPTS) {
      log.error({ err: error, job: job.id, kind: job.kind }, 'a job failed for good');
      await updateLeasedJob(db, job, {
        state: 'failed',
        leased_until: null,
        finished_at: now(),
        message: FAILED_MESSAGE,
      });
      return 'failed';
    }
    log.warn({ err: error, job: job.id, kind: job.kind, attempts: job.attempts }, 'a job failed; it is tried again');
    const pause = FIRST_PAUSE_MS * 3 ** (job.attempts - 1);
    await updateLeasedJob(db, job, {
      state: 'pending',
      leased_until: null,
      run_at: new Date(now().getTime() + pause),
    });
    return 'retried';
  };

  const runJob = (job: JobRow, handler: JobHandler): Promise<void> => observe(job.kind, () => attemptJob(job, handler));

  const attemptJob = async (job: JobRow, handler: JobHandler): Promise<JobEnd> => {
    const renewal = setInterval(() => {
      updateLeasedJob(db, job, { leased_until: leaseEnds() }).catch((err: unknown) =>
        log.warn({ err, job: job.id }, 'the lease of a job could not be renewed'),
      );
    }, RENEW_MS);
    const context: JobContext = {
      db,
      now,
      signal: stopping.signal,
      async saveProgress(transaction, progress) {
        const change = { progress: JSON.stringify(progress), leased_until: leaseEnds() };
        if (!(await updateLeasedJob(transaction, job, change))) throw new LeaseLost(`Job ${job.id} has been taken.`);
      },
    };
    let failure: unknown;
    try {
      // Each claim counts as an attempt. This catches a job that ends the process every time and so never reports an
      // error.
      if (job.attempts > MAX_ATTEMPTS) throw new Error('The job was begun too often without coming to an end.');
      await handler(
        {
          practiceId: job.practice_id,
          id: job.id,
          input: job.input,
          progress: job.progress,
          actor: requesterOf(job),
          requestedAt: job.requested_at,
          attempt: job.attempts,
        },
        context,
      );
    } catch (error) {
      failure = error ?? new Error('A job failed without saying why.');
    } finally {
      clearInterval(renewal);
    }
    return finishJob(job, failure);
  };

  const claim = async (): Promise<{ job: JobRow; handler: JobHandler } | undefined> => {
    if (handlers.size === 0 || isStopping()) return undefined;
    const job = await claimJob(db, [...handlers.keys()], now(), leaseEnds());
    if (job && isStopping()) {
      // The runner was stopped while it looked for a job, which may be the one that it has just given back.
      await giveBack(job);
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

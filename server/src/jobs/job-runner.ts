/** Carries jobs out, beside the other copies of the server (docs/decisions/0014 and 0017). */
import type { FastifyBaseLogger } from 'fastify';
import type { Actor } from '../audit/actor.js';
import type { Db } from '../database/tables.js';
import { Refusal } from '../http/refusal.js';
import { type JobRow, changeHeldJob, requesterOf, takeJob } from './jobs-repository.js';

/** How long another copy waits before it takes the job of one that has gone, in milliseconds. */
export const LEASE_MS = 15_000;
const RENEW_MS = 5_000;
const POLL_MS = 1_000;
/** Jobs that one copy carries out at the same time. */
const AT_ONCE = 2;
/** After so many beginnings an unexpected error is final. */
export const MOST_ATTEMPTS = 5;
/** Pause before a job goes on that could not reach its database or a provider, in milliseconds. */
const UNAVAILABLE_PAUSE_MS = 15_000;
/** Pause after the first unexpected error, in milliseconds; each further one is three times as long. */
const FIRST_PAUSE_MS = 2_000;

/** Thrown where a job goes on that another copy has taken meanwhile: what this one was about to write is rolled back. */
export class LeaseLost extends Error {}

/** A job as its handler sees it. What it has written in `progress` before a crash or a pause is there again. */
export interface RunningJob {
  practice: number;
  id: string;
  input: unknown;
  progress: unknown;
  actor: Actor;
  /** 1 at the first beginning. */
  attempt: number;
}

export interface JobContext {
  db: Db;
  /** The clock. */
  now(): Date;
  /** Aborted when the server stops; `signal.throwIfAborted()` between two steps lets the job go on after the restart. */
  signal: AbortSignal;
  /**
   * Writes how far the job is, in the transaction of the step that was done: both stand, or neither.
   *
   * @throws LeaseLost
   */
  saveProgress(transaction: Db, progress: unknown): Promise<void>;
}

/**
 * Does the work, in transactions of its own. It may be called again for the same job after a crash, so each step must
 * be one that can be told from a step not yet done. A `Refusal` below 500 ends the job as failed with its words. One from 500
 * up says that something could not be reached: the job goes on once it can, however long that takes. Any other error has it
 * tried again, with growing pauses.
 */
export type JobHandler = (job: RunningJob, context: JobContext) => Promise<void>;

export interface JobRunner {
  /** Once per kind, before the start. */
  handle(kind: string, handler: JobHandler): void;
  start(): void;
  /** Looks for jobs at once: after the commit of a transaction that enqueued one. */
  wake(): void;
  /** Carries out what is due, one after another, and comes back when nothing is. For tests and commands. */
  drain(): Promise<void>;
  /** Takes nothing more, tells running handlers, waits for them, and leaves what is not done to whoever comes next. */
  stop(): Promise<void>;
}

/** How a beginning of a job ended. */
export type JobEnd = 'done' | 'failed' | 'retried' | 'given_back' | 'lost';

/** Runs the beginning of a job, and measures it. */
export type ObserveJob = (kind: string, run: () => Promise<JobEnd>) => Promise<void>;

interface RunnerParts {
  db: Db;
  now: () => Date;
  log: FastifyBaseLogger;
  observe?: ObserveJob;
}

const unobserved: ObserveJob = async (_kind, run) => void (await run());

const FAILED_WORDS = 'This could not be finished because of a fault on our side. It may be started again.';

export function jobRunner({ db, now, log, observe = unobserved }: RunnerParts): JobRunner {
  const handlers = new Map<string, JobHandler>();
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let lookAgain = false;

  const leaseEnds = (): Date => new Date(now().getTime() + LEASE_MS);

  /** Says how the job ended, or when it is tried again. */
  const settle = async (job: JobRow, error: unknown): Promise<JobEnd> => {
    if (error instanceof LeaseLost) return 'lost';
    if (error === undefined) {
      await changeHeldJob(db, job, { state: 'done', leased_until: null, finished_at: now() });
      return 'done';
    }
    if (error instanceof Refusal && error.statusCode >= 500) {
      log.warn({ err: error, job: job.id, kind: job.kind }, 'a job could not reach what it needs; it goes on later');
      await changeHeldJob(db, job, {
        state: 'pending',
        leased_until: null,
        run_at: new Date(now().getTime() + UNAVAILABLE_PAUSE_MS),
        attempts: job.attempts - 1,
      });
      return 'given_back';
    }
    if (error instanceof Refusal) {
      await changeHeldJob(db, job, {
        state: 'failed',
        leased_until: null,
        finished_at: now(),
        message: error.message,
      });
      return 'failed';
    }
    if (stopping.signal.aborted) {
      // This beginning does not count: being restarted is no failure.
      await changeHeldJob(db, job, { state: 'pending', leased_until: null, attempts: job.attempts - 1 });
      return 'given_back';
    }
    if (job.attempts >= MOST_ATTEMPTS) {
      log.error({ err: error, job: job.id, kind: job.kind }, 'a job failed for good');
      await changeHeldJob(db, job, { state: 'failed', leased_until: null, finished_at: now(), message: FAILED_WORDS });
      return 'failed';
    }
    log.warn({ err: error, job: job.id, kind: job.kind, attempts: job.attempts }, 'a job failed; it is tried again');
    const pause = FIRST_PAUSE_MS * 3 ** (job.attempts - 1);
    await changeHeldJob(db, job, {
      state: 'pending',
      leased_until: null,
      run_at: new Date(now().getTime() + pause),
    });
    return 'retried';
  };

  const carryOut = (job: JobRow, handler: JobHandler): Promise<void> =>
    observe(job.kind, () => carryOutOnce(job, handler));

  const carryOutOnce = async (job: JobRow, handler: JobHandler): Promise<JobEnd> => {
    const renewal = setInterval(() => {
      changeHeldJob(db, job, { leased_until: leaseEnds() }).catch((err: unknown) =>
        log.warn({ err, job: job.id }, 'the lease of a job could not be renewed'),
      );
    }, RENEW_MS);
    const context: JobContext = {
      db,
      now,
      signal: stopping.signal,
      async saveProgress(transaction, progress) {
        const change = { progress: JSON.stringify(progress), leased_until: leaseEnds() };
        if (!(await changeHeldJob(transaction, job, change))) throw new LeaseLost(`Job ${job.id} has been taken.`);
      },
    };
    let failure: unknown;
    try {
      // A process that died each time it came this far has counted up without an error that could be caught.
      if (job.attempts > MOST_ATTEMPTS) throw new Error('The job was begun too often without coming to an end.');
      await handler(
        {
          practice: job.practice_id,
          id: job.id,
          input: job.input,
          progress: job.progress,
          actor: requesterOf(job),
          attempt: job.attempts,
        },
        context,
      );
    } catch (error) {
      failure = error ?? new Error('A job failed without saying why.');
    } finally {
      clearInterval(renewal);
    }
    return settle(job, failure);
  };

  const take = async (): Promise<{ job: JobRow; handler: JobHandler } | undefined> => {
    if (handlers.size === 0 || stopping.signal.aborted) return undefined;
    const job = await takeJob(db, [...handlers.keys()], now(), leaseEnds());
    const handler = job && handlers.get(job.kind);
    return handler && { job, handler };
  };

  const look = async (): Promise<void> => {
    while (running.size < AT_ONCE) {
      const taken = await take();
      if (!taken) return;
      const run = carryOut(taken.job, taken.handler)
        .catch((err: unknown) => log.error({ err, job: taken.job.id }, 'the end of a job could not be written'))
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
      timer ??= setInterval(() => runner.wake(), POLL_MS);
      runner.wake();
    },
    wake() {
      if (timer === undefined || stopping.signal.aborted) return;
      if (looking) {
        lookAgain = true;
        return;
      }
      looking = look()
        .catch((err: unknown) => log.warn({ err }, 'jobs could not be looked for'))
        .finally(() => {
          looking = undefined;
          if (lookAgain) {
            lookAgain = false;
            runner.wake();
          }
        });
    },
    async drain() {
      for (let taken = await take(); taken; taken = await take()) await carryOut(taken.job, taken.handler);
    },
    async stop() {
      stopping.abort(new Error('The server stops.'));
      clearInterval(timer);
      await looking;
      await Promise.all(running);
    },
  };
  return runner;
}

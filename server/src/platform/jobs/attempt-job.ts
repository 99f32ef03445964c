/** One attempt of a job: its handler runs under a lease, and its outcome decides the job's next state. */
import type { FastifyBaseLogger } from 'fastify';
import type { Actor } from '../audit/actor.js';
import type { Db } from '../database/tables.js';
import { AppError } from '../errors/app-error.js';
import { type JobRow, updateLeasedJob, requesterOf } from './jobs-repository.js';

/** How long a lease lasts without renewal, in milliseconds. After that, another replica takes over the job. */
export const LEASE_MS = 15_000;
const RENEW_MS = 5_000;
/** After this many attempts an unexpected error is final. */
export const MAX_ATTEMPTS = 5;
/** Delay before a retry when the job couldn't reach its database or a provider, in milliseconds. */
const UNAVAILABLE_PAUSE_MS = 15_000;
/** Delay after the first unexpected error, in milliseconds; each further one is three times as long. */
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
 * that a service was unreachable: the job is retried without limit. Any other error is retried with increasing delays.
 */
export type JobHandler = (job: RunningJob, context: JobContext) => Promise<void>;

/** The result of one attempt of a job. */
export type JobEnd = 'done' | 'failed' | 'retried' | 'given_back' | 'lost';

const FAILED_MESSAGE = 'Something went wrong on our side, so this didn’t finish. Start it again.';

export interface AttemptParts {
  db: Db;
  now: () => Date;
  log: FastifyBaseLogger;
  /** Aborted when the server stops. */
  signal: AbortSignal;
}

export const leaseEnd = (now: Date): Date => new Date(now.getTime() + LEASE_MS);

/** Releases a job to other replicas. This attempt doesn't count, because a restart isn't a failure. */
export const releaseJob = (db: Db, job: JobRow): Promise<boolean> =>
  updateLeasedJob(db, job, { state: 'pending', leased_until: null, attempts: job.attempts - 1 });

/** Runs the job again later, without counting this attempt. */
async function postpone(db: Db, job: JobRow, runAt: Date): Promise<JobEnd> {
  await updateLeasedJob(db, job, {
    state: 'pending',
    leased_until: null,
    run_at: runAt,
    attempts: job.attempts - 1,
  });
  return 'given_back';
}

async function fail(db: Db, job: JobRow, message: string, now: Date): Promise<JobEnd> {
  await updateLeasedJob(db, job, { state: 'failed', leased_until: null, finished_at: now, message });
  return 'failed';
}

/** Writes the attempt's error, or the time of the next attempt. */
async function endWithError(job: JobRow, error: unknown, { db, now, log, signal }: AttemptParts): Promise<JobEnd> {
  const at = now();
  const after = (pauseMs: number): Date => new Date(at.getTime() + pauseMs);
  if (error instanceof LeaseLost) return 'lost';
  if (error instanceof RunLater) return postpone(db, job, error.at);
  if (error instanceof AppError && error.statusCode >= 500) {
    log.warn({ err: error, job: job.id, kind: job.kind }, 'a job could not reach what it needs; it resumes later');
    return postpone(db, job, after(UNAVAILABLE_PAUSE_MS));
  }
  if (error instanceof AppError) return fail(db, job, error.message, at);
  if (signal.aborted) {
    await releaseJob(db, job);
    return 'given_back';
  }
  if (job.attempts >= MAX_ATTEMPTS) {
    log.error({ err: error, job: job.id, kind: job.kind }, 'a job failed for good');
    return fail(db, job, FAILED_MESSAGE, at);
  }
  log.warn({ err: error, job: job.id, kind: job.kind, attempts: job.attempts }, 'a job failed; it is tried again');
  const runAt = after(FIRST_PAUSE_MS * 3 ** (job.attempts - 1));
  await updateLeasedJob(db, job, { state: 'pending', leased_until: null, run_at: runAt });
  return 'retried';
}

/** Renews the lease until the returned function is called. */
function keepLease(job: JobRow, { db, now, log }: AttemptParts): () => void {
  const renewal = setInterval(() => {
    updateLeasedJob(db, job, { leased_until: leaseEnd(now()) }).catch((err: unknown) =>
      log.warn({ err, job: job.id }, 'the lease of a job could not be renewed'),
    );
  }, RENEW_MS);
  return () => clearInterval(renewal);
}

/** Runs a claimed job's handler, and writes the outcome. */
export async function attemptJob(job: JobRow, handler: JobHandler, parts: AttemptParts): Promise<JobEnd> {
  const { db, now, signal } = parts;
  const endLease = keepLease(job, parts);
  const context: JobContext = {
    db,
    now,
    signal,
    async saveProgress(transaction, progress) {
      const change = { progress: JSON.stringify(progress), leased_until: leaseEnd(now()) };
      if (!(await updateLeasedJob(transaction, job, change))) throw new LeaseLost(`Job ${job.id} has been taken.`);
    },
  };
  try {
    // Each claim counts as an attempt. This catches a job that kills the process every time and so never reports an
    // error.
    if (job.attempts > MAX_ATTEMPTS) throw new Error('The job started too often without finishing.');
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
    endLease();
    return endWithError(job, error ?? new Error('A job failed without a reason.'), parts);
  }
  endLease();
  await updateLeasedJob(db, job, { state: 'done', leased_until: null, finished_at: now() });
  return 'done';
}

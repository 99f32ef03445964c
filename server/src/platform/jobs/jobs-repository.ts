/** Rows of jobs: background work (docs/decisions/0014). */
import { createHash, randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Actor, AuditContext } from '../audit/actor.js';
import { prepared } from '../database/prepared.js';
import type { Db, NewRow, Row } from '../database/tables.js';
import { AppError } from '../errors/app-error.js';

export type JobRow = Row<'jobs'>;

export interface NewJob extends AuditContext {
  /** 0 for jobs without a practice. */
  practiceId: number;
  kind: string;
  /** The handler's input. */
  input: unknown;
  /** The initial progress. */
  progress: unknown;
  /** The job doesn't run before this time. Absent: it runs immediately. */
  runAt?: Date;
}

const rowOf = (job: NewJob, id: string, runAt: Date): NewRow<'jobs'> => ({
  practice_id: job.practiceId,
  id,
  kind: job.kind,
  state: 'pending',
  input: JSON.stringify(job.input),
  progress: JSON.stringify(job.progress),
  requested_at: job.now,
  requested_by_kind: job.actor.kind,
  requested_by_id: job.actor.id,
  requested_by_name: job.actor.name,
  run_at: runAt,
});

/** Maximum number of unfinished jobs of one practice. */
const MAX_UNFINISHED = 20;

/** Counts up to the limit. */
async function countUnfinished(db: Db, practiceId: number): Promise<number> {
  const rows = await db
    .selectFrom('jobs')
    .select('id')
    .where('practice_id', '=', practiceId)
    .where('state', 'in', ['pending', 'running'])
    .limit(MAX_UNFINISHED)
    .execute();
  return rows.length;
}

/**
 * Writes a job in the caller's transaction. Wake the runner after the commit.
 *
 * @returns its id
 * @throws AppError `too_many_jobs` when a practice has too many unfinished jobs
 */
export async function enqueue(transaction: Db, job: NewJob): Promise<string> {
  if (job.practiceId !== 0 && (await countUnfinished(transaction, job.practiceId)) >= MAX_UNFINISHED) {
    throw new AppError(429, 'too_many_jobs', 'This practice has too much work waiting. Try again in a few minutes.', {
      retryAfter: 60,
    });
  }
  const id = randomUUID();
  await transaction
    .insertInto('jobs')
    .values(rowOf(job, id, job.runAt ?? job.now))
    .execute();
  return id;
}

/** Derives an id from a job's name. */
function idOfName(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

/**
 * Enqueues a job with a unique name, e.g. a day. Only one exists, however often it is enqueued.
 *
 * @returns false when it already existed
 */
export async function enqueueOnce(db: Db, job: NewJob & { name: string; runAt: Date }): Promise<boolean> {
  const result = await db
    .insertInto('jobs')
    .values(rowOf(job, idOfName(`${job.kind} ${job.name}`), job.runAt))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** The newest job of a kind, in any state. */
export async function latestJob(db: Db, practiceId: number, kind: string): Promise<JobRow | undefined> {
  return (await latestJobs(db, practiceId, [kind])).get(kind);
}

/** The latest job of each kind, by kind. A kind without a job has no entry. */
export async function latestJobs(
  db: Db,
  practiceId: number,
  kinds: readonly string[],
): Promise<ReadonlyMap<string, JobRow>> {
  const rows = await db
    .selectFrom(sql<{ kind: string }>`unnest(${kinds}::text[])`.as<'wanted'>(sql`wanted (kind)`))
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('jobs')
          .selectAll()
          .where('practice_id', '=', practiceId)
          .whereRef('jobs.kind', '=', 'wanted.kind')
          .orderBy('requested_at', 'desc')
          .orderBy('id')
          .limit(1)
          .as('latest'),
      (join) => join.onTrue(),
    )
    .selectAll('latest')
    .execute();
  return new Map(rows.map((row) => [row.kind, row]));
}

/** True while a job of the kind waits or runs. */
export async function hasUnfinishedJob(db: Db, practiceId: number, kind: string): Promise<boolean> {
  const row = await db
    .selectFrom('jobs')
    .select('id')
    .where('practice_id', '=', practiceId)
    .where('kind', '=', kind)
    .where('state', 'in', ['pending', 'running'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The person or service that requested the job. */
export function requesterOf(job: JobRow): Actor {
  const kind = job.requested_by_kind;
  return {
    kind: kind === 'person' || kind === 'deploy-token' ? kind : 'system',
    id: job.requested_by_id,
    name: job.requested_by_name,
  };
}

const dueRows = prepared((db, kinds: RawBuilder<string[]>, now: RawBuilder<Date>, until: RawBuilder<Date>) =>
  db
    .updateTable('jobs')
    .set({ state: 'running', leased_until: sql<Date>`${until}::timestamptz`, attempts: sql`attempts + 1` })
    .where(
      sql<boolean>`(practice_id, id) = (
        select due.practice_id, due.id from jobs as due
        left join (
          select practice_id, count(*) as count from jobs
          where state = 'running' and leased_until > ${now}::timestamptz group by practice_id
        ) as running on running.practice_id = due.practice_id
        where due.state in ('pending', 'running') and due.run_at <= ${now}::timestamptz
          and (due.leased_until is null or due.leased_until <= ${now}::timestamptz) and due.kind = any(${kinds}::text[])
        order by coalesce(running.count, 0), due.run_at, due.id limit 1
        for update of due skip locked)`,
    )
    .returning([
      'practice_id',
      'id',
      'kind',
      'state',
      'input',
      'progress',
      'requested_at',
      'requested_by_kind',
      'requested_by_id',
      'requested_by_name',
      'run_at',
      'leased_until',
      'attempts',
      'finished_at',
      'message',
    ]),
);

/**
 * Claims a due job of these kinds until the lease ends. Undefined when none is due. Practices take turns: the practice
 * with the fewest running jobs comes first, with its longest waiting job.
 */
export async function claimJob(db: Db, kinds: string[], now: Date, leaseEnds: Date): Promise<JobRow | undefined> {
  return (await dueRows(db, kinds, now, leaseEnds))[0];
}

/**
 * Updates a job if this replica still leases it. Each claim increments `attempts`, so the count distinguishes the
 * current holder from a replica whose lease has ended.
 *
 * @returns false when it is no longer this replica's
 */
export async function updateLeasedJob(
  db: Db,
  leased: Pick<JobRow, 'practice_id' | 'id' | 'attempts'>,
  change: Partial<Pick<JobRow, 'state' | 'leased_until' | 'attempts' | 'run_at' | 'finished_at' | 'message'>> & {
    progress?: string;
  },
): Promise<boolean> {
  const result = await db
    .updateTable('jobs')
    .set(change)
    .where('practice_id', '=', leased.practice_id)
    .where('id', '=', leased.id)
    .where('attempts', '=', leased.attempts)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Releases every lease. For the start of a replica with its own database, where no other replica can hold one. */
export async function releaseAllLeases(db: Db): Promise<void> {
  await db.updateTable('jobs').set({ leased_until: null }).where('state', '=', 'running').execute();
}

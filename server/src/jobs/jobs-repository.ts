/** Rows of jobs: work behind a call (docs/decisions/0014). */
import { createHash, randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Actor, Doing } from '../audit/actor.js';
import { prepared } from '../database/prepared.js';
import type { Db, NewRow, Row } from '../database/tables.js';
import { Refusal } from '../http/refusal.js';

export type JobRow = Row<'jobs'>;

export interface NewJob extends Doing {
  /** 0 for what belongs to no practice. */
  practice: number;
  kind: string;
  /** What to do. */
  input: unknown;
  /** How far it is, before it has begun. */
  progress: unknown;
  /** Not before this time; at once when absent. */
  runAt?: Date;
}

const rowOf = (job: NewJob, id: string, runAt: Date): NewRow<'jobs'> => ({
  practice_id: job.practice,
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

/** Unfinished jobs of one practice. */
const MAX_UNFINISHED = 20;

/** Enough for one more than may be there. */
async function countUnfinished(db: Db, practice: number): Promise<number> {
  const rows = await db
    .selectFrom('jobs')
    .select('id')
    .where('practice_id', '=', practice)
    .where('state', 'in', ['pending', 'running'])
    .limit(MAX_UNFINISHED)
    .execute();
  return rows.length;
}

/**
 * Writes a job, in the transaction of whatever asks for it. Wake the runner once that has been committed.
 *
 * @returns its id
 * @throws Refusal `too_many_jobs` when a practice has as many unfinished ones as it may
 */
export async function enqueue(transaction: Db, job: NewJob): Promise<string> {
  if (job.practice !== 0 && (await countUnfinished(transaction, job.practice)) >= MAX_UNFINISHED) {
    throw new Refusal(429, 'too_many_jobs', 'This practice has too much work waiting. Try again in a few minutes.', {
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

/** An id that is the same wherever the same job is named. */
function idOfName(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

/**
 * Writes a job for later that has a name of its own, e.g. a day: it is there once, whoever asks for it how often.
 *
 * @returns false when it was there
 */
export async function enqueueOnce(db: Db, job: NewJob & { name: string; runAt: Date }): Promise<boolean> {
  const result = await db
    .insertInto('jobs')
    .values(rowOf(job, idOfName(`${job.kind} ${job.name}`), job.runAt))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** The newest job of a kind, whatever has become of it. */
export function latestJob(db: Db, practice: number, kind: string): Promise<JobRow | undefined> {
  return db
    .selectFrom('jobs')
    .selectAll()
    .where('practice_id', '=', practice)
    .where('kind', '=', kind)
    .orderBy('requested_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** True while a job of the kind waits or runs. */
export async function hasUnfinishedJob(db: Db, practice: number, kind: string): Promise<boolean> {
  const row = await db
    .selectFrom('jobs')
    .select('id')
    .where('practice_id', '=', practice)
    .where('kind', '=', kind)
    .where('state', 'in', ['pending', 'running'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Those of a kind that wait or run, in the order in which they were asked for. */
export function listUnfinishedJobs(db: Db, practice: number, kind: string): Promise<JobRow[]> {
  return db
    .selectFrom('jobs')
    .selectAll()
    .where('practice_id', '=', practice)
    .where('kind', '=', kind)
    .where('state', 'in', ['pending', 'running'])
    .orderBy('requested_at')
    .execute();
}

/** @returns false when the job is over, or was deleted before */
export async function deleteUnfinishedJob(transaction: Db, practice: number, id: string): Promise<boolean> {
  const result = await transaction
    .deleteFrom('jobs')
    .where('practice_id', '=', practice)
    .where('id', '=', id)
    .where('state', 'in', ['pending', 'running'])
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Who asked for the job. */
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
 * Takes a job of these kinds until the lease ends; undefined when none is due. Practices take turns: the one with the fewest
 * running jobs comes first, and of its jobs the one that has waited longest.
 */
export async function takeJob(db: Db, kinds: string[], now: Date, leaseEnds: Date): Promise<JobRow | undefined> {
  return (await dueRows(db, kinds, now, leaseEnds))[0];
}

/**
 * Changes a job that this copy still has. Each taking counts `attempts` up, so the count tells a copy whose lease has
 * ended, and whose job another one took, from the one that has it.
 *
 * @returns false when it is no longer this copy's
 */
export async function changeHeldJob(
  db: Db,
  held: Pick<JobRow, 'practice_id' | 'id' | 'attempts'>,
  change: Partial<Pick<JobRow, 'state' | 'leased_until' | 'attempts' | 'run_at' | 'finished_at' | 'message'>> & {
    progress?: string;
  },
): Promise<boolean> {
  const result = await db
    .updateTable('jobs')
    .set(change)
    .where('practice_id', '=', held.practice_id)
    .where('id', '=', held.id)
    .where('attempts', '=', held.attempts)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Gives up every lease: for the start of a copy that has its database alone, where nobody else can hold one. */
export async function releaseAllLeases(db: Db): Promise<void> {
  await db.updateTable('jobs').set({ leased_until: null }).where('state', '=', 'running').execute();
}

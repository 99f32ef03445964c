/** Reads the audit log in write order. */
import { sql } from 'kysely';
import type { Db, Row } from '../../platform/database/tables.js';

/** Positions in write order. They are 64 bits wide, so they are strings. */
export interface SequenceRange {
  /** Exclusive. */
  after: string;
  /** Inclusive. */
  upTo: string;
}

export interface TimeRange {
  /** Inclusive. */
  from: Date | undefined;
  /** Exclusive. */
  to: Date | undefined;
}

const POLL_INTERVAL_MS = 20;
const MAX_WAIT_MS = 10_000;

/**
 * The open transactions that have written entries or are about to. A writer takes this lock before the entry's
 * position.
 */
async function writers(db: Db): Promise<string[]> {
  const { rows } = await sql<{ writer: string }>`
    select distinct virtualtransaction as writer from pg_locks
    where locktype = 'relation' and relation = 'audit_log'::regclass and mode = 'RowExclusiveLock'
      and database = (select oid from pg_database where datname = current_database())
  `.execute(db);
  return rows.map(({ writer }) => writer);
}

/**
 * The last position that a reader may continue from. A transaction may take its position early and commit late, so the
 * newest entry isn't enough: an entry with an earlier position could appear later, and the reader would miss it. Waits
 * only for the transactions that may have a position up to it.
 *
 * @returns undefined when a transaction takes too long
 */
export async function settledSequence(db: Db, maxWaitMs = MAX_WAIT_MS): Promise<string | undefined> {
  const { rows } = await sql<{ last: string }>`select last_value::text as last from audit_log_sequence`.execute(db);
  const deadline = Date.now() + maxWaitMs;
  for (let open = await writers(db); open.length > 0;) {
    if (Date.now() >= deadline) return undefined;
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    const present = new Set(await writers(db));
    open = open.filter((writer) => present.has(writer));
  }
  return rows[0]?.last;
}

const within = ({ from, to }: TimeRange) => {
  const conditions = [
    ...(from === undefined ? [] : [sql<boolean>`at >= ${from}`]),
    ...(to === undefined ? [] : [sql<boolean>`at < ${to}`]),
  ];
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
};

/** The positions of a period's first and last entry, by an index on time; undefined without entries. */
export async function sequenceRangeOf(db: Db, period: TimeRange): Promise<SequenceRange | undefined> {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select (min(sequence) - 1)::text as first, max(sequence)::text as last from audit_log where ${within(period)}
  `.execute(db);
  const [row] = rows;
  return row?.first == null || row.last === null ? undefined : { after: row.first, upTo: row.last };
}

/** The next entries of the range, in write order. */
export async function listInOrder(
  db: Db,
  { after, upTo }: SequenceRange,
  period: TimeRange,
  limit: number,
): Promise<Row<'audit_log'>[]> {
  const { rows } = await sql<Row<'audit_log'>>`
    select * from audit_log
    where sequence > ${after}::bigint and sequence <= ${upTo}::bigint and ${within(period)}
    order by sequence limit ${limit}
  `.execute(db);
  return rows;
}

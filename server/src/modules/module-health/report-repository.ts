import { sql } from 'kysely';
import { insertRows } from '../../platform/database/json-rows.js';
import type { Db } from '../../platform/database/tables.js';
import { type ReportRows, type Reporter, dayOf } from './report-rows.js';

/** Maximum number of different errors per version. The most recent ones stay. */
export const MAX_ERRORS = 100;

const ofVersion = { module: 'text', version: 'text' };
const ofDay = { ...ofVersion, day: 'date' };

/** Adds a report to the stored rows. */
export async function addToRows(transaction: Db, rows: ReportRows): Promise<void> {
  await addVisits(transaction, rows);
  await addErrors(transaction, rows);
  await addCalls(transaction, rows);
}

async function addVisits(transaction: Db, { visits, contributions, vitals }: ReportRows): Promise<void> {
  await insertRows(
    transaction,
    'module_visits',
    { ...ofDay, person_id: 'uuid', canary_id: 'uuid', visits: 'integer', failures: 'integer' },
    visits,
    sql`(module, version, day, person_id, canary_id) do update set
      visits = module_visits.visits + excluded.visits, failures = module_visits.failures + excluded.failures`,
  );
  await insertRows(
    transaction,
    'contribution_loads',
    {
      ...ofDay,
      contribution: 'text',
      loads: 'integer',
      failures: 'integer',
      total_ms: 'double precision',
      slowest_ms: 'integer',
    },
    contributions,
    sql`(module, version, day, contribution) do update set
      loads = contribution_loads.loads + excluded.loads, failures = contribution_loads.failures + excluded.failures,
      total_ms = contribution_loads.total_ms + excluded.total_ms,
      slowest_ms = greatest(contribution_loads.slowest_ms, excluded.slowest_ms)`,
  );
  await insertRows(
    transaction,
    'module_vitals',
    { ...ofDay, name: 'text', bucket: 'integer', readings: 'integer' },
    vitals,
    sql`(module, version, day, name, bucket) do update set readings = module_vitals.readings + excluded.readings`,
  );
}

async function addErrors(transaction: Db, { errors, errorDays }: ReportRows): Promise<void> {
  await insertRows(
    transaction,
    'browser_errors',
    {
      ...ofVersion,
      fingerprint: 'text',
      message: 'text',
      source: 'text',
      count: 'integer',
      first_at: 'timestamptz',
      last_at: 'timestamptz',
    },
    errors,
    sql`(module, version, fingerprint) do update set
      count = browser_errors.count + excluded.count, last_at = greatest(browser_errors.last_at, excluded.last_at)`,
  );
  await insertRows(
    transaction,
    'browser_error_days',
    { ...ofDay, count: 'integer' },
    errorDays,
    sql`(module, version, day) do update set count = browser_error_days.count + excluded.count`,
  );
  for (const { module, version } of errorDays) await forgetOldestErrors(transaction, { module, version });
}

async function addCalls(transaction: Db, { calls, firstCalls }: ReportRows): Promise<void> {
  await insertRows(
    transaction,
    'browser_calls',
    {
      ...ofDay,
      call: 'text',
      calls: 'integer',
      failed: 'integer',
      total_ms: 'double precision',
      slowest_ms: 'integer',
    },
    calls,
    sql`(module, version, day, call) do update set
      calls = browser_calls.calls + excluded.calls, failed = browser_calls.failed + excluded.failed,
      total_ms = browser_calls.total_ms + excluded.total_ms,
      slowest_ms = greatest(browser_calls.slowest_ms, excluded.slowest_ms)`,
  );
  await insertRows(
    transaction,
    'module_first_calls',
    { ...ofDay, call: 'text', calls: 'integer', total_ms: 'double precision' },
    firstCalls,
    sql`(module, version, day, call) do update set
      calls = module_first_calls.calls + excluded.calls, total_ms = module_first_calls.total_ms + excluded.total_ms`,
  );
}

/** Forged errors can displace others, but errors that still occur return with their next report. */
async function forgetOldestErrors(transaction: Db, { module, version }: Reporter): Promise<void> {
  await sql`
    delete from browser_errors where module = ${module} and version = ${version} and fingerprint in (
      select fingerprint from browser_errors where module = ${module} and version = ${version}
      order by last_at desc, fingerprint offset ${MAX_ERRORS})`.execute(transaction);
}

/** The reporters whose versions were ever live or a canary. */
export async function findReleased(db: Db, reporters: readonly Reporter[]): Promise<Reporter[]> {
  if (reporters.length === 0) return [];
  return db
    .selectFrom('module_versions')
    .select(['module', 'version'])
    .where((where) =>
      where.or(
        reporters.map(({ module, version }) =>
          where.and([where('module', '=', module), where('version', '=', version)]),
        ),
      ),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('module_moves')
          .select('number')
          .whereRef('module_moves.module', '=', 'module_versions.module')
          .whereRef('module_moves.to_version', '=', 'module_versions.version'),
      ),
    )
    .execute();
}

/** Records that this console serves a version of the shell. */
export async function recordShellVersion(db: Db, version: string, now: Date): Promise<void> {
  await db
    .insertInto('shell_versions')
    .values({ version, first_seen_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function isServedShell(db: Db, version: string): Promise<boolean> {
  const row = await db.selectFrom('shell_versions').select('version').where('version', '=', version).executeTakeFirst();
  return row !== undefined;
}

const A_DAY_MS = 86_400_000;
/** The longest period that the page can show, in days. */
export const RETENTION_DAYS = 30;

/**
 * Deletes reports that are older than 30 days.
 *
 * @returns the number of deleted rows
 */
export async function deleteOldReports(db: Db, now: Date): Promise<number> {
  const since = new Date(now.getTime() - RETENTION_DAYS * A_DAY_MS);
  const day = dayOf(since);
  const results = [
    await db.deleteFrom('module_visits').where('day', '<', day).executeTakeFirst(),
    await db.deleteFrom('contribution_loads').where('day', '<', day).executeTakeFirst(),
    await db.deleteFrom('module_vitals').where('day', '<', day).executeTakeFirst(),
    await db.deleteFrom('browser_error_days').where('day', '<', day).executeTakeFirst(),
    await db.deleteFrom('browser_calls').where('day', '<', day).executeTakeFirst(),
    await db.deleteFrom('module_first_calls').where('day', '<', day).executeTakeFirst(),
    await db.deleteFrom('browser_errors').where('last_at', '<', since).executeTakeFirst(),
    await db.deleteFrom('browser_report_limits').where('window_started_at', '<', since).executeTakeFirst(),
  ];
  return results.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0);
}

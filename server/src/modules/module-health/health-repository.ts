/** Reads reports, summed over days. */
import { sql } from 'kysely';
import type { VitalName } from 'shared-api/contracts';
import type { Db } from '../../platform/database/tables.js';
import type { Reporter } from './report-rows.js';

/** Maximum number of rows in a list of the page. */
const MAX_LISTED = 100;

const sum = (column: string) => sql<number>`sum(${sql.ref(column)})::integer`;

/**
 * Counts people before grouping, which takes half the time of `count(distinct …)`.
 *
 * @param since first day, `YYYY-MM-DD`
 */
export function visitsSince(db: Db, since: string) {
  return db
    .selectFrom((of) =>
      of
        .selectFrom('module_visits')
        .select(['module', 'version', sum('visits').as('visits'), sum('failures').as('failures')])
        .where('day', '>=', since)
        .groupBy(['module', 'version', 'person_id'])
        .as('by_person'),
    )
    .select([
      'module',
      'version',
      sql<number>`count(*)::integer`.as('people'),
      sql<number>`(count(*) filter (where failures > 0))::integer`.as('failing_people'),
      sum('visits').as('visits'),
      sum('failures').as('failed_visits'),
    ])
    .groupBy(['module', 'version'])
    .execute();
}

/** By module, contribution and version. */
export function contributionsSince(db: Db, since: string) {
  return db
    .selectFrom('contribution_loads')
    .select([
      'module',
      'contribution as name',
      'version',
      sum('loads').as('loads'),
      sum('failures').as('failed'),
      sql<number>`round(sum(total_ms) / sum(loads))::integer`.as('average_ms'),
      sql<number>`max(slowest_ms)`.as('slowest_ms'),
    ])
    .where('day', '>=', since)
    .groupBy(['module', 'contribution', 'version'])
    .orderBy('module')
    .orderBy('contribution')
    .orderBy('version')
    .execute();
}

export async function vitalsSince(db: Db, since: string) {
  const rows = await db
    .selectFrom('module_vitals')
    .select(['module', 'version', 'name', 'bucket', sum('readings').as('readings')])
    .where('day', '>=', since)
    .groupBy(['module', 'version', 'name', 'bucket'])
    .execute();
  // Names were validated against the contract before they were written.
  return rows.map((row) => ({ ...row, name: row.name as VitalName }));
}

export function errorCountsSince(db: Db, since: string) {
  return db
    .selectFrom('browser_error_days')
    .select(['module', 'version', sum('count').as('errors')])
    .where('day', '>=', since)
    .groupBy(['module', 'version'])
    .execute();
}

/** Most recent first. */
export function errorsSince(db: Db, since: Date) {
  return db
    .selectFrom('browser_errors')
    .select(['module', 'version', 'message', 'source', 'count', 'first_at', 'last_at'])
    .where('last_at', '>=', since)
    .orderBy('last_at', 'desc')
    .orderBy('module')
    .orderBy('version')
    .orderBy('fingerprint')
    .limit(MAX_LISTED)
    .execute();
}

/** Most frequent first. */
export function callsSince(db: Db, since: string) {
  return db
    .selectFrom('browser_calls')
    .select([
      'module',
      'version',
      'call',
      sum('calls').as('count'),
      sum('failed').as('failed'),
      sql<number>`round(sum(total_ms) / sum(calls))::integer`.as('average_ms'),
      sql<number>`max(slowest_ms)`.as('slowest_ms'),
    ])
    .where('day', '>=', since)
    .groupBy(['module', 'version', 'call'])
    .orderBy('count', 'desc')
    .orderBy('module')
    .orderBy('version')
    .orderBy('call')
    .limit(MAX_LISTED)
    .execute();
}

/** The average wait for the first calls of pages, by module, version and call name. */
export function firstCallsSince(db: Db, since: string) {
  return db
    .selectFrom('module_first_calls')
    .select(['module', 'version', 'call', sql<number>`round(sum(total_ms) / sum(calls))::integer`.as('average_ms')])
    .where('day', '>=', since)
    .groupBy(['module', 'version', 'call'])
    .execute();
}

/** The date of each version: when a module version was published, or when a shell version was first seen. */
export async function agesOf(db: Db, reporters: readonly Reporter[]): Promise<Map<string, Map<string, Date>>> {
  const versions = [...new Set(reporters.map(({ version }) => version))];
  const [published, shells] = await Promise.all([
    db
      .selectFrom('module_versions')
      .select(['module', 'version', 'published_at as at'])
      .where('version', '=', sql<string>`any(${versions}::text[])`)
      .execute(),
    db
      .selectFrom('shell_versions')
      .select([sql<string>`'shell'`.as('module'), 'version', 'first_seen_at as at'])
      .execute(),
  ]);
  const ages = new Map<string, Map<string, Date>>();
  for (const { module, version, at } of [...published, ...shells]) {
    ages.set(module, (ages.get(module) ?? new Map<string, Date>()).set(version, at));
  }
  return ages;
}

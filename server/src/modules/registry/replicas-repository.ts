/** Replicas that run side by side, of the same and of earlier releases. */
import { sql } from 'kysely';
import semver from 'semver';
import { RELEASE } from '../../platform/config/release.js';
import { APPLICATION_NAME } from '../../platform/database/connection.js';
import type { Db } from '../../platform/database/tables.js';
import type { SharedUi } from './kit.js';

/** Heartbeat interval of a replica, in milliseconds. */
export const HEARTBEAT_MS = 10_000;
/** A replica silent for this long has ended. */
const MAX_SILENCE_MS = 60_000;
/** A replica of an earlier release records once a day, with its next page, that it serves its shell. */
const EARLIER_MS = 25 * 3_600_000;

export interface LocalRelease {
  /** Id of the replica. */
  id: string;
  sharedUi: SharedUi;
  /** Module → version. */
  localModules: Readonly<Record<string, string>>;
}

/** Records the replica's heartbeat, and deletes replicas that ended without signing off. */
export async function recordHeartbeat(db: Db, { id, sharedUi, localModules }: LocalRelease, now: Date): Promise<void> {
  const row = {
    release: RELEASE,
    shared_ui: sharedUi ?? null,
    local_modules: JSON.stringify(localModules),
    seen_at: now,
  };
  await db
    .insertInto('replicas')
    .values({ id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
  const since = new Date(now.getTime() - MAX_SILENCE_MS);
  await db.deleteFrom('replicas').where('seen_at', '<', since).execute();
}

/** Without an id, all of them. */
export async function deleteReplicas(db: Db, id?: string): Promise<void> {
  await db
    .deleteFrom('replicas')
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .execute();
}

/**
 * Replicas of an older release may not run next to this one (docs/operations.md, “Upgrade”). Only replicas of 2.5.0 and
 * later state their release, so this refuses none until a change that they can't live with raises it above that.
 */
const OLDEST_BESIDE = '1.2.0';

const isBeside = (release: string): boolean => semver.valid(release) !== null && semver.gte(release, OLDEST_BESIDE);

/** The server can't start because an outdated replica runs. The message is for the operator. */
export class OutdatedReplicaError extends Error {}

/**
 * Call it before the migrations, which could break the older replica.
 *
 * @throws OutdatedReplicaError
 */
export async function assertNoOutdatedReplica(db: Db, now: Date): Promise<void> {
  const { rows } = await sql<{ states: boolean }>`
    select exists (
      select from information_schema.columns
      where table_schema = any(current_schemas(false)) and table_name = 'replicas' and column_name = 'release'
    ) as states
  `.execute(db);
  if (!rows[0]?.states) return;
  const running = await db
    .selectFrom('replicas')
    .select('release')
    .where('seen_at', '>=', new Date(now.getTime() - MAX_SILENCE_MS))
    .execute();
  for (const { release } of running) {
    if (release === null || release === RELEASE || isBeside(release)) continue;
    const why = semver.valid(release)
      ? `Release ${RELEASE} can run next to ${OLDEST_BESIDE} or later.`
      : `That isn’t a version, so nobody knows whether release ${RELEASE} can run next to it.`;
    throw new OutdatedReplicaError(
      `A replica of release ${release} runs on this database. ${why} ` +
        'Stop that replica first; if it was killed, try again in a minute.',
    );
  }
}

/** The other running replicas. */
export async function listOtherReplicas(db: Db, id: string, now: Date): Promise<LocalRelease[]> {
  const rows = await db
    .selectFrom('replicas')
    .selectAll()
    .where('id', '<>', id)
    .where('seen_at', '>=', new Date(now.getTime() - MAX_SILENCE_MS))
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ id: row.id, sharedUi: row.shared_ui ?? undefined, localModules: row.local_modules }));
}

/**
 * True while a replica of a release before decision 0103 may serve pages. Such a replica has recorded its shell within
 * a day, and always has a database session without our name. If sessions aren't visible, e.g. in a distributed
 * database, this waits a day.
 */
export async function isEarlierReleaseServed(db: Db, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - EARLIER_MS);
  const { rows } = await sql<{ served: boolean }>`
    select
      exists (select from shell_builds where shared_ui is null and served_at > ${since})
      and (
        version() !~ '^PostgreSQL [0-9.]+ '
        or exists (
          select from pg_stat_activity
          where datname = current_database() and usename is not null and pid <> pg_backend_pid()
            and coalesce(application_name, '') not like ${`${APPLICATION_NAME}%`}
        )
      ) as served
  `.execute(db);
  return rows[0]?.served ?? false;
}

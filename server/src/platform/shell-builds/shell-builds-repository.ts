import { sql } from 'kysely';
import type { Db } from '../database/tables.js';

/** A build, with the version of the kit that it provides. */
export interface StoredBuild {
  id: string;
  sharedUi: string;
}

/** Records that a replica serves the build. @returns false if the build isn't stored */
export async function recordServedBuild(db: Db, { id, sharedUi }: StoredBuild, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('shell_builds')
    .set({ served_at: now, shared_ui: sharedUi })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stores a build with its files. Another replica may be storing the same one. @param files path → content */
export async function insertShellBuild(
  transaction: Db,
  { id: build, sharedUi }: StoredBuild,
  files: ReadonlyMap<string, Buffer>,
  now: Date,
): Promise<void> {
  await transaction
    .insertInto('shell_builds')
    .values({ id: build, served_at: now, shared_ui: sharedUi })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ served_at: now, shared_ui: sharedUi }))
    .execute();
  // One statement per file: a single one would be many megabytes large. In a fixed order, so that two replicas don't
  // deadlock.
  for (const path of [...files.keys()].sort()) {
    const content = files.get(path) ?? Buffer.alloc(0);
    await transaction
      .insertInto('shell_files')
      .values({ path, content })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await transaction
      .insertInto('shell_build_files')
      .values({ build, path })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

export async function findShellFile(db: Db, path: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('shell_files').select('content').where('path', '=', path).executeTakeFirst();
  return row?.content;
}

/** Deletes builds that no replica has served since then, and files that no other build has. */
export async function deleteShellBuilds(transaction: Db, servedBefore: Date): Promise<void> {
  const { numDeletedRows } = await transaction
    .deleteFrom('shell_builds')
    .where('served_at', '<', servedBefore)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return;
  await sql`
    delete from shell_files
    where not exists (select from shell_build_files where shell_build_files.path = shell_files.path)
  `.execute(transaction);
}

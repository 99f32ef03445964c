import type { SettingValue } from 'shared-api/contracts';
import type { AuditContext } from '../../platform/audit/actor.js';
import type { Db, Row } from '../../platform/database/tables.js';

export type StoredSettings = Row<'module_settings'>;

export function listSettings(db: Db): Promise<StoredSettings[]> {
  return db.selectFrom('module_settings').selectAll().execute();
}

export function findSettings(db: Db, module: string): Promise<StoredSettings | undefined> {
  return db.selectFrom('module_settings').selectAll().where('module', '=', module).executeTakeFirst();
}

/** Stores the settings of a locked module. @param before the currently stored values @returns the new version */
export async function storeSettings(
  transaction: Db,
  module: string,
  stored: Readonly<Record<string, SettingValue>>,
  before: StoredSettings | undefined,
  { actor, now }: AuditContext,
): Promise<number> {
  const version = (before?.version ?? 0) + 1;
  const row = {
    stored: JSON.stringify(stored),
    former: JSON.stringify(before?.stored ?? {}),
    version,
    changed_at: now,
    changed_by: actor.name,
  };
  await transaction
    .insertInto('module_settings')
    .values({ module, ...row })
    .onConflict((conflict) => conflict.column('module').doUpdateSet(row))
    .execute();
  return version;
}

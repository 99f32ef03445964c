/** Rows of previews. */
import type { Selectable } from 'kysely';
import type { Db } from '../../platform/database/tables.js';
import type { PublishedVersion } from './module-repository.js';
import type { ModulePreviewsTable } from './modules-tables.js';

export type PreviewRow = Selectable<ModulePreviewsTable>;

export function findPreview(db: Db, module: string, name: string): Promise<PreviewRow | undefined> {
  return db
    .selectFrom('module_previews')
    .selectAll()
    .where('module', '=', module)
    .where('name', '=', name)
    .executeTakeFirst();
}

/** For one module or all. */
export function listPreviews(db: Db, module?: string): Promise<PreviewRow[]> {
  return db
    .selectFrom('module_previews')
    .selectAll()
    .$if(module !== undefined, (query) => query.where('module', '=', module ?? ''))
    .orderBy('module')
    .orderBy('name')
    .execute();
}

/** The versions of all previews with stored files. */
export function listPreviewVersions(db: Db): Promise<PublishedVersion[]> {
  return db
    .selectFrom('module_versions')
    .selectAll()
    .where('pruned_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('module_previews')
          .select('name')
          .whereRef('module_previews.module', '=', 'module_versions.module')
          .whereRef('module_previews.version', '=', 'module_versions.version'),
      ),
    )
    .execute();
}

/** The module must be locked. */
export async function upsertPreview(transaction: Db, preview: PreviewRow): Promise<void> {
  const { module, name, people, ...others } = preview;
  const changed = { ...others, people: JSON.stringify(people) };
  await transaction
    .insertInto('module_previews')
    .values({ module, name, ...changed })
    .onConflict((conflict) => conflict.columns(['module', 'name']).doUpdateSet(changed))
    .execute();
}

/** @returns false if there is none */
export async function deletePreview(transaction: Db, module: string, name: string): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('module_previews')
    .where('module', '=', module)
    .where('name', '=', name)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

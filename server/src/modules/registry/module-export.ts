/** A stored version in its published form, for another console or for tests. */
import type { Db } from '../../platform/database/tables.js';
import { notFound } from '../../platform/errors/app-error.js';
import { findVersion, listFiles } from './module-repository.js';
import type { Upload } from './release-service.js';

/** @throws AppError `not_found` for a version that is unknown or whose files were pruned */
export async function exportVersion(db: Db, module: string, version: string): Promise<Upload> {
  const stored = await findVersion(db, module, version);
  if (!stored || stored.pruned_at !== null) throw notFound(`No files of ${module} ${version} are stored.`);
  const files = await listFiles(db, module, version);
  return {
    declaration: stored.declaration,
    build: stored.build,
    contents: Object.fromEntries(files.map(({ path, content }) => [path, content.toString('base64')])),
  };
}

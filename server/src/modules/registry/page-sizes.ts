/** How much code the pages of published versions load, measured from the stored files. */
import { sql } from 'kysely';
import type { ModuleRoute } from 'shared-api/contracts';
import type { Db } from '../../platform/database/tables.js';
import { findModule, type PublishedVersion } from './module-repository.js';
import { ownValue } from './own-value.js';

/** Growth above which a release is reported. */
const GROWTH_PERCENT = 10;

export interface MeasuredVersion extends Pick<PublishedVersion, 'module' | 'version' | 'build'> {
  /** `bytes`: of the scripts that a browser loads for the page, before compression. */
  pages: { route: ModuleRoute; bytes: number }[];
}

/** The versions with stored files, and the pages listed in their build. */
export async function measureVersions(
  db: Db,
  versions: readonly Pick<PublishedVersion, 'module' | 'version'>[],
): Promise<MeasuredVersion[]> {
  if (versions.length === 0) return [];
  const keys = sql.join(versions.map(({ module, version }) => sql`(${module}, ${version})`));
  const isOneOf = sql<boolean>`(module, version) in (${keys})`;
  const [published, files] = await Promise.all([
    db
      .selectFrom('module_versions')
      .select(['module', 'version', 'declaration', 'build'])
      .where(isOneOf)
      .where('pruned_at', 'is', null)
      .execute(),
    db
      .selectFrom('module_files')
      .select(['module', 'version', 'path', sql<number>`octet_length(content)`.as('bytes')])
      .where(isOneOf)
      .execute(),
  ]);
  const sizes = new Map(files.map(({ module, version, path, bytes }) => [`${module} ${version} ${path}`, bytes]));
  return published.map(({ module, version, declaration, build }) => ({
    module,
    version,
    build,
    pages: declaration.routes.flatMap((route) => {
      const page = ownValue(build.pages ?? {}, route.path);
      if (!page) return [];
      const loaded = new Set([build.entry, ...build.preload, ...page.preload]);
      const bytes = [...loaded].reduce((sum, file) => sum + (sizes.get(`${module} ${version} ${file}`) ?? 0), 0);
      return [{ route, bytes }];
    }),
  }));
}

/** The pages of a version that load much more code than in the live version; undefined if there are none. */
export async function grownPages(db: Db, module: string, version: string) {
  const since = (await findModule(db, module))?.live_version;
  if (typeof since !== 'string') return undefined;
  const measured = await measureVersions(db, [
    { module, version },
    { module, version: since },
  ]);
  const pagesOf = (of: string) => measured.find((one) => one.version === of)?.pages ?? [];
  const pages = pagesOf(version).flatMap(({ route: { path, title }, bytes }) => {
    const before = pagesOf(since).find(({ route }) => route.path === path)?.bytes;
    return before !== undefined && bytes > before * (1 + GROWTH_PERCENT / 100) ? [{ path, title, bytes, before }] : [];
  });
  return pages.length === 0 ? undefined : { since, pages };
}

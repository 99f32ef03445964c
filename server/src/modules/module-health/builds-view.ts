/** Shared dependencies and load sizes of live and previous module versions, for the module health page. */
import type { VersionBuild } from 'shared-api/contracts';
import type { Db } from '../../platform/database/tables.js';
import { callOf } from '../page/first-calls.js';
import { measureVersions } from '../registry/page-sizes.js';
import { firstCallsSince } from './health-repository.js';
import type { Reporter } from './report-rows.js';

/**
 * @param since first day of the waits, `YYYY-MM-DD`
 * @returns the builds of each module, in the order of `versions`
 */
export async function buildsOf(
  db: Db,
  versions: readonly Reporter[],
  since: string,
): Promise<(module: string) => VersionBuild[]> {
  const [measured, waits] = await Promise.all([measureVersions(db, versions), firstCallsSince(db, since)]);
  const waitFor = ({ module, version }: Reporter, urls: readonly string[] = []): number | null => {
    const names = urls.map((url) => callOf(url)?.name);
    const matches = waits.filter((one) => one.module === module && one.version === version && names.includes(one.call));
    return matches.length === 0 ? null : Math.max(...matches.map(({ average_ms }) => average_ms));
  };
  return (module) =>
    versions.flatMap(({ version, ...of }) =>
      measured
        .filter((one) => of.module === module && one.module === module && one.version === version)
        .map(({ build, pages }) => ({
          version,
          shared_ui: build.shared_ui,
          shared: build.shared,
          pages: pages.map(({ route: { path, title, first_calls }, bytes }) => ({
            path,
            title,
            bytes,
            first_calls_ms: waitFor({ module, version }, first_calls),
          })),
        })),
    );
}

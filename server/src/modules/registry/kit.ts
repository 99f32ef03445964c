/** Which versions of modules fit a version of the kit (shared-ui). Pure functions. */
import semver from 'semver';
import type { ModuleBuild } from 'shared-api/contracts';
import type { RecentVersion } from './pointer.js';

/** Version of shared-ui that a shell provides. Undefined where no shell is built: everything fits. */
export type SharedUi = string | undefined;

type Needs = Pick<ModuleBuild, 'shared_ui'>;

/** True when a shell with this kit can run the module. Promoting asks the same. */
export function fitsKit({ shared_ui: range }: Needs, kit: SharedUi): boolean {
  return kit === undefined || semver.satisfies(kit, range, { includePrerelease: true });
}

/** The same for the pages of a release that doesn't name its kit. @param kit the least that it has; null: nothing is known */
export function fitsEarlierPages(version: Needs, kit: string | null): boolean {
  return kit !== null && fitsKit(version, kit);
}

/** True when the module uses what only later kits have. */
function needsLaterKit({ shared_ui: range }: Needs, kit: SharedUi): boolean {
  return kit !== undefined && semver.valid(kit) !== null && semver.ltr(kit, range);
}

/**
 * The version for the pages of a shell: the most recent one that fits its kit. What a server offers to pages with another kit comes
 * last, because it may be of an earlier release than the live version. Without one that fits, a version that was made for an earlier kit
 * is better than a missing page. One that needs a later kit can't work.
 *
 * @param versions most recent first (`versionsByRecency`)
 */
export function versionForKit<V extends Needs & Pick<RecentVersion, 'offeredTo'>>(
  versions: readonly V[],
  kit: SharedUi,
): V | undefined {
  const isForOthers = ({ offeredTo }: V) => offeredTo !== undefined && offeredTo !== (kit ?? null);
  const ordered = [...versions.filter((version) => !isForOthers(version)), ...versions.filter(isForOthers)];
  return ordered.find((version) => fitsKit(version, kit)) ?? ordered.find((version) => !needsLaterKit(version, kit));
}

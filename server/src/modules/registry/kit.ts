/** Which module versions fit a version of the kit (shared-ui). Pure functions. */
import semver from 'semver';
import type { ModuleBuild } from 'shared-api/contracts';
import type { RecentVersion } from './pointer.js';

/** Version of shared-ui that a shell provides. Undefined if no shell is built: everything fits. */
export type SharedUi = string | undefined;

type Needs = Pick<ModuleBuild, 'shared_ui'>;

/** True when a shell with this kit can run the module. Promotions use the same rule. */
export function fitsKit({ shared_ui: range }: Needs, kit: SharedUi): boolean {
  return kit === undefined || semver.satisfies(kit, range, { includePrerelease: true });
}

/**
 * Like `fitsKit`, for the pages of a release that doesn't name its kit. @param kit its minimum version; null: unknown
 */
export function fitsEarlierPages(version: Needs, kit: string | null): boolean {
  return kit !== null && fitsKit(version, kit);
}

/** True when the module needs a later kit. */
function needsLaterKit({ shared_ui: range }: Needs, kit: SharedUi): boolean {
  return kit !== undefined && semver.valid(kit) !== null && semver.ltr(kit, range);
}

/**
 * The version for a shell's pages: the most recent one that fits its kit. Versions that a server offers to pages with
 * another kit come last, because they may be from an earlier release than the live version. If none fits, a version for
 * an earlier kit is better than a missing page. One that needs a later kit can't work.
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

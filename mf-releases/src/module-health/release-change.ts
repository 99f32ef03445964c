/** The changes that a person can make to the versions of a module, and whether a confirmed change is still current. Pure. */
import type { ModuleHealth } from 'shared-api/contracts';
import { hasFailed, versionIn } from './figures';

/** `withdraw` removes the canary, `rollback` moves the live version. */
export type Change = 'promote' | 'percent' | 'withdraw' | 'rollback';

/** The version that a change applies to; undefined when there is none. */
export function targetVersion(change: Change, module: ModuleHealth): string | undefined {
  return change === 'rollback' ? (module.live_version ?? undefined) : module.canary?.version;
}

/** The changes of the canary while one runs; otherwise the rollback of a live version that failed. */
export function availableChanges(module: ModuleHealth): Change[] {
  if (module.audience === null) return [];
  if (module.canary) return ['percent', 'withdraw', 'promote'];
  const live = versionIn(module, 'live');
  return live && hasFailed(live) && module.rollback_to !== null ? ['rollback'] : [];
}

/**
 * True while the version is still the canary. A canary can be withdrawn while its dialog is open. Promoting it after
 * that would give everyone a failed version.
 */
export function isStillCurrent(version: string, now: ModuleHealth | undefined): boolean {
  return now?.canary?.version === version;
}

/** True for a percentage that the server accepts for a canary. */
export function isCanaryPercent(percent: number | null): percent is number {
  return percent !== null && Number.isInteger(percent) && percent >= 1 && percent <= 99;
}

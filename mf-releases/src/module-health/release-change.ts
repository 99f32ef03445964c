/** What a person can do about a module's versions, and when it is still what they were asked about. Pure. */
import type { ModuleHealth } from 'shared-api/contracts';
import { hasFailed, versionIn } from './figures';

/** `withdraw` takes the canary away, `rollback` moves the live version. */
export type Change = 'promote' | 'percent' | 'withdraw' | 'rollback';

/** The version that a change is about; undefined where there is none. */
export function subjectOf(change: Change, module: ModuleHealth): string | undefined {
  return change === 'rollback' ? (module.live_version ?? undefined) : module.canary?.version;
}

/** What is offered: a canary's changes while one runs, and the way back from a live version that failed. */
export function offered(module: ModuleHealth): Change[] {
  if (module.audience === null) return [];
  if (module.canary) return ['percent', 'withdraw', 'promote'];
  const live = versionIn(module, 'live');
  return live && hasFailed(live) ? ['rollback'] : [];
}

/**
 * True while promoting the version or giving it to more people would still do what it said. A canary may be withdrawn
 * while its dialog is open: promoting would then bring a failed version to everyone.
 */
export function stillHolds(version: string, now: ModuleHealth | undefined): boolean {
  return now?.canary?.version === version;
}

/** True for a share that a canary can have; the server takes no other. */
export function isCanaryPercent(percent: number | null): percent is number {
  return percent !== null && Number.isInteger(percent) && percent >= 1 && percent <= 99;
}

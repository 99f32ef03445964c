/** Promotions that wait for a second super admin, and their execution on approval. */
import { canaryReachText, type ModuleManifest } from 'shared-api/contracts';
import type { AuditContext } from '../../platform/audit/actor.js';
import type { Db } from '../../platform/database/tables.js';
import { AppError } from '../../platform/errors/app-error.js';
import { startCanary } from './canaries.js';
import { applyManifest, buildIntegrity } from './module-manifest.js';
import { findModule, findVersion } from './module-repository.js';
import type { SharedUi } from './kit.js';
import type { PointerMove } from './pointer-moves.js';
import { promote } from './release-service.js';
import type { ManifestInput, PromotionInput } from '../../access/approvals/approvals-tables.js';
import type { WaitingRow } from '../../access/approvals/approvals-repository.js';
import { requestApproval, dryRun } from '../../access/approvals/request-approval.js';

type Wanted = Pick<PromotionInput, 'module' | 'version' | 'canary'>;

const runPromotion = (
  db: Db,
  { module, version, canary }: Wanted,
  sharedUi: SharedUi,
  audit: AuditContext,
): Promise<PointerMove> =>
  canary
    ? startCanary(db, { module, version, ...canary }, sharedUi, audit)
    : promote(db, { module, version }, sharedUi, audit);

function summaryOf({ module, version, canary }: Wanted, from: string | null): string {
  const instead = from === null ? '' : ` in place of ${from}`;
  if (!canary) return `Promote ${module} ${version} for everyone${instead}`;
  const { people = [], internal = false } = canary;
  const percent = canary.percent === 100 ? 0 : canary.percent;
  return `Give ${module} ${version} to ${canaryReachText({ percent, people, internal })}${from === null ? '' : `, next to ${from}`}`;
}

export interface WaitingPromotion extends PointerMove {
  /** Undefined if there is nothing to do. */
  waiting: WaitingRow | undefined;
}

/**
 * Requests a promotion. A dry run first refuses what would be refused later.
 *
 * @throws those of `promote` and `startCanary`
 */
export async function requestPromotion(
  db: Db,
  wanted: Wanted,
  sharedUi: SharedUi,
  audit: AuditContext,
): Promise<WaitingPromotion> {
  const moved = await dryRun(db, (transaction) => runPromotion(transaction, wanted, sharedUi, audit));
  // The version is already live. At most a canary ends, as in a rollback, which needs no approval.
  if (moved.from === moved.to) {
    return { ...(await runPromotion(db, wanted, sharedUi, audit)), waiting: undefined };
  }
  const [module, version] = await Promise.all([
    findModule(db, wanted.module),
    findVersion(db, wanted.module, wanted.version),
  ]);
  const from = module?.live_version ?? null;
  const input: PromotionInput = {
    kind: 'promotion',
    module: wanted.module,
    version: wanted.version,
    build: version ? buildIntegrity(version.build) : '',
    from,
    ...(wanted.canary && { canary: wanted.canary }),
  };
  const summary = summaryOf(wanted, from);
  const waiting = await requestApproval(db, { input, summary, module: wanted.module }, audit);
  return { from: moved.from, to: moved.to, waiting };
}

const outdated = (what: string): AppError =>
  new AppError(409, 'outdated', `${what} Decline it, and have it requested again.`);

/** Locks the module. @throws AppError `outdated` if the live version has changed since the request */
async function assertStillLive(transaction: Db, name: string, from: string | null): Promise<void> {
  const module = await findModule(transaction, name, { lock: true });
  const live = module?.live_version ?? null;
  if (live === from) return;
  throw outdated(`${name} ${live ?? 'nothing'} is live now, not ${from ?? 'nothing'} as when this was requested.`);
}

/**
 * Executes an approved promotion if the live version hasn't changed. @throws AppError `outdated`, and those of
 * `promote`
 */
export async function applyApprovedPromotion(
  transaction: Db,
  input: PromotionInput,
  sharedUi: SharedUi,
  audit: AuditContext,
): Promise<void> {
  await assertStillLive(transaction, input.module, input.from);
  const version = await findVersion(transaction, input.module, input.version);
  if (!version || buildIntegrity(version.build) !== input.build) {
    throw new AppError(
      409,
      'outdated',
      `${input.module} ${input.version} has other content than when this was requested.`,
    );
  }
  await runPromotion(transaction, input, sharedUi, audit);
}

/** Requests a manifest's versions. @returns undefined if all are already live @throws AppError `not_applicable` */
export async function requestManifest(
  db: Db,
  manifest: ModuleManifest,
  sharedUi: SharedUi,
  audit: AuditContext,
): Promise<WaitingRow | undefined> {
  const { changed } = await dryRun(db, (transaction) => applyManifest(transaction, manifest, sharedUi, audit));
  if (changed.length === 0) return undefined;
  const names = changed.map(({ module, to }) => `${module} ${to}`).join(', ');
  // The other modules already have the manifest's versions.
  const from = Object.fromEntries([
    ...Object.entries(manifest.modules).map(([module, { version }]) => [module, version] as const),
    ...changed.map((moved) => [moved.module, moved.from] as const),
  ]);
  const input: ManifestInput = { kind: 'manifest', manifest, from };
  return requestApproval(db, { input, summary: `Make the versions of a manifest live: ${names}` }, audit);
}

/**
 * Executes an approved manifest if none of its modules' live versions has changed.
 *
 * @throws AppError `outdated`, and those of `applyManifest`
 */
export async function applyApprovedManifest(
  transaction: Db,
  { manifest, from }: ManifestInput,
  sharedUi: SharedUi,
  audit: AuditContext,
): Promise<void> {
  if (from === undefined) throw outdated('This was requested before the console compared live versions.');
  // Sorted by name, in the order that `applyManifest` locks them.
  const live = new Map(Object.entries(from));
  for (const name of [...live.keys()].sort()) await assertStillLive(transaction, name, live.get(name) ?? null);
  await applyManifest(transaction, manifest, sharedUi, audit);
}

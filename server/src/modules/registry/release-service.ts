/** Publish, promote and roll back: the calls for releasing a module. */
import semver from 'semver';
import type { ModuleBuild, ModuleDeclaration, RollbackRequest } from 'shared-api/contracts';
import type { AuditContext } from '../../platform/audit/actor.js';
import { NO_PRACTICE, recordAudit } from '../../platform/audit/audit-log.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError, forbidden, invalid, notFound } from '../../platform/errors/app-error.js';
import { withdrawCanary } from './canaries.js';
import { contributionProblems, contributionsNotGranted } from './contributions-of-modules.js';
import { flagProblems } from './flags-of-modules.js';
import type { SharedUi } from './kit.js';
import { assertPathsFree } from './module-grants.js';
import {
  type CanaryRow,
  type GrantedModule,
  type ModuleMove,
  countStoredVersions,
  deleteCanary,
  findCanary,
  findModule,
  findVersion,
  listMoves,
  setLiveVersion,
  insertVersion,
  keepAfterPreview,
} from './module-repository.js';
import { readUpload, isSameBuild } from './module-upload.js';
import { type PointerMove, lockModule, recordMove, assertFitsEarlierPages, assertReleasable } from './pointer-moves.js';
import { latestMove, versionBefore } from './pointer.js';
import { pathsNotGranted } from './routes-of-modules.js';
import type { VerifiedStatement } from './signed-statements.js';

export interface Upload {
  declaration: ModuleDeclaration;
  build: ModuleBuild;
  /** Path inside the module → content in base64. */
  contents: Record<string, string>;
  /** True for a version uploaded only for a preview. */
  for_preview?: boolean | undefined;
}

export interface PublishOptions {
  /** Maximum number of stored versions of the module; no limit for builds of this machine. */
  maxVersions?: number;
  /** The pipeline's statement, if the console requires one. */
  signed?: VerifiedStatement | undefined;
}

async function assertGranted(db: Db, module: GrantedModule, declaration: ModuleDeclaration): Promise<void> {
  if (declaration.name !== module.name) {
    throw invalid(`This address publishes ${module.name}, not ${declaration.name}.`, {
      'declaration.name': 'Another module',
    });
  }
  await assertPathsFree(db, declaration);
  if (declaration.audience !== module.audience) {
    throw forbidden(`${module.name} is granted to the audience "${module.audience}", not "${declaration.audience}".`);
  }
  const others = pathsNotGranted(declaration, module.granted);
  const contributions = contributionsNotGranted(declaration, module.granted);
  const notGranted = [...others, ...contributions];
  if (notGranted.length > 0) {
    throw forbidden(
      `${module.name} is not granted ${notGranted.join(', ')}. Ask the operator of the console to grant the new module.json.`,
    );
  }
  const [problem] = contributionProblems(declaration);
  if (problem !== undefined) throw invalid(problem, { 'declaration.contributions': problem });
  const [flagProblem] = flagProblems(declaration);
  if (flagProblem !== undefined) throw invalid(flagProblem, { 'declaration.feature_flags': flagProblem });
}

/** @throws AppError `too_many_versions` */
async function assertRoomForVersion(transaction: Db, name: string, maxVersions: number): Promise<void> {
  if ((await countStoredVersions(transaction, name)) < maxVersions) return;
  throw new AppError(
    409,
    'too_many_versions',
    `${maxVersions} versions of ${name} are stored, and no more may be. ` +
      'Ask the operator to delete old ones (`module prune`), or to raise MODULE_VERSIONS_MAX.',
  );
}

/**
 * Stores a version with its files, without making it live.
 *
 * A version uploaded only for a preview becomes permanent when published otherwise.
 *
 * @returns true when this version already existed with the same content
 * @throws AppError `not_found`, `forbidden`, `route_taken`, `invalid`, `body_too_large`, `version_exists`,
 * `too_many_versions`
 */
export async function publish(
  db: Db,
  name: string,
  upload: Upload,
  { actor, now }: AuditContext,
  { maxVersions = Infinity, signed }: PublishOptions = {},
): Promise<boolean> {
  const { declaration, build, for_preview: forPreview = false } = upload;
  const stored = await findModule(db, name);
  if (!stored) throw notFound(`The module ${name} doesn’t exist.`);
  await assertGranted(db, stored, declaration);
  if (semver.validRange(build.shared_ui) === null) {
    throw invalid(`shared_ui: "${build.shared_ui}" is not a range of versions.`, { 'build.shared_ui': 'Not a range' });
  }
  const files = readUpload(build, upload.contents);
  return inTransaction(db, async (transaction) => {
    await lockModule(transaction, name);
    const published = await findVersion(transaction, name, build.version);
    if (published && !isSameBuild(published.build, build)) {
      throw new AppError(
        409,
        'version_exists',
        `${name} ${build.version} was already published with different content. Publish it under a new version.`,
      );
    }
    if (published && published.pruned_at === null) {
      if (published.for_preview && !forPreview) await keepAfterPreview(transaction, name, build.version);
      return true;
    }
    await assertRoomForVersion(transaction, name, maxVersions);
    await insertVersion(transaction, {
      ...{ declaration, build, files, signed, forPreview },
      publishedAt: now,
      publishedBy: actor.name,
    });
    await recordAudit(transaction, {
      practiceId: NO_PRACTICE,
      actor,
      at: now,
      action: 'module.publish',
      entity: 'module',
      entityId: name,
      after: { version: build.version, files: build.files, ...(signed && { pipeline: signed.pipeline }) },
    });
    return false;
  });
}

/** Makes the version live. */
async function movePointer(
  transaction: Db,
  module: GrantedModule,
  action: 'promote' | 'rollback',
  version: string,
  audit: AuditContext,
): Promise<PointerMove> {
  const moved = { from: module.live_version, to: version };
  await setLiveVersion(transaction, module.name, version);
  await recordMove(transaction, module.name, { action, ...moved }, audit);
  return moved;
}

/**
 * Makes a published version live for everyone. Promoting the live version changes nothing, unless a canary runs.
 * Promoting ends any canary: it was compared with the previous live version, so its counts say nothing about the new
 * one, and after a promotion everyone gets the same version.
 *
 * @throws AppError `not_found`, `pruned`, `not_granted`, `shared_ui_mismatch`
 */
export async function promote(
  db: Db,
  { module: name, version }: { module: string; version: string },
  sharedUi: SharedUi,
  audit: AuditContext,
): Promise<PointerMove> {
  return inTransaction(db, async (transaction) => {
    const module = await lockModule(transaction, name);
    const isLive = module.live_version === version;
    if (!isLive) {
      const target = await assertReleasable(transaction, module, version, sharedUi);
      await assertFitsEarlierPages(transaction, target, audit.now);
    }
    const canary = await findCanary(transaction, name);
    const other = canary?.version === version ? undefined : canary;
    if (other) await withdrawCanary(transaction, module, other, audit);
    else if (canary) await deleteCanary(transaction, name);
    const moved = isLive
      ? { from: version, to: version }
      : await movePointer(transaction, module, 'promote', version, audit);
    return { ...moved, ...(other && { withdrawn: other.version }) };
  });
}

export interface Rollback {
  module: string;
  /** The canary or version that the caller wants to roll back. Absent: whichever is current. */
  takenBack?: RollbackRequest | undefined;
}

function notCurrent(name: string, why: string): AppError {
  return new AppError(409, 'not_current', `A rollback of ${name} ${why}. Nothing was changed.`);
}

/** Rejects a rollback of something that the caller hasn't seen: a canary may end between reading and clicking. */
function assertRequestedTarget(module: GrantedModule, canary: CanaryRow | undefined, requested: RollbackRequest): void {
  const version = canary?.version ?? module.live_version;
  const role: RollbackRequest['role'] = canary ? 'canary' : 'live';
  if ((requested.version ?? version) === version && (requested.role ?? role) === role) return;
  const named = (as: RollbackRequest['role'], which: string | undefined): string =>
    ['the', as === 'canary' ? 'canary' : as === 'live' ? 'live version' : 'version', which].filter(Boolean).join(' ');
  const instead = version === null ? 'there is nothing to take back' : `it would take back ${named(role, version)}`;
  throw notCurrent(module.name, `does not take back ${named(requested.role, requested.version)} now: ${instead}`);
}

/**
 * Rejects a rollback of a live version that the caller didn't name, unless its promotion is the latest move. After a
 * withdrawal or a rollback, the caller may mean the version that is already gone.
 */
function assertNamed({ name, live_version: live }: GrantedModule, moves: readonly ModuleMove[]): void {
  const latest = latestMove(moves);
  if (latest === undefined || latest.action === 'promote') return;
  const reason = `${latest.action === 'withdraw' ? 'The canary ' : ''}${name} ${latest.from_version} was taken back already`;
  throw new AppError(
    409,
    'version_not_named',
    `${reason}. To take back the live version too, name it: ${live}. Nothing was changed.`,
  );
}

/**
 * Withdraws the canary. Without a canary, makes the previous live version live again.
 *
 * @throws AppError `not_current`, `version_not_named`, `nothing_before`, and those of `promote`
 */
export async function rollback(
  db: Db,
  { module: name, takenBack = {} }: Rollback,
  sharedUi: SharedUi,
  audit: AuditContext,
): Promise<PointerMove> {
  return inTransaction(db, async (transaction) => {
    const module = await lockModule(transaction, name);
    const canary = await findCanary(transaction, name);
    assertRequestedTarget(module, canary, takenBack);
    const moves = canary ? [] : await listMoves(transaction, name);
    const version = canary ? module.live_version : versionBefore(moves);
    if (takenBack.to !== undefined && takenBack.to !== version) {
      throw notCurrent(name, `would make ${version ?? 'no version'} live, not ${takenBack.to}`);
    }
    if (canary) return withdrawCanary(transaction, module, canary, audit);
    if (takenBack.version === undefined) assertNamed(module, moves);
    if (typeof version !== 'string') {
      throw new AppError(409, 'nothing_before', `No version of ${name} was live before the current one.`);
    }
    const target = await assertReleasable(transaction, module, version, sharedUi);
    await assertFitsEarlierPages(transaction, target, audit.now);
    return movePointer(transaction, module, 'rollback', version, audit);
  });
}

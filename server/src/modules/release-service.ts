/** Publish, promote and roll back: what a team does to ship its module, each one call. */
import semver from 'semver';
import type { ModuleBuild, ModuleDeclaration, TakenBack } from 'shared-api/contracts';
import type { Doing } from '../audit/actor.js';
import { NO_PRACTICE, recordAudit } from '../audit/audit-log.js';
import type { Db } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import { Refusal, forbidden, invalid, notFound } from '../http/refusal.js';
import { withdraw } from './canaries.js';
import { refuseTakenPaths } from './module-grants.js';
import {
  type CanaryRow,
  type GrantedModule,
  deleteCanary,
  findCanary,
  findModule,
  findVersion,
  listMoves,
  putLiveVersion,
  putVersion,
} from './module-repository.js';
import { readUpload, sameBuild } from './module-upload.js';
import { type PointerMoved, type SharedUi, lockModule, noteMove, refuseUnfit } from './pointer-moves.js';
import { versionBefore } from './pointer.js';
import { samePaths } from './routes-of-modules.js';

export interface Upload {
  declaration: ModuleDeclaration;
  build: ModuleBuild;
  /** Path inside the module → content in base64. */
  contents: Record<string, string>;
}

async function refuseWhatIsNotGranted(db: Db, module: GrantedModule, declaration: ModuleDeclaration): Promise<void> {
  if (declaration.name !== module.name) {
    throw invalid(`This address publishes ${module.name}, not ${declaration.name}.`, {
      'declaration.name': 'Another module',
    });
  }
  await refuseTakenPaths(db, declaration);
  if (declaration.audience !== module.audience) {
    throw forbidden(`${module.name} is granted to the audience "${module.audience}", not "${declaration.audience}".`);
  }
  if (!samePaths(declaration, module.granted)) {
    const owned = module.granted.routes.map((route) => route.path);
    const others = declaration.routes.map((route) => route.path).filter((path) => !owned.includes(path));
    throw forbidden(
      others.length > 0
        ? `${module.name} is not granted ${others.join(', ')}.`
        : `${module.name} must declare every path that it is granted: ${owned.join(', ')}.`,
    );
  }
}

/**
 * Keeps a version with its files. Nothing becomes live.
 *
 * @returns true when this version was there already with the same content
 * @throws Refusal `not_found`, `forbidden`, `route_taken`, `invalid`, `body_too_large`, `version_exists`
 */
export async function publish(db: Db, name: string, upload: Upload, { actor, now }: Doing): Promise<boolean> {
  const { declaration, build } = upload;
  const known = await findModule(db, name);
  if (!known) throw notFound(`There is no module ${name}.`);
  await refuseWhatIsNotGranted(db, known, declaration);
  if (semver.validRange(build.shared_ui) === null) {
    throw invalid(`shared_ui: "${build.shared_ui}" is not a range of versions.`, { 'build.shared_ui': 'Not a range' });
  }
  const files = readUpload(build, upload.contents);
  return inTransaction(db, async (transaction) => {
    await lockModule(transaction, name);
    const published = await findVersion(transaction, name, build.version);
    if (published && !sameBuild(published.build, build)) {
      throw new Refusal(409, 'version_exists', `${name} ${build.version} was published before with other content.`);
    }
    if (published && published.pruned_at === null) return true;
    await putVersion(transaction, { declaration, build, files, publishedAt: now, publishedBy: actor.name });
    await recordAudit(transaction, {
      practice: NO_PRACTICE,
      actor,
      at: now,
      action: 'module.publish',
      entity: 'module',
      entityId: name,
      after: { version: build.version, files: build.files },
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
  doing: Doing,
): Promise<PointerMoved> {
  const moved = { from: module.live_version, to: version };
  await putLiveVersion(transaction, module.name, version);
  await noteMove(transaction, module.name, { action, ...moved }, doing);
  return moved;
}

/**
 * Makes a published version live for everybody. Promoting the live version changes nothing, unless a canary runs.
 *
 * A canary ends with it: it was judged beside the version that was live until now, so nothing that was counted says
 * anything beside the new one; and for whoever promotes, everybody means everybody.
 *
 * @throws Refusal `not_found`, `pruned`, `not_granted`, `shared_ui_mismatch`
 */
export async function promote(
  db: Db,
  { module: name, version }: { module: string; version: string },
  sharedUi: SharedUi,
  doing: Doing,
): Promise<PointerMoved> {
  return inTransaction(db, async (transaction) => {
    const module = await lockModule(transaction, name);
    const isLive = module.live_version === version;
    if (!isLive) await refuseUnfit(transaction, module, version, sharedUi);
    const canary = await findCanary(transaction, name);
    if (canary?.version === version) await deleteCanary(transaction, name);
    else if (canary) await withdraw(transaction, module, canary, doing);
    return isLive ? { from: version, to: version } : movePointer(transaction, module, 'promote', version, doing);
  });
}

export interface Rollback {
  module: string;
  /** What the caller wants taken back; whatever there is where nothing is said. */
  takenBack?: TakenBack | undefined;
}

/** Refuses to take back something else than the caller has seen: a canary may end between a look and a click. */
function refuseAnother(module: GrantedModule, canary: CanaryRow | undefined, asked: TakenBack): void {
  const version = canary?.version ?? module.live_version;
  const role: TakenBack['role'] = canary ? 'canary' : 'live';
  if ((asked.version ?? version) === version && (asked.role ?? role) === role) return;
  const named = (as: TakenBack['role'], which: string | undefined): string =>
    ['the', as === 'canary' ? 'canary' : as === 'live' ? 'live version' : 'version', which].filter(Boolean).join(' ');
  const instead = version === null ? 'there is nothing to take back' : `it would take back ${named(role, version)}`;
  throw new Refusal(
    409,
    'not_current',
    `A rollback of ${module.name} does not take back ${named(asked.role, asked.version)} now: ${instead}. Nothing was changed.`,
  );
}

/**
 * Withdraws the canary; without one, makes the version live that was live before the present one.
 *
 * @throws Refusal `not_current`, `nothing_before`, and those of `promote`
 */
export async function rollback(
  db: Db,
  { module: name, takenBack }: Rollback,
  sharedUi: SharedUi,
  doing: Doing,
): Promise<PointerMoved> {
  return inTransaction(db, async (transaction) => {
    const module = await lockModule(transaction, name);
    const canary = await findCanary(transaction, name);
    if (takenBack) refuseAnother(module, canary, takenBack);
    if (canary) return withdraw(transaction, module, canary, doing);
    const version = versionBefore(await listMoves(transaction, name));
    if (version === undefined) {
      throw new Refusal(409, 'nothing_before', `No version of ${name} was live before the present one.`);
    }
    await refuseUnfit(transaction, module, version, sharedUi);
    return movePointer(transaction, module, 'rollback', version, doing);
  });
}

/** Publish, promote and roll back: what a team does to ship its module, each one call. */
import semver from 'semver';
import type { ModuleBuild, ModuleDeclaration } from 'shared-api/contracts';
import type { Doing } from '../audit/actor.js';
import { NO_PRACTICE, recordAudit } from '../audit/audit-log.js';
import type { Db } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import { Refusal, forbidden, invalid, notFound } from '../http/refusal.js';
import { refuseTakenPaths } from './module-grants.js';
import {
  type GrantedModule,
  findModule,
  findVersion,
  listMoves,
  putMove,
  putVersion,
  renewRevision,
} from './module-repository.js';
import { readUpload, sameBuild } from './module-upload.js';
import { versionBefore } from './pointer.js';
import { samePaths } from './routes-of-modules.js';

export interface Upload {
  declaration: ModuleDeclaration;
  build: ModuleBuild;
  /** Path inside the module → content in base64. */
  contents: Record<string, string>;
}

function granted(module: GrantedModule | undefined, name: string): GrantedModule {
  if (!module) throw notFound(`There is no module ${name}.`);
  return module;
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
  await refuseWhatIsNotGranted(db, granted(await findModule(db, name), name), declaration);
  if (semver.validRange(build.shared_ui) === null) {
    throw invalid(`shared_ui: "${build.shared_ui}" is not a range of versions.`, { 'build.shared_ui': 'Not a range' });
  }
  const files = readUpload(build, upload.contents);
  return inTransaction(db, async (transaction) => {
    granted(await findModule(transaction, name, { lock: true }), name);
    const known = await findVersion(transaction, name, build.version);
    if (known && !sameBuild(known.build, build)) {
      throw new Refusal(409, 'version_exists', `${name} ${build.version} was published before with other content.`);
    }
    if (known && known.pruned_at === null) return true;
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

/** What the shell that is live provides; undefined where no shell is built. */
export type SharedUi = string | undefined;

export interface PointerMoved {
  from: string | null;
  to: string;
}

async function movePointer(
  transaction: Db,
  module: GrantedModule,
  action: 'promote' | 'rollback',
  version: string,
  sharedUi: SharedUi,
  { actor, now }: Doing,
): Promise<PointerMoved> {
  const target = await findVersion(transaction, module.name, version);
  if (!target) throw notFound(`${module.name} ${version} was never published.`);
  if (target.pruned_at !== null) {
    throw new Refusal(409, 'pruned', `The files of ${module.name} ${version} were pruned. Publish it again.`);
  }
  if (target.declaration.audience !== module.audience) {
    throw new Refusal(
      409,
      'not_granted',
      `${module.name} ${version} is made for the audience "${target.declaration.audience}", but the module is granted to "${module.audience}".`,
    );
  }
  const range = target.build.shared_ui;
  if (sharedUi !== undefined && !semver.satisfies(sharedUi, range, { includePrerelease: true })) {
    throw new Refusal(
      409,
      'shared_ui_mismatch',
      `${module.name} ${version} needs shared-ui ${range}, but the live shell provides shared-ui ${sharedUi}.`,
    );
  }
  const moved = { from: module.live_version, to: version };
  await putMove(transaction, {
    module: module.name,
    action,
    from_version: moved.from,
    to_version: moved.to,
    moved_at: now,
    moved_by: actor.name,
    by_person: actor.kind !== 'system',
  });
  await renewRevision(transaction);
  await recordAudit(transaction, {
    practice: NO_PRACTICE,
    actor,
    at: now,
    action: `module.${action}`,
    entity: 'module',
    entityId: module.name,
    before: { version: moved.from },
    after: { version: moved.to },
  });
  return moved;
}

/**
 * Makes a published version live. Promoting the live version changes nothing.
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
    const module = granted(await findModule(transaction, name, { lock: true }), name);
    if (module.live_version === version) return { from: version, to: version };
    return movePointer(transaction, module, 'promote', version, sharedUi, doing);
  });
}

/**
 * Makes the version live that was live before the present one.
 *
 * @throws Refusal `nothing_before`, and those of `promote`
 */
export async function rollback(db: Db, name: string, sharedUi: SharedUi, doing: Doing): Promise<PointerMoved> {
  return inTransaction(db, async (transaction) => {
    const module = granted(await findModule(transaction, name, { lock: true }), name);
    const version = versionBefore(await listMoves(transaction, name));
    if (version === undefined) {
      throw new Refusal(409, 'nothing_before', `No version of ${name} was live before the present one.`);
    }
    return movePointer(transaction, module, 'rollback', version, sharedUi, doing);
  });
}

/** Manifests: list the live version of every module, and make them live in another console. */
import type { AnswerOf, applyManifest as applyManifestCall, ModuleBuild, ModuleManifest } from 'shared-api/contracts';
import type { AuditContext } from '../../platform/audit/actor.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { SharedUi } from './kit.js';
import { findModule, findVersion, listLiveVersions } from './module-repository.js';
import { integrityOf } from './module-upload.js';
import { assertReleasable } from './pointer-moves.js';
import { promote } from './release-service.js';

/** JSON of a value with sorted object keys, because the database doesn't keep their order. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([left], [right]) => (left < right ? -1 : 1)))
      : item,
  );
}

/** The hash of a build, which contains the hashes of its files. */
export function buildIntegrity(build: ModuleBuild): string {
  return integrityOf(Buffer.from(canonicalJson(build)));
}

export async function liveManifest(db: Db): Promise<ModuleManifest> {
  const live = await listLiveVersions(db);
  const entries = live
    .sort((left, right) => (left.module < right.module ? -1 : 1))
    .map(({ module, version, build }) => [module, { version, build: buildIntegrity(build) }] as const);
  return { modules: Object.fromEntries(entries) };
}

/**
 * Makes the versions of a manifest live in one transaction, so that all change or none.
 *
 * @returns the modules whose live version changed, and the withdrawn canaries
 * @throws AppError `not_applicable` naming every problem
 */
export async function applyManifest(
  db: Db,
  { modules }: ModuleManifest,
  sharedUi: SharedUi,
  audit: AuditContext,
): Promise<Pick<AnswerOf<typeof applyManifestCall>, 'changed' | 'withdrawn'>> {
  return inTransaction(db, async (transaction) => {
    const problems: string[] = [];
    // Sorted by name, so that two manifests lock the modules in the same order.
    const names = Object.keys(modules).sort();
    for (const name of names) {
      const problem = await findProblem(transaction, name, modules[name], sharedUi);
      if (problem !== undefined) problems.push(problem);
    }
    if (problems.length > 0) {
      throw new AppError(409, 'not_applicable', `${problems.join(' ')} Nothing was changed.`);
    }
    const changed = [];
    const withdrawn = [];
    for (const name of names) {
      const version = modules[name]?.version ?? '';
      const moved = await promote(transaction, { module: name, version }, sharedUi, audit);
      if (moved.from !== moved.to) changed.push({ module: name, from: moved.from, to: moved.to });
      if (moved.withdrawn !== undefined) withdrawn.push({ module: name, version: moved.withdrawn });
    }
    return { changed, withdrawn };
  });
}

/** Why a module can't get the manifest's version; undefined when it can. The module is locked. */
async function findProblem(
  transaction: Db,
  name: string,
  entry: ModuleManifest['modules'][string] | undefined,
  sharedUi: SharedUi,
): Promise<string | undefined> {
  const module = await findModule(transaction, name, { lock: true });
  if (!module) return `The module ${name} doesn’t exist in this console.`;
  const version = entry?.version ?? '';
  const published = await findVersion(transaction, name, version);
  if (!published) return `${name} ${version} was never published here.`;
  if (buildIntegrity(published.build) !== entry?.build) return `${name} ${version} has different content here.`;
  if (module.live_version === version) return undefined;
  try {
    await assertReleasable(transaction, module, version, sharedUi);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

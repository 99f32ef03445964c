import { isDeepStrictEqual } from 'node:util';
import type { ModuleDeclaration } from 'shared-api/contracts';
import type { AuditContext } from '../../platform/audit/actor.js';
import { NO_PRACTICE, recordAudit } from '../../platform/audit/audit-log.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError, invalid } from '../../platform/errors/app-error.js';
import { contributionProblems, contributionsNotGranted } from './contributions-of-modules.js';
import {
  findCanary,
  findModule,
  findVersion,
  type GrantedModule,
  listModules,
  lockRegistry,
  type PublishedVersion,
  renewRevision,
  upsertGrant,
} from './module-repository.js';
import {
  overlappingPaths,
  pathsNotGranted,
  pathsOfShell,
  pathsOutsideAudience,
  repeatedPaths,
} from './routes-of-modules.js';

/** @throws AppError `route_taken` naming the paths and their owner, a module or the shell */
export async function assertPathsFree(db: Db, declaration: ModuleDeclaration): Promise<void> {
  const ofShell = pathsOfShell(declaration);
  if (ofShell.length > 0) throw new AppError(409, 'route_taken', `${ofShell.join(', ')} belongs to the shell.`);
  for (const other of await listModules(db)) {
    if (other.name === declaration.name) continue;
    const overlapping = overlappingPaths(declaration, other.granted);
    if (overlapping.length > 0) {
      throw new AppError(409, 'route_taken', `${overlapping.join(', ')} belongs to the module ${other.name}.`);
    }
  }
}

/** A version in use. */
interface VersionInUse extends Pick<PublishedVersion, 'version' | 'declaration' | 'build'> {
  role: 'live' | 'a canary';
}

/** The live version and the canary of a module. */
async function listVersionsInUse(transaction: Db, module: GrantedModule): Promise<VersionInUse[]> {
  const canary = await findCanary(transaction, module.name);
  const pointers = [
    { role: 'live', version: module.live_version },
    { role: 'a canary', version: canary?.version ?? null },
  ] as const;
  const answers = await Promise.all(
    pointers.map(async ({ role, version }) => {
      const row = version === null ? undefined : await findVersion(transaction, module.name, version);
      return row ? [{ ...row, role }] : [];
    }),
  );
  return answers.flat();
}

/**
 * Refuses a grant that would remove something from a version in use. A renamed page keeps its former path as an alias.
 *
 * @param missing what a version needs that the new grant doesn't cover
 * @throws AppError `takes_from_live` naming what is missing and the version
 */
export async function assertRemovesNothing(
  transaction: Db,
  module: GrantedModule,
  missing: (version: VersionInUse) => readonly string[],
): Promise<void> {
  for (const version of await listVersionsInUse(transaction, module)) {
    const missingGrants = missing(version);
    if (missingGrants.length === 0) continue;
    throw new AppError(
      409,
      'takes_from_live',
      `${module.name} ${version.version} is ${version.role} and needs ${missingGrants.join(', ')}. ` +
        'Keep it until a version without it is live (a former path as an alias), or add --remove to take it away now.',
    );
  }
}

/** What a version needs that the declaration doesn't grant. */
const missingIn =
  (granted: ModuleDeclaration) =>
  ({ declaration }: Pick<PublishedVersion, 'declaration'>): string[] => [
    ...(declaration.audience === granted.audience ? [] : [`the audience "${declaration.audience}"`]),
    ...pathsNotGranted(declaration, granted),
    ...contributionsNotGranted(declaration, granted),
  ];

/**
 * Grants a module its paths, contributions and audience, for a new module and after every change.
 *
 * @param options `mayRemove`: it may remove something from a version in use
 * @returns false when the same grant already exists
 * @throws AppError `invalid` for paths outside the audience, repeated paths and contributions without a position, `route_taken`,
 *   `takes_from_live`
 */
export async function grantModule(
  db: Db,
  declaration: ModuleDeclaration,
  { actor, now }: AuditContext,
  { mayRemove = false }: { mayRemove?: boolean } = {},
): Promise<boolean> {
  const outside = pathsOutsideAudience(declaration);
  if (outside.length > 0) {
    throw invalid(`A module for ${declaration.audience} people cannot own ${outside.join(', ')}.`, {
      routes: `Not for the audience "${declaration.audience}"`,
    });
  }
  const repeated = repeatedPaths(declaration);
  if (repeated.length > 0) {
    throw invalid(`${repeated.join(', ')} is there twice.`, { routes: `Twice: ${repeated.join(', ')}` });
  }
  const [problem] = contributionProblems(declaration);
  if (problem !== undefined) throw invalid(problem, { contributions: problem });
  return inTransaction(db, async (transaction) => {
    await lockRegistry(transaction);
    const before = await findModule(transaction, declaration.name, { lock: true });
    if (before && isDeepStrictEqual(before.granted, declaration)) return false;
    await assertPathsFree(transaction, declaration);
    if (before && !mayRemove) await assertRemovesNothing(transaction, before, missingIn(declaration));
    await upsertGrant(transaction, declaration, actor.name, now);
    await renewRevision(transaction);
    await recordAudit(transaction, {
      practiceId: NO_PRACTICE,
      actor,
      at: now,
      action: 'module.grant',
      entity: 'module',
      entityId: declaration.name,
      before: before?.granted,
      after: declaration,
    });
    return true;
  });
}

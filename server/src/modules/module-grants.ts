import type { ModuleDeclaration } from 'shared-api/contracts';
import type { AuditContext } from '../audit/actor.js';
import { NO_PRACTICE, recordAudit } from '../audit/audit-log.js';
import type { Db } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import { AppError, invalid } from '../http/app-error.js';
import { contributionProblems } from './contributions-of-modules.js';
import { findModule, listModules, lockRegistry, upsertGrant, renewRevision } from './module-repository.js';
import { overlappingPaths, pathsOfShell, pathsOutsideAudience } from './routes-of-modules.js';

/** @throws AppError `route_taken` naming the paths and the module that has them, or the shell */
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

/** True when both are equal, ignoring the order of keys. */
export function isSameDeclaration(left: ModuleDeclaration, right: ModuleDeclaration): boolean {
  const text = ({ name, title, audience, routes, contributions = [] }: ModuleDeclaration): string =>
    JSON.stringify([
      name,
      title,
      audience,
      routes.map(({ path, title: of, area, order }) => [path, of, area, order]),
      contributions.map((one) => Object.entries(one).sort(([left], [right]) => (left < right ? -1 : 1))),
    ]);
  return text(left) === text(right);
}

/**
 * Grants a module its paths, its contributions and its audience: for a new module, and whenever they change.
 *
 * @returns false when the same grant already exists
 * @throws AppError `invalid` for paths outside the audience and contributions without a place, `route_taken`
 */
export async function grantModule(
  db: Db,
  declaration: ModuleDeclaration,
  { actor, now }: AuditContext,
): Promise<boolean> {
  const outside = pathsOutsideAudience(declaration);
  if (outside.length > 0) {
    throw invalid(`A module for ${declaration.audience} people cannot own ${outside.join(', ')}.`, {
      routes: `Not for the audience "${declaration.audience}"`,
    });
  }
  const [problem] = contributionProblems(declaration);
  if (problem !== undefined) throw invalid(problem, { contributions: problem });
  return inTransaction(db, async (transaction) => {
    await lockRegistry(transaction);
    const before = await findModule(transaction, declaration.name, { lock: true });
    if (before && isSameDeclaration(before.granted, declaration)) return false;
    await assertPathsFree(transaction, declaration);
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

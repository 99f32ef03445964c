/** Overrides: a developer's own build of a module in their own session. */
import type { ModuleOverride } from 'shared-api/contracts';
import type { AuditContext } from '../../platform/audit/actor.js';
import { NO_PRACTICE, recordAudit } from '../../platform/audit/audit-log.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import type { PersonPrincipal } from '../../platform/http/principal.js';
import { notFound } from '../../platform/errors/app-error.js';
import { writeModuleChoice } from '../../access/sessions/session-repository.js';
import { findModule } from './module-repository.js';
import { canLoad } from './routes-of-modules.js';

async function write(
  db: Db,
  { session }: PersonPrincipal,
  module: string,
  override: ModuleOverride | null,
  { actor, now }: AuditContext,
): Promise<ModuleOverride[]> {
  const before = session.overrides.find((one) => one.module === module);
  return inTransaction(db, async (transaction) => {
    const overrides = await writeModuleChoice(transaction, session.tokenHash, 'overrides', module, override);
    await recordAudit(transaction, {
      practiceId: NO_PRACTICE,
      actor,
      at: now,
      action: 'module.override',
      entity: 'module',
      entityId: module,
      before,
      after: override ?? undefined,
    });
    return overrides;
  });
}

/**
 * Loads a module from a developer's origin in this session, from the next page load.
 *
 * @throws AppError `not_found` for a module that isn't granted or that this person may not load
 */
export async function setOverride(
  db: Db,
  person: PersonPrincipal,
  override: ModuleOverride,
  audit: AuditContext,
): Promise<ModuleOverride[]> {
  const module = await findModule(db, override.module);
  if (!module || !canLoad(person, module.audience))
    throw notFound(`You don’t have access to the module ${override.module}.`);
  return write(db, person, override.module, override, audit);
}

/** Removes the override, so that the session loads the released version again. Without an override, it does nothing. */
export async function clearOverride(
  db: Db,
  person: PersonPrincipal,
  module: string,
  audit: AuditContext,
): Promise<ModuleOverride[]> {
  const { overrides } = person.session;
  return overrides.some((one) => one.module === module) ? write(db, person, module, null, audit) : overrides;
}

/** Overrides: a developer's own build of a module in their own session. */
import type { ModuleOverride } from 'shared-api/contracts';
import type { AuditContext } from '../../platform/audit/actor.js';
import { NO_PRACTICE, recordAudit } from '../../platform/audit/audit-log.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import type { PersonPrincipal } from '../../platform/http/principal.js';
import { notFound } from '../../platform/errors/app-error.js';
import { writeOverrides } from '../../access/sessions/session-repository.js';
import { findModule } from './module-repository.js';
import { canLoad } from './routes-of-modules.js';

async function writeAll(
  db: Db,
  person: PersonPrincipal,
  module: string,
  after: ModuleOverride[],
  { actor, now }: AuditContext,
): Promise<ModuleOverride[]> {
  const before = person.session.overrides.find((override) => override.module === module);
  await inTransaction(db, async (transaction) => {
    await writeOverrides(transaction, person.session.tokenHash, after);
    await recordAudit(transaction, {
      practiceId: NO_PRACTICE,
      actor,
      at: now,
      action: 'module.override',
      entity: 'module',
      entityId: module,
      before,
      after: after.find((override) => override.module === module),
    });
  });
  return after;
}

/**
 * Loads a module from a developer's origin in this session, starting with the next page.
 *
 * @throws AppError `not_found` for a module that is not granted, or that this person may not load
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
  const others = person.session.overrides.filter(({ module: name }) => name !== override.module);
  return writeAll(db, person, override.module, [...others, override], audit);
}

/** Removes the override, so that the session loads the released version again. Without an override, it does nothing. */
export async function clearOverride(
  db: Db,
  person: PersonPrincipal,
  module: string,
  audit: AuditContext,
): Promise<ModuleOverride[]> {
  const others = person.session.overrides.filter(({ module: name }) => name !== module);
  if (others.length === person.session.overrides.length) return others;
  return writeAll(db, person, module, others, audit);
}

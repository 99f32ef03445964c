import type { Db } from '../database/tables.js';
import type { AuditAction } from './actions.js';
import type { AuditContext } from './actor.js';
import { NO_PRACTICE, recordAudit } from './audit-log.js';

/**
 * Records what concerns the account of a person. The entry belongs to no practice, so clinics never see it. Call it in the
 * transaction of the change.
 */
export function recordAccountAudit(
  transaction: Db,
  action: AuditAction,
  personId: string,
  { actor, now }: AuditContext,
  details: { before?: unknown; after?: unknown } = {},
): Promise<void> {
  return recordAudit(transaction, {
    practiceId: NO_PRACTICE,
    actor,
    at: now,
    action,
    entity: 'person',
    entityId: personId,
    ...details,
  });
}

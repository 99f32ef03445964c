import type { Db } from '../../platform/database/tables.js';
import type { AuditAction } from '../../platform/audit/actions.js';
import type { AuditContext } from '../../platform/audit/actor.js';
import { notifyOfAction } from './account-mails.js';
import { NO_PRACTICE, recordAudit } from '../../platform/audit/audit-log.js';

/**
 * Records changes to a person's account, and emails them when the way they sign in changes. The entry belongs to no
 * practice, so clinics never see it. Call it in the transaction of the change.
 */
export async function recordAccountAudit(
  transaction: Db,
  action: AuditAction,
  personId: string,
  audit: AuditContext,
  details: { before?: unknown; after?: unknown } = {},
): Promise<void> {
  await recordAudit(transaction, {
    practiceId: NO_PRACTICE,
    actor: audit.actor,
    at: audit.now,
    action,
    entity: 'person',
    entityId: personId,
    ...details,
  });
  await notifyOfAction(transaction, action, personId, details.before, audit);
}

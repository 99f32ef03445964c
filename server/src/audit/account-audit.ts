import type { Db } from '../database/tables.js';
import type { AuditAction } from './actions.js';
import type { AuditContext } from './actor.js';
import { notifyOfAction } from '../mail/account-mails.js';
import { NO_PRACTICE, recordAudit } from './audit-log.js';

/**
 * Records what concerns the account of a person, and notifies them by mail when the way they sign in changes. The entry belongs
 * to no practice, so clinics never see it. Call it in the transaction of the change.
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

/**
 * Enqueues mails about requests (docs/decisions/0069). The mails themselves are in
 * `access/approvals/approval-mails.ts`.
 */
import type { AuditContext } from '../../platform/audit/actor.js';
import type { Db, Row } from '../../platform/database/tables.js';
import { approvalDecidedMail, approvalsWaitingMail } from './approval-mails.js';
import { enqueueMail, enqueueMailOnce } from '../../platform/mail/mail-job.js';
import type { WaitingRow } from './approvals-repository.js';
import { isOwn, listApprovers } from './deciders.js';

/** One approver gets at most one mail per interval, however many requests there are. */
export const MAIL_INTERVAL_MS = 15 * 60_000;

/**
 * Mails the approvers. A mail lists everything that waits for its recipient when it is sent. The first request of an
 * interval is mailed immediately. Later ones share a mail at the start of the next interval.
 */
export async function notifyApprovers(transaction: Db, request: WaitingRow, audit: AuditContext): Promise<void> {
  const interval = Math.floor(audit.now.getTime() / MAIL_INTERVAL_MS);
  for (const personId of await listApprovers(transaction, request)) {
    const plan = (index: number, runAt: Date) =>
      enqueueMailOnce(transaction, approvalsWaitingMail(personId), {
        ...audit,
        name: `approvals ${personId} ${index}`,
        runAt,
      });
    const isFirst = await plan(interval, audit.now);
    if (!isFirst) await plan(interval + 1, new Date((interval + 1) * MAIL_INTERVAL_MS));
  }
}

/** Mails the outcome to the requester, unless they decided themselves. Deploy tokens have no address. */
export async function notifyRequester(
  transaction: Db,
  request: Pick<Row<'approvals'>, 'id' | 'requested_by_kind' | 'requested_by_id'>,
  audit: AuditContext,
): Promise<void> {
  if (request.requested_by_kind !== 'person' || isOwn({ id: audit.actor.id }, request)) return;
  await enqueueMail(transaction, approvalDecidedMail(request.id), audit);
}

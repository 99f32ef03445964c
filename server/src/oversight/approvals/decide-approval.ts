/** Approves or declines a change that waits for a second person. */
import type { AuditContext } from '../../platform/audit/actor.js';
import { NO_PRACTICE, recordAudit } from '../../platform/audit/audit-log.js';
import { startApprovedBulkChange } from '../../product-access/bulk-features/request-bulk-change.js';
import type { Db, Row } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError, forbidden, notFound } from '../../platform/errors/app-error.js';
import { type PersonPrincipal, actorOf } from '../../platform/http/principal.js';
import { deployTokens } from '../../access/tokens/deploy-tokens.js';
import type { SharedUi } from '../../modules/registry/kit.js';
import { findPerson } from '../../access/people/people-repository.js';
import { effectiveFlags } from '../../access/sessions/session-repository.js';
import type { ApprovalKind } from '../../access/approvals/approvals-tables.js';
import { notifyRequester } from '../../access/approvals/notify-approvers.js';
import { lockApproval, storeDecision } from '../../access/approvals/approvals-repository.js';
import { isOwn, mayDecide } from '../../access/approvals/deciders.js';
import { expireApprovals } from '../../access/approvals/expire-approvals.js';
import { applyApprovedManifest, applyApprovedPromotion } from '../../modules/registry/promotions.js';

/** The reason is for the requester. */
export type Decision = { state: 'approved' } | { state: 'declined'; reason: string | undefined };

export interface Decided {
  kind: ApprovalKind;
  summary: string;
  /** Id of the started bulk change. */
  bulkChange?: string | undefined;
}

/** @throws AppError `already_decided`, `expired` */
function assertWaiting({ state, decided_by_name: by }: Row<'approvals'>): void {
  if (state === 'waiting') return;
  if (state === 'expired') {
    throw new AppError(409, 'expired', 'This request has expired. Nothing was changed. Have it requested again.');
  }
  throw new AppError(409, 'already_decided', `${by ?? 'Someone'} has already ${state} this. Nothing more was changed.`);
}

/**
 * A change must not happen for a revoked (maybe leaked) token, or for a person who lost the right or is deactivated.
 *
 * @throws AppError `requester_gone`
 */
async function assertRequesterMay(transaction: Db, row: Row<'approvals'>): Promise<void> {
  const { requested_by_kind: kind, requested_by_id: id, requested_by_name: name } = row;
  const person = kind === 'person' ? await findPerson(transaction, id) : undefined;
  const isAllowed =
    kind === 'person'
      ? person?.deactivated_at === null && mayDecide({ flags: effectiveFlags(person) }, row.kind)
      : (await deployTokens.read(transaction, id)).revoked_at === null;
  if (isAllowed) return;
  throw new AppError(409, 'requester_gone', `${name} may no longer make this change. Decline it.`);
}

/** Makes the change on the requester's behalf. */
async function applyApproved(
  transaction: Db,
  row: Row<'approvals'>,
  sharedUi: SharedUi,
  now: Date,
): Promise<Pick<Decided, 'bulkChange'>> {
  const { input } = row;
  const actor = {
    kind: row.requested_by_kind as 'person' | 'deploy-token',
    id: row.requested_by_id,
    name: row.requested_by_name,
  };
  const audit: AuditContext = { actor, now };
  switch (input.kind) {
    case 'promotion':
      await applyApprovedPromotion(transaction, input, sharedUi, audit);
      return {};
    case 'manifest':
      await applyApprovedManifest(transaction, input, sharedUi, audit);
      return {};
    case 'bulk_change':
      return { bulkChange: await startApprovedBulkChange(transaction, input.change, input.practiceIds, audit) };
  }
}

class OwnRequest extends AppError {
  constructor(readonly summary: string) {
    super(403, 'own_request', 'Someone else must approve your request. You can decline it.');
  }
}

/**
 * Approval locks the request and makes the change in the same transaction: both or neither. The requester can't approve, but may decline, which withdraws the request.
 *
 * @throws AppError `not_found`, `forbidden`, `own_request`, `already_decided`, `expired`, `requester_gone`, `outdated`, and those of
 *   the change
 */
export async function decideApproval(
  db: Db,
  id: string,
  person: PersonPrincipal,
  decision: Decision,
  { now, sharedUi }: { now: Date; sharedUi: SharedUi },
): Promise<Decided> {
  await expireApprovals(db, now);
  const actor = actorOf(person);
  const entry = { practiceId: NO_PRACTICE, actor, at: now, entity: 'approval', entityId: id };
  try {
    return await inTransaction(db, async (transaction) => {
      const row = await lockApproval(transaction, id);
      if (!row) throw notFound('This request doesn’t exist.');
      if (!mayDecide(person, row.kind)) throw forbidden('Only a super admin can decide about promotions.');
      assertWaiting(row);
      const isApproval = decision.state === 'approved';
      if (isApproval && isOwn(person, row)) throw new OwnRequest(row.summary);
      if (isApproval) await assertRequesterMay(transaction, row);
      const { summary, kind } = row;
      const reason = isApproval ? undefined : decision.reason;
      await recordAudit(transaction, {
        ...entry,
        action: isApproval ? 'approval.approve' : 'approval.decline',
        after: { summary, requested_by: row.requested_by_name, ...(reason !== undefined && { reason }) },
      });
      const done = isApproval ? await applyApproved(transaction, row, sharedUi, now) : {};
      await storeDecision(transaction, id, {
        state: decision.state,
        decided_at: now,
        decided_by_name: actor.name,
        decline_reason: reason ?? null,
      });
      await notifyRequester(transaction, row, { actor, now });
      return { kind, summary, ...done };
    });
  } catch (error) {
    if (error instanceof OwnRequest) {
      await recordAudit(db, { ...entry, action: 'approval.refuse', after: { summary: error.summary } });
    }
    throw error;
  }
}

/** Records a change that waits for a second person, instead of making it (docs/decisions/0064). */
import { randomUUID } from 'node:crypto';
import type { AuditContext } from '../../platform/audit/actor.js';
import { NO_PRACTICE, recordAudit } from '../../platform/audit/audit-log.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { hashOf } from '../../platform/idempotency/idempotency-key.js';
import type { ApprovalInput } from './approvals-tables.js';
import { notifyApprovers } from './notify-approvers.js';
import { type WaitingRow, findWaiting, insertApproval } from './approvals-repository.js';
import { expireApprovals } from './expire-approvals.js';
import { enqueueExpiry } from './expiry-job.js';

/** How long a request waits. */
export const APPROVAL_HOURS = 24;

export interface ApprovalRequest {
  input: ApprovalInput;
  /** The requested change, as lists and the audit log show it: "Promote mf-hours 1.2.0 in place of 1.1.0". */
  summary: string;
  /** The module that it concerns, if any. */
  module?: string | undefined;
}

/** @returns the request, or the caller's waiting request for the same change */
export async function requestApproval(
  db: Db,
  { input, summary, module }: ApprovalRequest,
  { actor, now }: AuditContext,
): Promise<WaitingRow> {
  await expireApprovals(db, now);
  const fingerprint = hashOf(actor.kind, actor.id, input);
  return inTransaction(db, async (transaction) => {
    const id = randomUUID();
    const row: WaitingRow = {
      id,
      kind: input.kind,
      summary,
      module: module ?? null,
      requested_at: now,
      expires_at: new Date(now.getTime() + APPROVAL_HOURS * 3_600_000),
      requested_by_kind: actor.kind,
      requested_by_id: actor.id,
      requested_by_name: actor.name,
    };
    const stored = { ...row, input: JSON.stringify(input), fingerprint, state: 'waiting' as const };
    if (
      !(await insertApproval(transaction, { ...stored, decided_at: null, decided_by_name: null, decline_reason: null }))
    ) {
      return (await findWaiting(transaction, fingerprint)) ?? row;
    }
    await recordAudit(transaction, {
      practiceId: NO_PRACTICE,
      actor,
      at: now,
      action: 'approval.request',
      entity: 'approval',
      entityId: id,
      after: { summary, expires_at: row.expires_at.toISOString() },
    });
    await enqueueExpiry(transaction, row, now);
    await notifyApprovers(transaction, row, { actor, now });
    return row;
  });
}

/** Thrown to roll back. */
class Tried extends Error {}

/**
 * Executes the work and rolls it back, so that an impossible request is refused right away.
 *
 * @throws whatever the work throws
 */
export async function dryRun<T>(db: Db, work: (transaction: Db) => Promise<T>): Promise<T> {
  let result: { value: T } | undefined;
  try {
    await db.transaction().execute(async (transaction) => {
      result = { value: await work(transaction) };
      throw new Tried();
    });
  } catch (error) {
    if (!(error instanceof Tried)) throw error;
  }
  if (!result) throw new Error('The work was not tried');
  return result.value;
}

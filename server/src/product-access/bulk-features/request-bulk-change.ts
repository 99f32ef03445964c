/** Requests a bulk change. A small change runs directly, a large one in a job. */
import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { type BulkChange, type BulkResult, listText, plural } from 'shared-api/contracts';
import { requestApproval } from '../../access/approvals/request-approval.js';
import type { AuditContext } from '../../platform/audit/actor.js';
import { NO_PRACTICE } from '../../platform/audit/audit-log.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { hashOf, keyReused } from '../../platform/idempotency/idempotency-key.js';
import { enqueue } from '../../platform/jobs/jobs-repository.js';
import { toNamedItem } from '../practice-features/named-items.js';
import { assertActorHas } from '../../access/sessions/actor-authority.js';
import {
  type BulkChangeRow,
  findChangeByKey,
  findChange,
  insertChange,
  readResults,
} from './bulk-changes-repository.js';
import { selectPractices, isForInsiders } from './select-practices.js';
import { processChange } from './process-change.js';
import { messages } from './messages.js';

/** Kind of the jobs that process large bulk changes. */
export const BULK_FEATURES = 'bulk-features';

/** Input of such a job. */
export interface BulkInput {
  change: string;
}

/** Maximum number of practices changed before the response. Larger changes run in a job. */
export const SYNC_LIMIT = 200;

interface BulkContext {
  db: Db;
  log: FastifyBaseLogger;
  audit: AuditContext;
  /** Called with the number of practices before a new change is stored. Throws to refuse the change. */
  assertMayChange: (practices: number) => void;
  /** Changes of more practices wait for a second person. Undefined: none does. */
  approvalOver: number | undefined;
}

export interface BulkRequest {
  change: BulkChange;
  /** The caller's `Idempotency-Key`: one key makes one change, however often it is sent. */
  key: string | undefined;
}

/** Thrown to roll back when a concurrent call with the same key was first. */
class KeyTaken extends Error {}

/** How the practices were selected, for the audit log; null when they were named. */
function selectionOf({ filter, exclude_ids: excludedIds = [] }: BulkChange): string | null {
  if (!filter) return null;
  return JSON.stringify({ filter, ...(excludedIds.length > 0 && { exclude_ids: excludedIds }) });
}

/**
 * Writes the change, and a job when there are many practices.
 *
 * @param withJob true to write a job in any case
 * @throws KeyTaken
 */
function insertBulkChange(
  { db, audit: { actor, now } }: Pick<BulkContext, 'db' | 'audit'>,
  request: BulkChange,
  practiceIds: readonly number[],
  identity: Pick<BulkChangeRow, 'id' | 'key' | 'fingerprint'>,
  withJob = practiceIds.length > SYNC_LIMIT,
): Promise<void> {
  const { action, type, items } = request;
  return inTransaction(db, async (transaction) => {
    const input: BulkInput = { change: identity.id };
    const job = withJob
      ? await enqueue(transaction, { practiceId: NO_PRACTICE, kind: BULK_FEATURES, input, progress: {}, actor, now })
      : null;
    const row = {
      ...identity,
      action,
      type,
      items: JSON.stringify([...new Set(items)]),
      for_insiders: isForInsiders(request),
      selection: selectionOf(request),
      is_logged: false,
      state: 'waiting' as const,
      total: practiceIds.length,
      job_id: job,
      requested_at: now,
      requested_by_kind: actor.kind,
      requested_by_id: actor.id,
      requested_by_name: actor.name,
    };
    if (!(await insertChange(transaction, row, practiceIds))) throw new KeyTaken();
  });
}

const fingerprintOf = ({
  action,
  type,
  items,
  practice_ids: ids,
  filter,
  exclude_ids: excludedIds,
}: BulkChange): string =>
  // A change without exclusions keeps the fingerprint that earlier versions stored.
  hashOf(action, type, items, ids ?? null, filter ?? null, ...(excludedIds ? [excludedIds] : []));

/** The requested change, e.g. "Add Data Export to 1,240 practices". */
function summaryOf({ action, type, items }: BulkChange, practices: number): string {
  const names = listText([...new Set(items)].map((item) => toNamedItem(type, item).display_name));
  return `${action === 'add' ? 'Add' : 'Remove'} ${names} ${action === 'add' ? 'to' : 'from'} ${plural(practices, 'practice')}`;
}

/** Records that the change waits for a second person, with its current practices. */
async function waitForApproval(
  { db, audit }: BulkContext,
  { action, type, items, filter, exclude_ids }: BulkChange,
  practiceIds: number[],
): Promise<BulkResponse> {
  const change = { action, type, items, filter, exclude_ids };
  const summary = summaryOf(change, practiceIds.length);
  await requestApproval(db, { input: { kind: 'bulk_change', change, practiceIds }, summary }, audit);
  return { status: 'waiting', message: messages.waiting(summary) };
}

/**
 * Starts an approved change of these practices, always as a job, because the approval's transaction must be short.
 *
 * @returns its id
 */
export async function startApprovedBulkChange(
  transaction: Db,
  change: BulkChange,
  practiceIds: readonly number[],
  audit: AuditContext,
): Promise<string> {
  const identity = { id: randomUUID(), key: null, fingerprint: fingerprintOf(change) };
  await insertBulkChange({ db: transaction, audit }, change, practiceIds, identity, true);
  return identity.id;
}

/**
 * @returns the stored change, from this call or an earlier one with the same key; the response if it waits for a second
 * person
 */
async function findOrInsert(
  context: BulkContext,
  { change, key: sentKey }: BulkRequest,
): Promise<BulkChangeRow | BulkResponse> {
  const { db, audit } = context;
  const key = sentKey === undefined ? null : hashOf(audit.actor.kind, audit.actor.id, sentKey);
  const fingerprint = fingerprintOf(change);
  const id = randomUUID();
  let row = key === null ? undefined : await findChangeByKey(db, key);
  if (!row) {
    const practiceIds = await selectPractices(db, change, audit.now);
    context.assertMayChange(practiceIds.length);
    if (context.approvalOver !== undefined && practiceIds.length > context.approvalOver) {
      return waitForApproval(context, change, practiceIds);
    }
    try {
      await insertBulkChange(context, change, practiceIds, { id, key, fingerprint });
      row = await findChange(db, id);
    } catch (error) {
      if (!(error instanceof KeyTaken) || key === null) throw error;
      row = await findChangeByKey(db, key);
    }
  }
  if (row?.fingerprint !== fingerprint) throw keyReused();
  return row;
}

export interface BulkResponse {
  status: 'success' | 'partial' | 'accepted' | 'waiting';
  message: string;
  results?: BulkResult[];
  bulk_change_id?: string;
  job_id?: string;
}

/**
 * Runs a small change directly, each practice completely or not at all, and a large one in a job. A retry with the same
 * key continues where the first call was interrupted, and returns the same response.
 *
 * @throws AppError `invalid` with fields, `idempotency_key_reused`, `forbidden` for a person who has lost the flag
 */
export async function requestBulkChange(context: BulkContext, request: BulkRequest): Promise<BulkResponse> {
  const { db, log, audit } = context;
  const stored = await findOrInsert(context, request);
  if ('status' in stored) return stored;
  const { id, job_id: job, total } = stored;
  if (job !== null) return { status: 'accepted', message: messages.accepted(total), bulk_change_id: id, job_id: id };
  // Its batches may wait for other changes.
  const within = (transaction: Db): Promise<void> => assertActorHas(transaction, 'internal', audit.actor);
  await processChange({ db, log, audit: () => audit, within }, id);
  const change = await findChange(db, id);
  const results = await readResults(db, id, total);
  const failed = change?.failed ?? 0;
  const operation = {
    action: request.change.action,
    type: request.change.type,
    forInsiders: change?.for_insiders ?? false,
  };
  return {
    status: failed === 0 ? 'success' : 'partial',
    message: failed === 0 ? messages.done(operation) : messages.failed(operation, failed, total),
    results,
  };
}

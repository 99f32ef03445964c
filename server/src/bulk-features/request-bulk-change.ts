/** Asking for a change of many practices: a small one is made at once, a large one by a job. */
import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { BulkChange, BulkResult } from 'shared-api/contracts';
import type { Doing } from '../audit/actor.js';
import { NO_PRACTICE, recordAudit } from '../audit/audit-log.js';
import type { Db } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import { hashOf, keyReused } from '../idempotency/idempotency-key.js';
import { enqueue } from '../jobs/jobs-repository.js';
import { type BulkChangeRow, changeWithKey, findChange, insertChange, readResults } from './bulk-changes-repository.js';
import { chosenPractices, isForInsiders } from './chosen-practices.js';
import { goThrough } from './go-through.js';
import { messages } from './messages.js';

/** Jobs that go through a large bulk change. */
export const BULK_FEATURES = 'bulk-features';

/** What such a job is to do. */
export interface BulkInput {
  change: string;
}

/** Practices up to which the answer waits for all of them. */
export const AT_ONCE = 200;

interface Asking {
  db: Db;
  log: FastifyBaseLogger;
  doing: Doing;
}

export interface Asked {
  change: BulkChange;
  /** The caller's `Idempotency-Key`: one key makes one change, however often it is asked for. */
  key: string | undefined;
}

/** Thrown so that what was begun beside another call with the same key is undone. */
class KeyTaken extends Error {}

/** Writes what is to be done, with the job that does it where there are many practices. @throws KeyTaken */
function begin(
  { db, doing: { actor, now } }: Asking,
  asked: BulkChange,
  practices: readonly number[],
  once: Pick<BulkChangeRow, 'id' | 'key' | 'fingerprint'>,
): Promise<void> {
  const { action, type, items, filter } = asked;
  return inTransaction(db, async (transaction) => {
    const input: BulkInput = { change: once.id };
    const job =
      practices.length > AT_ONCE
        ? await enqueue(transaction, { practice: NO_PRACTICE, kind: BULK_FEATURES, input, progress: {}, actor, now })
        : null;
    const row = {
      ...once,
      action,
      type,
      items: JSON.stringify([...new Set(items)]),
      for_insiders: isForInsiders(asked),
      state: 'waiting' as const,
      total: practices.length,
      job_id: job,
      requested_at: now,
      requested_by_kind: actor.kind,
      requested_by_id: actor.id,
      requested_by_name: actor.name,
    };
    if (!(await insertChange(transaction, row, practices))) throw new KeyTaken();
    if (job === null) return;
    await recordAudit(transaction, {
      practice: NO_PRACTICE,
      actor,
      at: now,
      action: 'bulk_change.start',
      entity: 'bulk_change',
      entityId: once.id,
      after: { action, type, items, practices: practices.length, ...(filter && { filter }) },
    });
  });
}

/** @returns what is written of the change, by this call or by an earlier one with the same key */
async function beginOnce(asking: Asking, { change, key: shown }: Asked): Promise<BulkChangeRow> {
  const { db, doing } = asking;
  const key = shown === undefined ? null : hashOf(doing.actor.kind, doing.actor.id, shown);
  const { action, type, items, practice_ids: ids, filter } = change;
  const fingerprint = hashOf(action, type, items, ids ?? null, filter ?? null);
  const id = randomUUID();
  let row = key === null ? undefined : await changeWithKey(db, key);
  if (!row) {
    const practices = await chosenPractices(db, change);
    try {
      await begin(asking, change, practices, { id, key, fingerprint });
      row = await findChange(db, id);
    } catch (error) {
      if (!(error instanceof KeyTaken) || key === null) throw error;
      row = await changeWithKey(db, key);
    }
  }
  if (row?.fingerprint !== fingerprint) throw keyReused();
  return row;
}

export interface BulkAnswer {
  status: 'success' | 'partial' | 'accepted';
  message: string;
  results?: BulkResult[];
  job_id?: string;
}

/**
 * Makes a small change, each practice wholly or not at all, or has a job make a large one. Asked for again with the same key
 * it goes on where the first call was lost, and answers the same.
 *
 * @throws Refusal `invalid` with fields, `idempotency_key_reused`
 */
export async function requestBulkChange(asking: Asking, asked: Asked): Promise<BulkAnswer> {
  const { db, log, doing } = asking;
  const { id, job_id: job, total } = await beginOnce(asking, asked);
  if (job !== null) return { status: 'accepted', message: messages.accepted(total), job_id: id };
  await goThrough({ db, log, doing: () => doing }, id);
  const change = await findChange(db, id);
  const results = await readResults(db, id, total);
  const failed = change?.failed ?? 0;
  const deed = { action: asked.change.action, type: asked.change.type, forInsiders: change?.for_insiders ?? false };
  return {
    status: failed === 0 ? 'success' : 'partial',
    message: failed === 0 ? messages.done(deed) : messages.failed(deed, failed, total),
    results,
  };
}

/** Makes a paid change exactly once, however often and on whichever replica it is requested (server rule 6). */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { RequestState } from 'shared-api/contracts';
import type { Actor } from '../audit/actor.js';
import type { Db } from '../database/tables.js';
import type { BillingPurchase } from '../database/tables/billing.js';
import { AppError } from '../http/app-error.js';
import { KEY_HOURS, hashOf, keyReused } from './idempotency-key.js';
import { withLease } from './lease.js';

export interface IdempotentRequest {
  practiceId: number;
  action: string;
  actor: Actor;
  /** The caller's `Idempotency-Key`. */
  key: string;
  /** The content of the request. Different content under the same key is rejected. */
  content: unknown;
  /** A second lease, for changes of an object that several practices share: `subscription:sub_…`. */
  lease?: string;
}

/** The progress of a request, so that another replica can complete it. */
export interface RequestProgress {
  subscriptionId?: string;
  invoiceId?: string | null;
  purchase?: BillingPurchase;
}

export interface Attempt {
  /** Prefix of the provider's idempotency keys; the same in each attempt. */
  id: string;
  /** True when an earlier attempt may have succeeded. */
  isRetry: boolean;
  /** Stores progress immediately, outside of any transaction. */
  record(progress: RequestProgress): Promise<void>;
}

export interface CommandResult<Answer> {
  answer: Answer;
  /** `failed` is thrown as an `AppError` instead. */
  state: Exclude<RequestState, 'failed'>;
}

const keepUntil = sql<Date>`now() + make_interval(hours => ${KEY_HOURS})`;

/** True when it is unknown whether the provider has made the change. */
export const isUncertain = (error: unknown): boolean =>
  !(error instanceof AppError) || error.code === 'provider_unavailable' || error.code === 'already_running';

type Row = Awaited<ReturnType<typeof findRequest>>;

function findRequest(db: Db, practiceId: number, key: string) {
  return db
    .selectFrom('billing_requests')
    .select(['id', 'fingerprint', 'state', 'answer'])
    .where('practice_id', '=', practiceId)
    .where('key', '=', key)
    .executeTakeFirst();
}

function deleteRequest(db: Db, practiceId: number, key: string) {
  return db.deleteFrom('billing_requests').where('practice_id', '=', practiceId).where('key', '=', key).execute();
}

/** @returns the row of an earlier attempt that has not failed */
async function findEarlierAttempt(db: Db, practiceId: number, key: string): Promise<Row> {
  await db
    .deleteFrom('billing_requests')
    .where('practice_id', '=', practiceId)
    .where('keep_until', '<', sql<Date>`now()`)
    .execute();
  const row = await findRequest(db, practiceId, key);
  if (row?.state !== 'failed') return row;
  // The provider repeats its rejection under the same key, so another attempt needs another id.
  await deleteRequest(db, practiceId, key);
  return undefined;
}

async function insertRequest(db: Db, request: IdempotentRequest, key: string, fingerprint: string): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('billing_requests')
    .values({
      practice_id: request.practiceId,
      key,
      id,
      fingerprint,
      action: request.action,
      state: 'processing',
      subscription_id: null,
      invoice_id: null,
      purchase: null,
      answer: null,
      asked_at: sql<Date>`now()`,
      keep_until: keepUntil,
    })
    .execute();
  return id;
}

/**
 * @param work makes the change; an `AppError` means that nothing changed
 * @returns the answer of the first successful attempt
 * @throws AppError `idempotency_key_reused` (422) for a key that was sent earlier with different content,
 *   `already_running`; the errors of `work`
 */
export async function withIdempotencyKey<Answer>(
  db: Db,
  request: IdempotentRequest,
  work: (attempt: Attempt) => Promise<CommandResult<Answer>>,
): Promise<Answer> {
  const { practiceId, action, actor, content, lease } = request;
  const key = hashOf(actor.kind, actor.id, request.key);
  const fingerprint = hashOf(action, content);
  const update = () => db.updateTable('billing_requests').where('practice_id', '=', practiceId).where('key', '=', key);
  return withLease(db, `practice:${practiceId}`, async () => {
    const earlier = await findEarlierAttempt(db, practiceId, key);
    // The route already compares the content, but a request may be remembered longer than its key.
    if (earlier && earlier.fingerprint !== fingerprint) throw keyReused();
    if (earlier?.answer && earlier.state !== 'processing') return earlier.answer as Answer;
    const id = earlier?.id ?? (await insertRequest(db, request, key, fingerprint));
    const record = async ({ subscriptionId, invoiceId, purchase }: RequestProgress): Promise<void> => {
      await update()
        .set({
          ...(subscriptionId !== undefined && { subscription_id: subscriptionId }),
          ...(invoiceId !== undefined && { invoice_id: invoiceId }),
          ...(purchase !== undefined && { purchase: JSON.stringify(purchase) }),
        })
        .execute();
    };
    try {
      const attempt = { id, isRetry: earlier !== undefined, record };
      const { answer, state } = await (lease === undefined ? work(attempt) : withLease(db, lease, () => work(attempt)));
      await update()
        // A webhook may have completed the request in the meantime. Its result then takes precedence.
        .set({ state: sql`case when state in ('succeeded', 'failed') then state else ${state} end` })
        .set({ answer: JSON.stringify(answer) })
        .set({ keep_until: keepUntil })
        .execute();
      return answer;
    } catch (error) {
      // Only a decline by the provider proves that an earlier attempt has not succeeded.
      const isDeclined = error instanceof AppError && error.statusCode === 402;
      if (!isUncertain(error) && (!earlier || isDeclined)) await deleteRequest(db, practiceId, key);
      throw error;
    }
  });
}

/** Makes a change that costs money once, however often and wherever it is requested (server rule 6). */
import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { RequestState } from 'shared-api/contracts';
import type { Actor } from '../audit/actor.js';
import type { Db } from '../database/tables.js';
import type { BillingPurchase } from '../database/tables/billing.js';
import { Refusal } from '../http/refusal.js';
import { withLease } from './lease.js';

export interface IdempotentRequest {
  practiceId: number;
  action: string;
  actor: Actor;
  /** The caller's `Idempotency-Key`; without one, the content stands for it for a little while. */
  key: string | undefined;
  /** What is requested: another content under the same key is refused. */
  content: unknown;
  /** Held besides the practice's lease, against changes of the same object through other practices: `subscription:sub_…`. */
  lease?: string;
}

/** What is known of a request so far, so that another replica can complete it. */
export interface RequestProgress {
  subscriptionId?: string;
  invoiceId?: string | null;
  purchase?: BillingPurchase;
}

export interface Attempt {
  /** The provider's idempotency keys begin with it; the same in each attempt. */
  id: string;
  /** True when an earlier attempt may have succeeded. */
  isRetry: boolean;
  /** Stores progress at once, outside of any transaction. */
  record(progress: RequestProgress): Promise<void>;
}

export interface CommandResult<Answer> {
  answer: Answer;
  /** `failed` is thrown as a `Refusal` instead. */
  state: Exclude<RequestState, 'failed'>;
}

/** How long a caller's key is remembered: as long as the provider remembers ours. */
const KEY_HOURS = 24;
/** How long the same request without a key counts as the same click, in seconds. */
const SAME_CLICK_S = 15;

const hash = (...parts: unknown[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex');
const secondsFromNow = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;

/** True when nobody knows whether the provider has made the change. */
const isUncertain = (error: unknown): boolean =>
  !(error instanceof Refusal) || error.code === 'provider_unavailable' || error.code === 'already_running';

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
  // The provider repeats its refusal under the same key, so another attempt needs another id.
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
      keep_until: secondsFromNow(KEY_HOURS * 3600),
    })
    .execute();
  return id;
}

/**
 * @param work makes the change; a `Refusal` means that nothing was changed
 * @returns what the first successful attempt answered
 * @throws Refusal `key_reused` (422) for a key that came with another content, `already_running`; what the work throws
 */
export async function withIdempotencyKey<Answer>(
  db: Db,
  request: IdempotentRequest,
  work: (attempt: Attempt) => Promise<CommandResult<Answer>>,
): Promise<Answer> {
  const { practiceId, action, actor, content, lease } = request;
  const key = hash(actor.kind, actor.id, request.key ?? [action, content]);
  const fingerprint = hash(action, content);
  const update = () => db.updateTable('billing_requests').where('practice_id', '=', practiceId).where('key', '=', key);
  return withLease(db, `practice:${practiceId}`, async () => {
    const earlier = await findEarlierAttempt(db, practiceId, key);
    if (earlier && earlier.fingerprint !== fingerprint) {
      throw new Refusal(422, 'key_reused', 'This Idempotency-Key was sent with another change. Use a new one.');
    }
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
      const isSameClick = request.key === undefined && state === 'succeeded';
      await update()
        // A webhook may have settled it meanwhile: then its word holds.
        .set({ state: sql`case when state in ('succeeded', 'failed') then state else ${state} end` })
        .set({ answer: JSON.stringify(answer) })
        .set({ keep_until: secondsFromNow(isSameClick ? SAME_CLICK_S : KEY_HOURS * 3600) })
        .execute();
      return answer;
    } catch (error) {
      // Only the provider itself can rule out that an earlier attempt has succeeded.
      const isDeclined = error instanceof Refusal && error.statusCode === 402;
      if (!isUncertain(error) && (!earlier || isDeclined)) await deleteRequest(db, practiceId, key);
      throw error;
    }
  });
}

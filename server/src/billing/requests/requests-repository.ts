/** Rows of requests for paid changes. A row is committed before anything is sent to the provider. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { RequestState } from 'shared-api/contracts';
import type { Actor } from '../../platform/audit/actor.js';
import type { Db } from '../../platform/database/tables.js';
import type { BillingPurchase } from './requests-tables.js';
import { AppError } from '../../platform/errors/app-error.js';
import { KEY_HOURS } from '../../platform/idempotency/idempotency-key.js';

/**
 * How long a call may still reach the provider after it was sent, in seconds. Longer than any call takes, including its
 * retries.
 */
const ON_ITS_WAY_S = 120;

const keepUntil = sql<Date>`now() + make_interval(hours => ${KEY_HOURS})`;
const onItsWayUntil = sql<Date>`now() + make_interval(secs => ${ON_ITS_WAY_S})`;

export interface StoredRequest {
  id: string;
  practiceId: number;
  key: string;
  fingerprint: string;
  action: string | null;
  state: RequestState;
  /** What it changes. Null for requests of an older release, which block nothing. */
  scope: string | null;
  content: unknown;
  actor: Actor | null;
  subscriptionId: string | null;
  purchase: BillingPurchase | null;
  answer: unknown;
  /** True if something may have been sent to the provider. */
  isSent: boolean;
  /** True when a change missing at the provider was definitely not made. */
  isAbsenceFinal: boolean;
  /** Seconds since the outcome became known. Null: unknown. */
  settledFor: number | null;
}

function rows(db: Db) {
  return db
    .selectFrom('billing_requests')
    .select([
      'id',
      'practice_id as practiceId',
      'key',
      'fingerprint',
      'action',
      'state',
      'scope',
      'content',
      'actor',
      'subscription_id as subscriptionId',
      'purchase',
      'answer',
      sql<boolean>`absent_after is not null`.as('isSent'),
      sql<boolean>`coalesce(absent_after, now()) <= now()`.as('isAbsenceFinal'),
      sql<number | null>`extract(epoch from now() - settled_at)::float8`.as('settledFor'),
    ]);
}

export function findRequestByKey(db: Db, practiceId: number, key: string): Promise<StoredRequest | undefined> {
  return rows(db).where('practice_id', '=', practiceId).where('key', '=', key).executeTakeFirst();
}

export function findRequestById(db: Db, id: string): Promise<StoredRequest | undefined> {
  return rows(db).where('id', '=', id).executeTakeFirst();
}

export function listUnsettledIn(db: Db, scope: string): Promise<StoredRequest[]> {
  return rows(db).where('scope', '=', scope).where('state', '=', 'processing').execute();
}

/** Every request whose outcome is unknown, oldest first. */
export function listUnsettled(db: Db): Promise<StoredRequest[]> {
  return rows(db).where('scope', 'is not', null).where('state', '=', 'processing').orderBy('asked_at').execute();
}

/** The scopes with an unsettled request. */
export async function listUnsettledScopes(db: Db, scopes: readonly string[]): Promise<Set<string>> {
  if (scopes.length === 0) return new Set();
  const rows = await db
    .selectFrom('billing_requests')
    .select('scope')
    .where('state', '=', 'processing')
    .where('scope', 'in', [...scopes])
    .execute();
  return new Set(rows.flatMap(({ scope }) => scope ?? []));
}

export interface NewRequest {
  practiceId: number;
  key: string;
  fingerprint: string;
  action: string;
  scope: string;
  content: unknown;
  actor: Actor;
  subscriptionId: string | null;
  purchase: BillingPurchase | null;
}

/** @returns its id; undefined when another request of the same scope is unsettled */
export async function insertRequest(db: Db, request: NewRequest): Promise<string | undefined> {
  const { practiceId, key, fingerprint, action, scope, content, actor, subscriptionId, purchase } = request;
  const id = randomUUID();
  const result = await db
    .insertInto('billing_requests')
    .values({
      practice_id: practiceId,
      key,
      id,
      fingerprint,
      action,
      state: 'processing',
      scope,
      content: JSON.stringify(content),
      actor: JSON.stringify(actor),
      subscription_id: subscriptionId,
      invoice_id: null,
      purchase: purchase && JSON.stringify(purchase),
      answer: null,
      absent_after: null,
      settled_at: null,
      asked_at: sql<Date>`now()`,
      keep_until: keepUntil,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n ? id : undefined;
}

/** True if another request of the scope or subscription has been settled since. */
export async function hasLaterRequest(db: Db, { id, scope, subscriptionId }: StoredRequest): Promise<boolean> {
  const later = await db
    .selectFrom('billing_requests as later')
    .innerJoin('billing_requests as one', (join) => join.onRef('later.settled_at', '>', 'one.settled_at'))
    .select('later.id')
    .where('one.id', '=', id)
    .where('later.id', '<>', id)
    .where('later.state', '<>', 'failed')
    .where((where) => where.or([where('later.scope', '=', scope), where('later.subscription_id', '=', subscriptionId)]))
    .limit(1)
    .executeTakeFirst();
  return later !== undefined;
}

/** Deletes a request that was never sent. Pages don't follow it. */
export async function deleteRequest(db: Db, id: string): Promise<void> {
  await db.deleteFrom('billing_requests').where('id', '=', id).execute();
}

/**
 * Ends a request that was sent and refused. Its key can be used for another one. The row stays until it expires,
 * because open pages follow the request and show why it failed.
 */
export async function closeRefused(
  db: Db,
  { id, key }: Pick<StoredRequest, 'id' | 'key'>,
  message: string,
): Promise<void> {
  await storeOutcome(db, id, 'failed', { message });
  await releaseKey(db, { id, key });
}

/** Clears a request's key, so that the key can be used for another one. */
export async function releaseKey(db: Db, { id, key }: Pick<StoredRequest, 'id' | 'key'>): Promise<void> {
  await db
    .updateTable('billing_requests')
    .set({ key: `${key}:${id}` })
    .where('id', '=', id)
    .execute();
}

/** The progress of a request, so that another replica can complete it. */
export interface RequestProgress {
  subscriptionId?: string;
  invoiceId?: string | null;
  purchase?: BillingPurchase;
  /** Replaces the request's stored data, which its outcome is determined from. */
  content?: object;
}

/** @returns false when the request has been settled, because this replica was believed dead */
async function update(db: Db, id: string, progress: RequestProgress, isBeingSent: boolean): Promise<boolean> {
  const { subscriptionId, invoiceId, purchase, content } = progress;
  const result = await db
    .updateTable('billing_requests')
    .set({
      ...(subscriptionId !== undefined && { subscription_id: subscriptionId }),
      ...(invoiceId !== undefined && { invoice_id: invoiceId }),
      ...(purchase !== undefined && { purchase: JSON.stringify(purchase) }),
      ...(content !== undefined && { content: JSON.stringify(content) }),
      ...(isBeingSent && { absent_after: onItsWayUntil }),
      // Even without progress, there must be a column to set.
      state: sql<RequestState>`state`,
    })
    .where('id', '=', id)
    .$if(isBeingSent, (query) => query.where('state', '=', 'processing'))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Stores progress immediately, outside of any transaction. */
export async function recordProgress(db: Db, id: string, progress: RequestProgress): Promise<void> {
  await update(db, id, progress, false);
}

/** Records that the provider is about to be called. @throws AppError `already_running` */
export async function markSent(db: Db, id: string, progress: RequestProgress = {}): Promise<void> {
  if (await update(db, id, progress, true)) return;
  throw new AppError(409, 'already_running', 'This took too long, so nothing was changed. Try again.');
}

/** @param isAnswered true when the provider has responded, so nothing is in flight anymore */
export async function markUnsure(db: Db, id: string, isAnswered: boolean): Promise<void> {
  await db
    .updateTable('billing_requests')
    .set({ absent_after: isAnswered ? sql<Date>`now()` : onItsWayUntil })
    .where('id', '=', id)
    .where('state', '=', 'processing')
    .execute();
}

/** Stores the outcome. An outcome already stored by a webhook takes precedence. */
export async function storeOutcome(db: Db, id: string, state: RequestState, answer: unknown): Promise<void> {
  await db
    .updateTable('billing_requests')
    .set({
      state: sql<RequestState>`case when state in ('succeeded', 'failed') then state else ${state} end`,
      answer: answer === undefined ? null : JSON.stringify(answer),
      settled_at: state === 'processing' ? null : sql<Date>`now()`,
      keep_until: keepUntil,
    })
    .where('id', '=', id)
    .execute();
}

/** Deletes settled requests that no retry can refer to anymore. */
export async function deleteExpiredRequests(db: Db, practiceId?: number): Promise<void> {
  await db
    .deleteFrom('billing_requests')
    .where('keep_until', '<', sql<Date>`now()`)
    .where((where) => where.or([where('state', '<>', 'processing'), where('scope', 'is', null)]))
    .$if(practiceId !== undefined, (query) => query.where('practice_id', '=', practiceId ?? 0))
    .execute();
}

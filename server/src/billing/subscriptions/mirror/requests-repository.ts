/** Requests for paid changes whose outcome at the provider is open. */
import { sql } from 'kysely';
import type { BillingRequest, RequestState } from 'shared-api/contracts';
import type { Actor } from '../../../platform/audit/actor.js';
import type { Db } from '../../../platform/database/tables.js';
import type { BillingPurchase } from '../../requests/requests-tables.js';
import { epochSeconds } from '../../../platform/dates/epoch-seconds.js';

/**
 * A request that waits for the person is no longer listed as pending after this time, in minutes. One whose outcome is
 * unknown is listed until it is settled.
 */
const PENDING_MINUTES = 15;

export interface OpenRequest {
  id: string;
  action: string | null;
  /** True if something may have been sent to the provider. */
  isSent: boolean;
  actor: Actor | null;
  practiceId: number;
  state: RequestState;
  invoiceId: string | null;
  purchase: BillingPurchase | null;
}

const OPEN_STATES: RequestState[] = ['processing', 'requires_action'];

/** Actions that change subscriptions. Changes of a customer's cards are shown with the cards. */
const SUBSCRIPTION_ACTIONS = [
  'add',
  'switch',
  'start',
  'start-trial',
  'remove',
  'undo-removal',
  'cancel',
  'cancel-trial',
  'end-unpaid',
];

const openColumns = [
  'id',
  'action',
  sql<boolean>`absent_after is not null`.as('isSent'),
  'actor',
  'practice_id as practiceId',
  'state',
  'invoice_id as invoiceId',
  'purchase',
] as const;

/** Open requests about a subscription, including the one that started it. */
export function listOpenRequests(db: Db, subscriptionId: string, startedBy: string | null): Promise<OpenRequest[]> {
  return db
    .selectFrom('billing_requests')
    .select(openColumns)
    .where('state', 'in', OPEN_STATES)
    .where((where) =>
      where.or([
        where('subscription_id', '=', subscriptionId),
        ...(startedBy === null ? [] : [sql<boolean>`id::text = ${startedBy}`]),
      ]),
    )
    .orderBy('asked_at')
    .orderBy('id')
    .execute();
}

/** @returns false when another replica has already settled it */
export async function markSettled(
  transaction: Db,
  { id, practiceId }: Pick<OpenRequest, 'id' | 'practiceId'>,
  state: RequestState,
  subscriptionId: string,
): Promise<boolean> {
  const result = await transaction
    .updateTable('billing_requests')
    .set({ state, subscription_id: subscriptionId, settled_at: sql<Date>`now()` })
    .where('practice_id', '=', practiceId)
    .where('id', '=', id)
    .where('state', 'in', OPEN_STATES)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export interface PaidRequest {
  id: string;
  practiceId: number;
  purchase: BillingPurchase;
}

/** Paid purchases whose prices are missing in the subscription's scheduled phases. */
export async function listPurchasesMissingInPhases(db: Db, subscriptionId: string): Promise<PaidRequest[]> {
  const rows = await db
    .selectFrom('billing_requests')
    .select(['id', 'practice_id as practiceId', 'purchase'])
    .where('subscription_id', '=', subscriptionId)
    .where('state', '=', 'succeeded')
    .where(sql<boolean>`(purchase->>'isMissingInPhases')::boolean`)
    .orderBy('asked_at')
    .execute();
  return rows.flatMap(({ purchase, ...row }) => (purchase ? [{ ...row, purchase }] : []));
}

export async function markInPhases(db: Db, { id, practiceId, purchase }: PaidRequest): Promise<void> {
  await db
    .updateTable('billing_requests')
    .set({ purchase: JSON.stringify({ ...purchase, isMissingInPhases: false }) })
    .where('practice_id', '=', practiceId)
    .where('id', '=', id)
    .execute();
}

export interface RequestRecord extends OpenRequest {
  subscriptionId: string | null;
  requestedAt: Date;
  clientSecret: string | undefined;
  /** The reason for the refusal, as shown to the requester. */
  refusal: string | undefined;
}

interface StoredAnswer {
  client_secret?: string;
  message?: string;
}

function requestRows(db: Db, practiceId: number) {
  return db
    .selectFrom('billing_requests')
    .select([...openColumns, 'subscription_id as subscriptionId', 'asked_at as requestedAt', 'answer'])
    .where('practice_id', '=', practiceId);
}

type RequestRow = Awaited<ReturnType<ReturnType<typeof requestRows>['execute']>>[number];

function recordOf({ answer, ...row }: RequestRow): RequestRecord {
  const { client_secret: clientSecret, message } = (answer as StoredAnswer | null) ?? {};
  return { ...row, clientSecret, refusal: row.state === 'failed' ? message : undefined };
}

export async function findRequest(db: Db, practiceId: number, id: string): Promise<RequestRecord | undefined> {
  const row = await requestRows(db, practiceId)
    .where(sql<boolean>`id::text = ${id}`)
    .executeTakeFirst();
  return row && recordOf(row);
}

/** Requests that were sent and whose outcome is open, newest first. */
export async function listPendingRequests(db: Db, practiceId: number): Promise<RequestRecord[]> {
  const rows = await requestRows(db, practiceId)
    .where('state', 'in', OPEN_STATES)
    .where((where) =>
      where.or([
        where('action', 'in', SUBSCRIPTION_ACTIONS),
        // A payment that waits for the person is shown with its invoices.
        where.and([where('action', 'in', ['invoice.pay', 'subscription.card']), where('state', '=', 'processing')]),
      ]),
    )
    .where((where) =>
      where.or([
        where('asked_at', '>', sql<Date>`now() - make_interval(mins => ${PENDING_MINUTES})`),
        where.and([where('state', '=', 'processing'), where('scope', 'is not', null)]),
      ]),
    )
    .where((where) =>
      where.or([where('state', '<>', 'processing'), where('scope', 'is', null), where('absent_after', 'is not', null)]),
    )
    .orderBy('asked_at', 'desc')
    .execute();
  return rows.map(recordOf);
}

/** Descriptions of pending changes, by action. */
const changes: Readonly<Record<string, string>> = {
  start: 'The start of a plan',
  'start-trial': 'The start of a trial',
  add: 'The addition of features',
  switch: 'The switch of a plan',
  remove: 'The removal of an item',
  'undo-removal': 'Keeping an item',
  cancel: 'The cancellation of a subscription',
  'cancel-trial': 'The cancellation of a trial',
  'end-unpaid': 'The end of an unpaid subscription',
  'invoice.pay': 'A payment of open invoices',
  'subscription.card': 'The change of a card',
};

const pendingMessage = (state: RequestState, action: string | null): string =>
  state === 'requires_action'
    ? 'Your bank wants you to confirm this payment.'
    : `${changes[action ?? ''] ?? 'A change'} is being confirmed by the payment provider.`;

export function requestContract(request: RequestRecord): BillingRequest {
  const { id, state, action, purchase, requestedAt, clientSecret, refusal } = request;
  const message =
    state === 'succeeded'
      ? (purchase?.doneMessage ?? 'Done')
      : state === 'failed'
        ? (refusal ?? purchase?.failedMessage ?? 'Nothing was changed. Try another card.')
        : pendingMessage(state, action);
  return {
    id,
    state,
    message,
    ...(state === 'requires_action' && clientSecret !== undefined && { client_secret: clientSecret }),
    requested_at: epochSeconds(requestedAt),
  };
}

/**
 * Makes a paid change exactly once, however often and on whichever replica it is requested (server rule 6). A request
 * with an unknown outcome blocks similar ones until the provider has been asked (docs/decisions/0087).
 */
import Stripe from 'stripe';
import type { PermittedAction, RequestState } from 'shared-api/contracts';
import type { ProviderChangeContext } from '../../platform/audit/actor.js';
import type { Db } from '../../platform/database/tables.js';
import type { BillingPurchase } from './requests-tables.js';
import { AppError } from '../../platform/errors/app-error.js';
import { hashOf, isDerivedKey, keyReused, DOUBLE_CLICK_S } from '../../platform/idempotency/idempotency-key.js';
import { hasProviderResponded, isRefusedByProvider } from '../stripe/stripe-errors.js';
import { withLease } from './lease.js';
import {
  type RequestProgress,
  type StoredRequest,
  closeRefused,
  deleteExpiredRequests,
  deleteRequest,
  findRequestById,
  findRequestByKey,
  insertRequest,
  hasLaterRequest,
  listUnsettledIn,
  listUnsettledScopes,
  markSent,
  markUnsure,
  recordProgress,
  releaseKey,
  storeOutcome,
} from './requests-repository.js';

/** Scope of a practice's starts, including trials. */
export const startScope = (practiceId: number): string => `start:${practiceId}`;

/** Scope of customers created for a practice. */
export const newCustomerScope = (practiceId: number): string => `new-customer:${practiceId}`;

/** True for scopes that are also the key of a lease, because several practices share the object. */
export const isLeaseKey = (scope: string): boolean => /^(subscription|customer):/.test(scope);

/** The message shown while an unknown outcome blocks other changes. */
export const BEING_CONFIRMED =
  'An earlier change is still being confirmed by the payment provider. Wait until its outcome is shown here, usually within 2 minutes.';

/** Asserts that nothing in the scope is unsettled. */
export async function permissionIn(db: Db, scope: string): Promise<PermittedAction> {
  const unsettled = await listUnsettledScopes(db, [scope]);
  return unsettled.size > 0 ? { allowed: false, reason: BEING_CONFIRMED } : { allowed: true, reason: null };
}

export const beingConfirmed = (): AppError => new AppError(409, 'being_confirmed', BEING_CONFIRMED);

export interface IdempotentRequest<Answer> extends Pick<ProviderChangeContext, 'actor' | 'assertStillAllowed'> {
  practiceId: number;
  action: string;
  /** The caller's `Idempotency-Key`, or the key that was derived from the request. */
  key: string;
  /** The content of the request. Different content under the same key is rejected. */
  content: unknown;
  /**
   * What it changes, `subscription:sub_…`. Only one request of a scope can be unsettled. The scope of a subscription or
   * customer is also a second lease, because several practices share it.
   */
  scope: string;
  /** Another lease that the work needs. It is acquired before the scope's. */
  lease?: string;
  subscriptionId?: string | undefined;
  purchase?: BillingPurchase;
  /** Reads the outcome of a request of this scope from the provider, and stores it if it is known. */
  settle: (request: StoredRequest) => Promise<void>;
  /** The error for people when only a first part was changed. Undefined: nothing changed. */
  partialFailure?: () => AppError | undefined;
  /**
   * True when nothing else prevents a second object with the same content. If an earlier request with that content
   * turns out to have succeeded, its response is also this one's.
   */
  isAnsweredByEqual?: boolean;
  /** The response to a request that has been settled since. Absent: the stored response. */
  answerOfSettled?: (request: StoredRequest) => Answer | undefined;
}

export interface Attempt {
  /** Stored in the provider's object. Also the prefix of the provider's idempotency keys. */
  id: string;
  /** True when the request was sent before under the same id, without a response. */
  isResent: boolean;
  /**
   * Call it right before the first change at the provider. An error until then, including its own, means that nothing
   * changed.
   *
   * @throws AppError when the caller may not make the change anymore
   */
  markSent: (progress?: RequestProgress) => Promise<void>;
  /** Stores progress immediately, outside any transaction. */
  record: (progress: RequestProgress) => Promise<void>;
}

export interface CommandResult<Answer> {
  answer: Answer;
  /** `failed` is thrown as an `AppError` instead. */
  state: Exclude<RequestState, 'failed'>;
}

/** True when it is unknown whether the provider has made the change. */
export const isUncertain = (error: unknown): boolean =>
  !(error instanceof AppError) || error.code === 'provider_unavailable' || error.code === 'already_running';

/** True when the call isn't on its way to the provider anymore. */
const isOver = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'provider_unavailable' && hasProviderResponded(error.cause);

const outcomeUnknown = (cause: unknown): AppError =>
  Object.assign(
    new AppError(
      502,
      'provider_unavailable',
      'The payment provider isn’t responding, so we don’t know yet whether this went through. We’re finding out: the outcome is shown here, usually within 2 minutes.',
    ),
    { cause },
  );

const nothingChanged = (cause: unknown): AppError =>
  Object.assign(
    new AppError(
      502,
      'provider_failed',
      'The payment provider couldn’t do this, so nothing was changed. Try again in a minute.',
    ),
    { cause },
  );

/**
 * An attempt of a request that was sent and is being settled. The server completes a change that was allowed when it
 * was sent.
 */
export const sentAttempt = (db: Db, id: string): Attempt => ({
  id,
  isResent: true,
  markSent: (progress) => markSent(db, id, progress),
  record: (progress) => recordProgress(db, id, progress),
});

/**
 * Reads the outcome of a request. Call it with the request's leases.
 *
 * @returns the updated request, unsettled if the provider can't be reached
 */
export async function readOutcome(
  db: Db,
  settle: (request: StoredRequest) => Promise<void>,
  unsettled: StoredRequest,
): Promise<StoredRequest | undefined> {
  try {
    await settle(unsettled);
  } catch (error) {
    if (!(error instanceof AppError) && !(error instanceof Stripe.errors.StripeError)) throw error;
    // The changed object no longer exists at the provider, so the outcome can't be determined.
    if (unsettled.isAbsenceFinal && isRefusedByProvider(error))
      await storeOutcome(db, unsettled.id, 'failed', undefined);
  }
  return findRequestById(db, unsettled.id);
}

/**
 * Settles all other requests of the scope.
 *
 * @returns those whose outcome is known now
 * @throws AppError `being_confirmed`
 */
async function settleOthers<Answer>(db: Db, request: IdempotentRequest<Answer>, own: string): Promise<StoredRequest[]> {
  const settled: StoredRequest[] = [];
  for (const other of await listUnsettledIn(db, request.scope)) {
    if (other.key === own && other.practiceId === request.practiceId) continue;
    const after = await readOutcome(db, request.settle, other);
    if (after?.state === 'processing') throw beingConfirmed();
    if (after) settled.push(after);
  }
  return settled;
}

/** The response to an earlier request. Undefined if it failed or the provider hasn't responded to it. */
function answerOf<Answer>(request: IdempotentRequest<Answer>, stored: StoredRequest): Answer | undefined {
  if (stored.state === 'failed') return undefined;
  const answer = (stored.answer as Answer | null) ?? undefined;
  return stored.state === 'processing' ? answer : (request.answerOfSettled?.(stored) ?? answer);
}

/**
 * True when a derived key stands for a new request: the earlier one was settled a while ago, or something else has
 * changed since, so the repetition is intended (remove, undo, remove).
 */
async function isRepetition(db: Db, earlier: StoredRequest, { key }: { key: string }): Promise<boolean> {
  if (!isDerivedKey(key) || earlier.state !== 'succeeded') return false;
  const { settledFor } = earlier;
  return settledFor === null || settledFor > DOUBLE_CLICK_S || hasLaterRequest(db, earlier);
}

/** @returns the row of an earlier attempt that counts for this one */
async function findEarlierAttempt<Answer>(
  db: Db,
  request: IdempotentRequest<Answer>,
  key: string,
): Promise<StoredRequest | undefined> {
  const row = await findRequestByKey(db, request.practiceId, key);
  const settled = row?.state === 'processing' && row.scope !== null ? await readOutcome(db, request.settle, row) : row;
  if (!settled) return undefined;
  // The provider repeats its rejection under the same key, so another attempt needs another id.
  if (settled.state === 'failed' || (await isRepetition(db, settled, request))) await releaseKey(db, settled);
  else return settled;
  return undefined;
}

/** Only our own errors have messages for people. */
const messageOf = (error: unknown): string =>
  error instanceof AppError ? error.message : 'This didn’t work, so nothing was changed. Try again.';

/** Determines what a failed attempt changed. @returns its response, if it made the change after all */
async function afterError<Answer>(
  db: Db,
  request: IdempotentRequest<Answer>,
  id: string,
  { error, isResent }: { error: unknown; isResent: boolean },
): Promise<Answer> {
  const stored = await findRequestById(db, id);
  // Only a decline by the provider proves that an earlier attempt didn't succeed.
  const isDeclined = error instanceof AppError && error.statusCode === 402;
  if (!stored) throw error;
  const isCertain = !isUncertain(error) || !stored.isSent;
  const partialFailureOf = (cause: unknown): AppError | undefined => {
    const partly = request.partialFailure?.();
    return partly && Object.assign(partly, { cause });
  };
  if (isCertain && (!isResent || isDeclined)) {
    const isUnavailable = isUncertain(error) && error instanceof AppError && error.code === 'provider_unavailable';
    const refusal = partialFailureOf(error) ?? (isUnavailable ? nothingChanged(error) : error);
    await (stored.isSent ? closeRefused(db, stored, messageOf(refusal)) : deleteRequest(db, id));
    throw refusal;
  }
  if (isCertain) throw error;
  await markUnsure(db, id, isOver(error));
  const after = await readOutcome(db, request.settle, { ...stored, isAbsenceFinal: isOver(error) });
  const answer = after && answerOf(request, after);
  if (answer !== undefined) return answer;
  if (after?.state !== 'failed') {
    throw error instanceof AppError && error.code === 'provider_unavailable' ? outcomeUnknown(error) : error;
  }
  const refusal = partialFailureOf(error) ?? nothingChanged(error);
  await closeRefused(db, after, refusal.message);
  throw refusal;
}

/** Both leases are held. */
async function makeOnce<Answer>(
  db: Db,
  request: IdempotentRequest<Answer>,
  work: (attempt: Attempt) => Promise<CommandResult<Answer>>,
): Promise<Answer> {
  const { practiceId, action, actor, content, scope, subscriptionId, purchase } = request;
  const key = hashOf(actor.kind, actor.id, request.key);
  const fingerprint = hashOf(action, content);
  await deleteExpiredRequests(db, practiceId);
  const earlier = await findEarlierAttempt(db, request, key);
  // The route already compares the content, but a request may be remembered longer than its key.
  if (earlier && earlier.fingerprint !== fingerprint) throw keyReused();
  const answer = earlier && answerOf(request, earlier);
  if (answer !== undefined) return answer;
  const settled = await settleOthers(db, request, key);
  const equal = settled.find((other) => request.isAnsweredByEqual === true && other.fingerprint === fingerprint);
  const id =
    earlier?.id ??
    (await insertRequest(db, {
      practiceId,
      key,
      fingerprint,
      action,
      scope,
      content,
      actor,
      subscriptionId: subscriptionId ?? null,
      purchase: purchase ?? null,
    }));
  if (id === undefined) throw beingConfirmed();
  const answerOfEqual = equal && answerOf(request, equal);
  if (answerOfEqual !== undefined) {
    await storeOutcome(db, id, 'succeeded', answerOfEqual);
    return answerOfEqual;
  }
  const isResent = earlier !== undefined;
  try {
    const result = await work({
      ...sentAttempt(db, id),
      isResent,
      markSent: async (progress) => {
        await request.assertStillAllowed();
        await markSent(db, id, progress);
      },
    });
    await storeOutcome(db, id, result.state, result.answer);
    return result.answer;
  } catch (error) {
    return afterError(db, request, id, { error, isResent });
  }
}

/**
 * @param work makes the change; an `AppError` means that nothing changed
 * @returns the response of the first successful attempt
 * @throws AppError `idempotency_key_reused` (422) for a key sent earlier with different content,
 *   `being_confirmed` while the outcome of another request of the scope is unknown, `already_running`; the errors of
 *   `work`
 */
export function withIdempotencyKey<Answer>(
  db: Db,
  request: IdempotentRequest<Answer>,
  work: (attempt: Attempt) => Promise<CommandResult<Answer>>,
): Promise<Answer> {
  const { practiceId, scope, lease } = request;
  const make = (): Promise<Answer> => makeOnce(db, request, work);
  const makeInScope = (): Promise<Answer> => (isLeaseKey(scope) ? withLease(db, scope, make) : make());
  return withLease(db, `practice:${practiceId}`, () =>
    lease === undefined ? makeInScope() : withLease(db, lease, makeInScope),
  );
}

/**
 * Idempotency keys: if a request with a key was executed, its answer is stored and repeated, even if it is an error
 * (https://docs.stripe.com/api/idempotent_requests).
 */
import { StripeError, type StripeErrorBody } from './errors.js';
import type { Store } from './store.js';

export interface Answer {
  status: number;
  body: string;
  /**
   * False if nothing was executed, because the parameters were rejected or the caller isn't allowed to make the call.
   */
  isExecuted: boolean;
}

/** Lifetime of a key in seconds. */
const KEY_LIFE_S = 86_400;
const MAX_KEY_LENGTH = 255;

/** Statuses of requests that were rejected before they were executed. */
const TURNED_AWAY = new Set([401, 403, 409, 429]);

export const errorAnswer = (status: number, error: StripeErrorBody, isExecuted = !TURNED_AWAY.has(status)): Answer => ({
  status,
  body: JSON.stringify({ error }),
  isExecuted,
});

/** @throws errors that are not Stripe's */
export function answerOfError(error: unknown): Answer {
  if (!(error instanceof StripeError)) throw error;
  return errorAnswer(error.status, error.body, !error.isValidation && !TURNED_AWAY.has(error.status));
}

export interface KeyedRequest {
  /** Undefined for requests without a key. */
  key: string | undefined;
  /** Hash of the path and the parameters. */
  fingerprint: string;
}

export interface IdempotentAnswers {
  /** @returns the answer to repeat, or the reason why the key can't be used; undefined for a request to execute */
  find(request: KeyedRequest): (Answer & { isReplay: boolean }) | undefined;
  /** Holds the key until the returned function is called. Another request with the key is rejected meanwhile. */
  begin(request: KeyedRequest): () => void;
  /** Stores the answer of an executed request. */
  store(request: KeyedRequest, answer: Answer): void;
}

export function idempotentAnswers(store: Store): IdempotentAnswers {
  const inProgress = new Set<string>();
  const refused = (status: number, error: StripeErrorBody): Answer & { isReplay: boolean } => ({
    ...errorAnswer(status, error, false),
    isReplay: false,
  });
  return {
    find({ key, fingerprint }) {
      if (key === undefined) return undefined;
      if (key.length > MAX_KEY_LENGTH) {
        const message = `Idempotency keys can be at most ${MAX_KEY_LENGTH} characters long.`;
        return refused(400, { type: 'invalid_request_error', message });
      }
      const stored = store.table('idempotency_key').find(key);
      if (stored && store.now() - stored.at < KEY_LIFE_S) {
        if (stored.fingerprint === fingerprint) {
          return { status: stored.status, body: stored.body, isExecuted: true, isReplay: true };
        }
        return refused(400, {
          type: 'idempotency_error',
          message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        });
      }
      if (!inProgress.has(key)) return undefined;
      return refused(409, {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
        message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
      });
    },
    begin({ key }) {
      if (key === undefined) return () => undefined;
      inProgress.add(key);
      return () => void inProgress.delete(key);
    },
    store({ key, fingerprint }, { status, body, isExecuted }) {
      if (key === undefined || !isExecuted) return;
      store.table('idempotency_key').put({ id: key, fingerprint, status, body, at: store.now() });
    },
  };
}

/** Rate limits of requests: https://docs.stripe.com/rate-limits. They are off until a control endpoint sets them. */
import { type Answer, errorAnswer } from './idempotent-answers.js';

const SECOND_MS = 1000;

export interface RateLimits {
  /** The allowed number of requests per second; unlimited if absent. */
  per_second?: number | undefined;
  /** The allowed number of requests to one endpoint per second; unlimited if absent. */
  per_endpoint?: number | undefined;
}

export interface RateLimiter {
  set(limits: RateLimits): void;
  /** Counts a request. A request that exceeds a limit is counted too. */
  isExceeded(call: string): boolean;
}

/** The endpoint of `GET /v1/customers/cus_1?expand=x` is `GET /v1/customers/`. */
const endpointOf = (call: string): string => call.replace(/\?.*$/, '').replace(/(\/v1\/[a-z_]+\/?).*$/, '$1');

/** @param clock epoch milliseconds of the machine, because limits are about real time */
export function rateLimiter(clock: () => number = Date.now): RateLimiter {
  let limits: RateLimits = {};
  let requests: { at: number; endpoint: string }[] = [];
  return {
    set(next) {
      limits = next;
      requests = [];
    },
    isExceeded(call) {
      const { per_second: all = Infinity, per_endpoint: each = Infinity } = limits;
      if (all === Infinity && each === Infinity) return false;
      const now = clock();
      const endpoint = endpointOf(call);
      requests = [...requests.filter(({ at }) => now - at < SECOND_MS), { at: now, endpoint }];
      return requests.length > all || requests.filter((one) => one.endpoint === endpoint).length > each;
    },
  };
}

const messages = {
  rate_limited: {
    code: 'rate_limit',
    message: 'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.',
  },
  lock_timeout: {
    code: 'lock_timeout',
    message:
      'This object cannot be accessed right now because another API request or Stripe process is currently accessing it. If you see this error intermittently, retry the request. If you see this error frequently and are making multiple concurrent requests to a single object, make your requests serially or at a lower rate. For more details, see https://stripe.com/docs/rate-limits#object-lock-timeouts.',
  },
} as const;

/** Stripe's 429. Nothing was executed, so the answer isn't stored for an idempotency key. */
export const tooMany = (kind: keyof typeof messages): Answer =>
  errorAnswer(429, { type: 'invalid_request_error', ...messages[kind] });

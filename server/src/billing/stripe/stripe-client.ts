/** The card payment provider: Stripe's own SDK, on Stripe's hosts or on the sandbox that replaces them. */
import { AsyncLocalStorage } from 'node:async_hooks';
import Stripe from 'stripe';
import type { Config } from '../../platform/config/config.js';
import { type ObserveCall, callUnmeasured } from '../../platform/observability/provider-calls.js';
import { type CallLimiter, callLimiter, type Priority } from './call-limiter.js';
import { EARLIER_ATTEMPT } from './stripe-errors.js';

export interface Payments {
  /** The SDK with the secret key, for calls that a person waits for. */
  stripe: Stripe;
  /** Like `api`, for jobs, webhooks and later settlement: its calls come after people's. */
  background: Stripe;
  publishableKey: string;
  /** Address of the script that shows the card form. */
  scriptUrl: string;
  /**
   * Dashboard for super admins, with `/customers/{id}`, `/subscriptions/{id}`, `/prices/{id}` and `/invoices/{id}`
   * below it.
   */
  dashboardUrl: string;
  /** Secret of the webhook endpoint, if it is configured. The sandbox's secret is stored in the database. */
  webhookSecret: string | undefined;
  /** Origin of the sandbox. Undefined for Stripe itself. */
  sandboxUrl: string | undefined;
}

/** Timeout of a call to Stripe, in milliseconds. Shorter than browsers wait for this server. */
const ANSWER_MS = 20_000;
/** Retries after an attempt without a response. Each has the same idempotency key. */
const RETRIES = 1;

const STRIPE_JS = 'https://js.stripe.com/v3/';

/** The sandbox's keys are not valid anywhere else. */
const sandboxKeys = { secret: 'sk_test_sandbox', publishable: 'pk_test_sandbox' } as const;

/**
 * Calls per second, half of an account's limit in live and test mode, so that two replicas stay below it:
 * https://docs.stripe.com/rate-limits
 */
const CALLS_PER_SECOND = { live: 50, test: 12 } as const;
/** The sandbox has no limit. */
const SANDBOX_CALLS_PER_SECOND = 10_000;

/** How long an attempt without a response may still be in flight, in milliseconds. */
const ON_ITS_WAY_MS = 120_000;

/**
 * Called for each call that may have changed something, before its caller gets the response. * @param about the call
 * and its response, with the ids of their objects
 */
export type OnChange = (about: string) => Promise<void>;

const ignoreChange: OnChange = () => Promise.resolve();

/** The customer that the calls of some work concern. */
const subjects = new AsyncLocalStorage<string>();

/** Makes calls that concern a customer, though neither they nor their responses name it. */
export const aboutCustomer = <Result>(customerId: string, work: () => Promise<Result>): Promise<Result> =>
  subjects.run(customerId, work);

/** A preview is sent like a change but isn't one. */
const isChange = (method: string, path: string): boolean =>
  method !== 'GET' && !path.startsWith('/v1/invoices/create_preview');

type Answer = Awaited<ReturnType<ReturnType<typeof Stripe.createNodeHttpClient>['makeRequest']>>;

/** Reports the change once its response is read. */
function reportAnswer(answer: Answer, about: string, onChange: OnChange): void {
  const read = answer.toJSON.bind(answer);
  answer.toJSON = async () => {
    const json: unknown = await read().catch(async (error: unknown) => {
      await onChange(about);
      throw error;
    });
    await onChange(`${about} ${JSON.stringify(json)}`);
    return json;
  };
}

/** The SDK's HTTP client, which limits and measures every attempt, and tracks earlier attempts under the same key. */
function limitedClient(
  observe: ObserveCall,
  limiter: CallLimiter,
  priority: Priority,
  onChange: OnChange,
): ReturnType<typeof Stripe.createNodeHttpClient> {
  const client = Stripe.createNodeHttpClient();
  const send = client.makeRequest.bind(client);
  /** Idempotency keys of attempts without a response, with their time. */
  const unanswered = new Map<string, number>();
  client.makeRequest = async (...sent) => {
    const [, , path, method, headers, body] = sent;
    const about = isChange(method, path) ? [path, body, subjects.getStore()].join(' ') : undefined;
    const key = String((headers as Record<string, unknown>)['Idempotency-Key'] ?? '');
    try {
      const answer = await limiter.run(priority, () =>
        observe(
          'stripe',
          method,
          () => send(...sent),
          (received) => received.getStatusCode(),
        ),
      );
      if (unanswered.has(key)) {
        const received = answer.getHeaders();
        answer.getHeaders = () => ({ ...received, [EARLIER_ATTEMPT]: 'unanswered' });
      }
      if (about !== undefined) reportAnswer(answer, about, onChange);
      return answer;
    } catch (error) {
      if (about !== undefined) await onChange(about);
      const now = Date.now();
      for (const [old, at] of unanswered) if (now - at > ON_ITS_WAY_MS) unanswered.delete(old);
      if (key !== '') unanswered.set(key, now);
      throw error;
    }
  };
  return client;
}

/**
 * Undefined when neither keys nor a sandbox are configured. Billing is then not available.
 *
 * @param onChange must not throw, because the change has been made
 */
export function paymentsFor(
  { stripe: keys, sandboxUrl }: Pick<Config, 'stripe' | 'sandboxUrl'>,
  observe = callUnmeasured,
  onChange = ignoreChange,
): Payments | undefined {
  const common = { timeout: ANSWER_MS, maxNetworkRetries: RETRIES, telemetry: false } as const;
  const open = (secretKey: string, callsPerSecond: number, at: Stripe.StripeConfig = {}) => {
    const limiter = callLimiter(callsPerSecond);
    const sdk = (priority: Priority): Stripe =>
      new Stripe(secretKey, { ...common, ...at, httpClient: limitedClient(observe, limiter, priority, onChange) });
    return { stripe: sdk('person'), background: sdk('background') };
  };
  if (keys) {
    const test = keys.secretKey.startsWith('sk_test_') || keys.secretKey.startsWith('rk_test_');
    return {
      ...open(keys.secretKey, keys.callsPerSecond ?? CALLS_PER_SECOND[test ? 'test' : 'live']),
      publishableKey: keys.publishableKey,
      scriptUrl: STRIPE_JS,
      dashboardUrl: test ? 'https://dashboard.stripe.com/test' : 'https://dashboard.stripe.com',
      webhookSecret: keys.webhookSecret,
      sandboxUrl: undefined,
    };
  }
  if (sandboxUrl === undefined) return undefined;
  const { hostname, port, protocol } = new URL(sandboxUrl);
  return {
    ...open(sandboxKeys.secret, SANDBOX_CALLS_PER_SECOND, {
      host: hostname,
      port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
      protocol: protocol === 'https:' ? 'https' : 'http',
    }),
    publishableKey: sandboxKeys.publishable,
    scriptUrl: `${sandboxUrl}/stripe-js/v3`,
    dashboardUrl: `${sandboxUrl}/stripe/dashboard`,
    webhookSecret: undefined,
    sandboxUrl,
  };
}

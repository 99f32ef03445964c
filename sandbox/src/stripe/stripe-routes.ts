/** Stripe's API with its wire protocol: keys, form bodies, idempotency, errors, expansion. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallContext, StripeCall } from './calls.js';
import { expanded, toJson } from './expansion.js';
import { accountCreditCalls } from './account-credit.js';
import { chargeCalls } from './charges.js';
import { catalogueCalls } from './catalogue.js';
import { advanceClock } from './clock.js';
import { customerCalls } from './customers.js';
import { StripeError, invalidParameter, invalidRequest, unauthorized } from './errors.js';
import { discountCalls } from './discount-calls.js';
import { eventCalls } from './event-calls.js';
import { API_VERSION, type Webhooks } from './events.js';
import type { FaultPlan } from '../faults.js';
import { stripeControl } from './control.js';
import type { StripeFault } from './stripe-fault.js';
import { type Answer, type KeyedRequest, answerOfError, errorAnswer, idempotentAnswers } from './idempotent-answers.js';
import { invoiceCalls } from './invoice-calls.js';
import { OWN_ORIGIN } from './invoices.js';
import type { TypeGuard } from './schema/type-guard.js';
import { type Params, type Reader, reader, readForm } from './params.js';
import { paymentCalls } from './payment-calls.js';
import { paymentMethodCalls } from './payment-method-calls.js';
import { rateLimiter, tooMany } from './rate-limiter.js';
import { scheduleCalls } from './schedule-calls.js';
import { type Store, omitFields } from './store.js';
import { subscriptionCalls } from './subscription-calls.js';
import { subscriptionItemCalls } from './subscription-item-calls.js';

export const stripeCalls: readonly StripeCall[] = [
  ...customerCalls,
  ...paymentMethodCalls,
  ...paymentCalls,
  ...catalogueCalls,
  ...discountCalls,
  ...chargeCalls,
  ...accountCreditCalls,
  ...subscriptionCalls,
  ...subscriptionItemCalls,
  ...scheduleCalls,
  ...invoiceCalls,
  ...eventCalls,
];

export interface StripeParts {
  store: Store;
  hooks: Webhooks;
  faults: FaultPlan<StripeFault>;
  /** The sandbox's origin, known once it listens. */
  origin: () => string;
  types: TypeGuard;
}

function keyOf(request: FastifyRequest): string {
  const { authorization } = request.headers;
  const bearer = /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
  const basic = /^Basic (.+)$/.exec(authorization ?? '')?.[1];
  return bearer ?? (basic ? Buffer.from(basic, 'base64').toString('utf8').replace(/:$/, '') : '');
}

/** The API version that requests must have. The sandbox's answers would be wrong for other versions. */
function checkVersion({ headers }: FastifyRequest): void {
  const version = headers['stripe-version'];
  if (version === undefined || version === API_VERSION) return;
  throw invalidParameter(`Invalid Stripe API version: ${String(version)}`);
}

/** @returns true for a publishable key, which browsers use */
function checkKey(request: FastifyRequest, call: StripeCall, params: Params): boolean {
  const key = keyOf(request) || (typeof params['key'] === 'string' ? params['key'] : '');
  if (/^(sk|rk)_test_/.test(key)) return false;
  if (!key.startsWith('pk_test_')) {
    throw unauthorized(
      key === ''
        ? "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
        : `Invalid API Key provided: ${key.slice(0, 8)}****`,
    );
  }
  if (call.browser !== true) {
    throw unauthorized(
      'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
    );
  }
  return true;
}

/**
 * Rejects unused parameters, even if Stripe accepts them, because the response would pretend that they had an effect.
 */
function assertAllRead(params: Reader): void {
  const param = params.unread();
  if (param === undefined) return;
  throw invalidParameter(
    `Received unknown parameter: ${param}. This sandbox takes what it acts upon, and nothing else.`,
    {
      param,
      code: 'parameter_unknown',
    },
  );
}

/** Runs a call as a transaction: an exception restores the state, unless the error is marked to keep changes. */
function execute(
  call: StripeCall,
  context: CallContext,
  path: Record<string, string>,
  params: Params,
  types: TypeGuard,
): Answer {
  const { store } = context;
  const before = store.snapshot();
  try {
    const parameters = reader(params);
    const result = call.handler({ path, params: parameters }, context);
    // `expand` is read when the response is created.
    const expand = parameters.texts('expand');
    assertAllRead(parameters);
    const body = toJson(expanded(result, params, store), expand);
    types.assertJson(body);
    return { status: 200, body, isExecuted: true };
  } catch (error) {
    if (error instanceof StripeError && !error.keeps) store.restore(before);
    return answerOfError(error);
  }
}

/** Faults of the execution. They don't affect a stored answer that is repeated. */
const FAULTS_OF_EXECUTION: ReadonlySet<StripeFault['kind']> = new Set([
  'error',
  'executed_error',
  'lock_timeout',
  'rate_limited',
  'slow',
]);

function withFault({ kind, status }: StripeFault, run: () => Answer): Answer {
  if (kind === 'lock_timeout' || kind === 'rate_limited') return tooMany(kind);
  if (kind !== 'error' && kind !== 'executed_error') return run();
  if (kind === 'executed_error') run();
  return errorAnswer(status, { type: 'api_error', message: 'An unknown error occurred' });
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

export function stripeRoutes(app: FastifyInstance, { store, hooks, faults, origin, types }: StripeParts): void {
  const answers = idempotentAnswers(store);
  const limiter = rateLimiter();
  const contextFor = (fromBrowser: boolean): CallContext => ({ store, events: hooks, origin: origin(), fromBrowser });

  void app.register((scope, _options, done) => {
    scope.addHook('onRequest', (_request, reply, next) => {
      void reply.header('request-id', store.newId('req')).header('stripe-version', API_VERSION);
      next();
    });
    // Browsers send requests with the publishable key from the console's page.
    scope.addHook('onSend', (_request, reply, _payload, next) => {
      void reply.header('access-control-allow-origin', '*');
      next();
    });
    scope.options('/v1/*', (_request, reply) =>
      reply
        .header('access-control-allow-headers', 'authorization, content-type, stripe-version')
        .header('access-control-allow-methods', 'GET, POST')
        .code(204)
        .send(),
    );

    for (const call of stripeCalls) {
      scope.route({
        method: call.method,
        url: call.path,
        handler: async (request, reply) => {
          const received = receive(call, request);
          if (limiter.isExceeded(received.name)) {
            void reply.header('stripe-rate-limited-reason', 'global-rate');
            return send(reply, tooMany('rate_limited'), origin());
          }
          const stored = answers.find(received);
          const fault = faults.take(received.name, ({ kind }) => !stored || !FAULTS_OF_EXECUTION.has(kind));
          if (fault?.kind === 'refuse') return reply.raw.destroy();
          const end = stored ? undefined : answers.begin(received);
          if (fault?.kind === 'slow') await pause(fault.delay_ms);
          end?.();
          const answer = stored ?? answerTo(call, request, received, fault);
          store.save();
          hooks.flush();
          if (fault?.kind === 'lost') return reply.raw.destroy();
          if (fault?.kind === 'rate_limited') void reply.header('stripe-rate-limited-reason', 'endpoint-rate');
          if (stored?.isReplay) void reply.header('idempotent-replayed', 'true');
          return send(reply, answer, origin());
        },
      });
    }
    scope.route({
      method: ['GET', 'POST', 'DELETE'],
      url: '/v1/*',
      handler: (request, reply) => {
        const { body } = invalidRequest(
          `Unrecognized request URL (${request.method}: ${request.url.split('?')[0] ?? ''}). This sandbox implements only a part of Stripe's API.`,
        );
        return send(reply, errorAnswer(404, body), origin());
      },
    });
    done();
  });

  interface Received extends KeyedRequest {
    /** Method and address, for faults. */
    name: string;
    params: Params;
  }

  function receive(call: StripeCall, request: FastifyRequest): Received {
    const name = `${call.method} ${request.url}`;
    const params = { ...readForm(request.url.split('?')[1] ?? ''), ...((request.body ?? {}) as Params) };
    const rest = omitFields<Params, string>(params, 'key');
    const fingerprint = createHash('sha256')
      .update(`${name} ${JSON.stringify(rest)}`)
      .digest('hex');
    const header = request.headers['idempotency-key'];
    return {
      name,
      params,
      fingerprint,
      key: call.method === 'POST' && typeof header === 'string' ? header : undefined,
    };
  }

  function answerTo(call: StripeCall, request: FastifyRequest, received: Received, fault?: StripeFault): Answer {
    try {
      checkVersion(request);
      const fromBrowser = checkKey(request, call, received.params);
      const params = omitFields<Params, string>(received.params, 'key');
      return store.withClockStopped(() => {
        advanceClock(contextFor(false), store.now());
        const run = (): Answer =>
          execute(call, contextFor(fromBrowser), request.params as Record<string, string>, params, types);
        const answer = fault ? withFault(fault, run) : run();
        answers.store(received, answer);
        return answer;
      });
    } catch (error) {
      return answerOfError(error);
    }
  }

  stripeControl(app, { store, hooks, faults, limiter, context: () => contextFor(false) });
}

/** @param origin the sandbox's current origin */
function send(reply: FastifyReply, { status, body }: Answer, origin: string): FastifyReply {
  return reply
    .code(status)
    .type('application/json')
    .serializer((text: string) => text)
    .send(body.replaceAll(OWN_ORIGIN, origin));
}

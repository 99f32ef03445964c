/**
 * Limits every call of the API: per caller before access is checked, so that refused calls count, and per practice and
 * kind of call afterwards, so that only those who may open a practice use up its calls.
 *
 * The fields are those of draft-ietf-httpapi-ratelimit-headers-09: `RateLimit-Policy` and `RateLimit`.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Access } from 'shared-api/contracts';
import type { AppContext } from '../context.js';
import { AppError } from '../http/app-error.js';
import { networkOf } from '../http/network.js';
import { actorOf } from '../http/principal.js';
import type { LimitKind, RateLimit } from './limits.js';
import type { RateState } from './rate-limiter.js';

type LimitContext = Pick<AppContext, 'limits' | 'config'>;

/** What has been asked for too often. */
const reasons: Record<LimitKind, string> = {
  person: 'You’ve made too many requests in a short time.',
  token: 'This token has made too many requests in a short time.',
  network: 'Too many requests without a sign-in came from your network in a short time.',
  practice: 'Too many requests were made for this practice in a short time.',
  previews: 'You’ve asked for too many previews in a short time.',
  exports: 'You’ve exported too often in a short time.',
  searches: 'You’ve searched too often in a short time.',
  services: 'You’ve made too many requests to this module’s service in a short time.',
};

declare module 'fastify' {
  interface FastifyRequest {
    /** The limits that hold for the request, in the form of their fields. */
    rateLimit?: { policy: string; state: string };
  }
}

const policies = new WeakMap<RateLimit, string>();

function policyOf(kind: LimitKind, limit: RateLimit): string {
  const known = policies.get(limit);
  if (known !== undefined) return known;
  const policy = `"${kind}";q=${limit.burst};w=${Math.ceil((limit.burst / limit.perMinute) * 60)}`;
  policies.set(limit, policy);
  return policy;
}

/** @throws AppError `too_many_requests` */
function applyState(request: FastifyRequest, kind: LimitKind, limit: RateLimit, rate: RateState): void {
  const policy = policyOf(kind, limit);
  const state = `"${kind}";r=${rate.remaining};t=${rate.resetSeconds}`;
  const { rateLimit: former } = request;
  request.rateLimit = former
    ? { policy: `${former.policy}, ${policy}`, state: `${former.state}, ${state}` }
    : { policy, state };
  const { retryAfter } = rate;
  if (retryAfter === 0) return;
  throw new AppError(
    429,
    'too_many_requests',
    `${reasons[kind]} Try again in ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}.`,
    { retryAfter },
  );
}

/**
 * Counts a request, and states the limit in the response.
 *
 * @param subject what is counted together within the kind
 * @returns nothing if this replica has tokens in hand, which is the rule: then the call goes on without a wait
 * @throws AppError `too_many_requests`
 */
export function limitRequest(
  { limits, config }: LimitContext,
  request: FastifyRequest,
  kind: LimitKind,
  ...subject: (string | number)[]
): Promise<void> | undefined {
  const limit = config.rateLimits[kind];
  const state = limits.take(limit, kind, ...subject);
  if (state instanceof Promise) return state.then((known) => applyState(request, kind, limit, known));
  applyState(request, kind, limit, state);
  return undefined;
}

/** Counts a call for whoever makes it. @throws AppError `too_many_requests` */
export function limitCaller(context: LimitContext, request: FastifyRequest): Promise<void> | undefined {
  const { principal } = request;
  if (principal.kind === 'nobody') return limitRequest(context, request, 'network', networkOf(request.ip));
  return limitRequest(context, request, principal.kind === 'person' ? 'person' : 'token', principal.id);
}

/** Calls for which the hooks have checked that the caller may open the practice, or needn't. */
const checkedBefore: readonly Access[] = ['practice', 'practice-or-internal', 'internal', 'task-admin', 'super-admin'];

/** Register it after the authentication hook. A person's calls of one kind count together for each practice. */
export function limitCalls(app: FastifyInstance, context: LimitContext): void {
  const limitPractice = (request: FastifyRequest): Promise<void> | undefined => {
    const { access } = request.routeOptions.config.contract ?? {};
    const { practice: inPath } = request.params as { practice?: number };
    const { practice_id: inQuery } = request.query as { practice_id?: number };
    const practiceId = inPath ?? inQuery;
    if (practiceId === undefined || !access || !checkedBefore.includes(access)) return undefined;
    return limitRequest(context, request, 'practice', practiceId);
  };

  app.decorateRequest('rateLimit');

  app.addHook('preHandler', (request, _reply, done) => {
    const waiting = limitPractice(request);
    if (waiting) waiting.then(() => done(), done);
    else done();
  });

  app.addHook('onSend', (request, reply, _payload, done) => {
    const { rateLimit } = request;
    if (rateLimit) reply.header('ratelimit-policy', rateLimit.policy).header('ratelimit', rateLimit.state);
    done();
  });

  app.addHook('onRoute', (route) => {
    const { limited = false } = route.config?.contract ?? {};
    if (limited === false) return;
    const kind = limited === true ? 'previews' : limited;
    const limitKind = async (request: FastifyRequest): Promise<void> => {
      const { practice = 0 } = request.params as { practice?: number };
      await limitRequest(context, request, kind, actorOf(request.principal).id, practice);
    };
    route.preHandler = [...[route.preHandler ?? []].flat(), limitKind];
  });
}

/**
 * Limits every call of the API: per caller before the access check, so that refused calls count, and per practice and
 * kind of call afterwards, so that only people with access use up a practice's calls. Each replica counts separately.
 *
 * The fields are those of draft-ietf-httpapi-ratelimit-headers-09: `RateLimit-Policy` and `RateLimit`.
 */
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Access } from 'shared-api/contracts';
import { AppError } from '../errors/app-error.js';
import { networkOf } from '../http/network.js';
import { actorOf } from '../http/principal.js';
import type { LimitKind, RateLimit, RateLimits } from './limits.js';

/** The message for each kind of limit. */
const reasons: Record<LimitKind, string> = {
  person: 'You’ve made too many requests in a short time.',
  token: 'This token has made too many requests in a short time.',
  network: 'Your network sent too many requests without a sign-in in a short time.',
  pages: 'Too many pages were loaded from your network in a short time.',
  practice: 'Too many requests were made for this practice in a short time.',
  previews: 'You’ve requested too many previews in a short time.',
  exports: 'You’ve exported too often in a short time.',
  searches: 'You’ve searched too often in a short time.',
  services: 'You’ve made too many requests to this module’s service in a short time.',
};

/** Maximum number of counters per replica. Beyond that, the least recently used one restarts. */
const MAX_COUNTS = 100_000;

interface Counted {
  kind: LimitKind;
  limit: RateLimit;
  /** The subject that shares a counter within the kind. */
  subject: string;
}

declare module 'fastify' {
  interface FastifyInstance {
    limits: RateLimits;
    countRequest: ReturnType<FastifyInstance['createRateLimit']>;
  }
  interface FastifyRequest {
    /** The current counters. */
    counted: Counted | undefined;
    /** The limits that apply to the request, in the format of the header fields. */
    statedLimits?: { policy: string; state: string };
  }
}

function countedOf({ counted }: FastifyRequest): Counted {
  if (!counted) throw new Error('A request is counted by limitRequest alone.');
  return counted;
}

/**
 * Counts a request, and adds the limit to the response.
 *
 * @param subject shares a counter within the kind
 * @throws AppError `too_many_requests`
 */
export async function limitRequest(
  request: FastifyRequest,
  kind: LimitKind,
  ...subject: (string | number)[]
): Promise<void> {
  const { limits, countRequest } = request.server;
  const limit = limits[kind];
  request.counted = { kind, limit, subject: subject.join(' ') };
  const count = await countRequest(request);
  if (count.isAllowed) return;
  const policy = `"${kind}";q=${limit.max};w=${limit.windowSeconds}`;
  const state = `"${kind}";r=${count.remaining};t=${count.ttlInSeconds}`;
  const { statedLimits: former } = request;
  request.statedLimits = former
    ? { policy: `${former.policy}, ${policy}`, state: `${former.state}, ${state}` }
    : { policy, state };
  if (!count.isExceeded) return;
  const seconds = Math.max(1, count.ttlInSeconds);
  throw new AppError(
    429,
    'too_many_requests',
    `${reasons[kind]} Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    { retryAfter: seconds },
  );
}

/** Counts a call for its caller. @throws AppError `too_many_requests` */
export function limitCaller(request: FastifyRequest): Promise<void> {
  const { principal } = request;
  if (principal.kind === 'nobody') return limitRequest(request, 'network', networkOf(request.ip));
  return limitRequest(request, principal.kind === 'person' ? 'person' : 'token', principal.id);
}

/** These have their own limits, or serve the server's monitoring. */
const countedElsewhere =
  /^\/(?:healthz|readyz|metrics|api\/scim\/.*|api\/stripe\/webhook\/|api\/oidc\/backchannel-logout)$/;

/** Calls whose access to the practice has been checked by the hooks, or needs no check. */
const checkedBefore: readonly Access[] = ['practice', 'practice-or-internal', 'internal', 'task-admin', 'super-admin'];

/** Register it after the authentication hook. A person's calls of one kind share a counter per practice. */
export async function limitCalls(app: FastifyInstance, limits: RateLimits): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    cache: MAX_COUNTS,
    keyGenerator: (request) => `${countedOf(request).kind} ${countedOf(request).subject}`,
    max: (request) => countedOf(request).limit.max,
    timeWindow: (request) => countedOf(request).limit.windowSeconds * 1000,
  });
  app.decorate('limits', limits);
  app.decorate('countRequest', app.createRateLimit());
  app.decorateRequest('counted');
  app.decorateRequest('statedLimits');

  app.addHook('onRequest', async (request) => {
    const { config, url = '' } = request.routeOptions;
    if (config.contract || countedElsewhere.test(url)) return;
    await limitRequest(request, 'pages', networkOf(request.ip));
  });

  app.addHook('preHandler', async (request) => {
    const { access } = request.routeOptions.config.contract ?? {};
    const { practice: inPath } = request.params as { practice?: number };
    const { practice_id: inQuery } = request.query as { practice_id?: number };
    const practiceId = inPath ?? inQuery;
    if (practiceId !== undefined && access && checkedBefore.includes(access))
      await limitRequest(request, 'practice', practiceId);
  });

  app.addHook('onSend', (request, reply, _payload, done) => {
    const { statedLimits } = request;
    if (statedLimits) reply.header('ratelimit-policy', statedLimits.policy).header('ratelimit', statedLimits.state);
    done();
  });

  app.addHook('onRoute', (route) => {
    const { limited = false } = route.config?.contract ?? {};
    if (limited === false) return;
    const kind = limited === true ? 'previews' : limited;
    const limitKind = async (request: FastifyRequest): Promise<void> => {
      const { practice = 0 } = request.params as { practice?: number };
      await limitRequest(request, kind, actorOf(request.principal).id, practice);
    };
    route.preHandler = [...[route.preHandler ?? []].flat(), limitKind];
  });
}

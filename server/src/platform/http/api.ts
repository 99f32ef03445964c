/** Hooks of every route: authenticate the caller, check access, and add the registry revision to the response. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  ACCESS_HEADER,
  type Call,
  FEATURE_FLAGS_HEADER,
  OTHER_PERSON,
  PERSON_HEADER,
  practiceId as practiceNumber,
} from 'shared-api/contracts';
import type { PlatformContext } from '../context.js';
import { inArea } from '../database/areas.js';
import { accessRevision } from './access-revision.js';
import { type PathFacts, checkAccess } from './access.js';
import { areaOf } from './contract-route.js';
import { assertSameSite } from './cross-site.js';
import { openRoutes } from './open-paths.js';
import { type PersonPrincipal, type Principal, anonymous, isStaff } from './principal.js';
import { assertRecentProof } from './step-up.js';
import { AppError, notFound, unknownCall } from '../errors/app-error.js';

/**
 * The revision of the module registry at the time of the response. Open tabs learn from it that modules have changed.
 */
export const REVISION_HEADER = 'x-modules-revision';

/** Lookups that the hooks need from features. The hooks don't import the features. */
export interface CallerLookup {
  /** @param call `background` for a request that a page makes by itself */
  authenticate(
    request: FastifyRequest,
    call: { background?: boolean; name?: string; practiceId?: number | undefined },
  ): Promise<Principal>;
  /** Counts the call. @throws AppError `too_many_requests` */
  limitCaller(request: FastifyRequest): Promise<void>;
  /**
   * Checks that staff have given a reason to open a practice. @returns undefined if there is nothing to wait for
   * @throws AppError `support_reason_required`
   */
  assertSupportAccess(
    request: FastifyRequest,
    person: PersonPrincipal,
    practiceId: number | undefined,
  ): Promise<void> | undefined;
  /** Audits what staff read. @returns undefined if there is nothing to wait for */
  recordSupportRead(
    request: FastifyRequest,
    person: PersonPrincipal,
    practiceId: number | undefined,
  ): Promise<void> | undefined;
  /** The revision of the live modules. Undefined while unknown. */
  modulesRevision(): Promise<string | undefined>;
}

/** The parts of an address that the hooks need. The practice is parsed by the contract's schema. */
function pathFacts(request: FastifyRequest): PathFacts {
  const { practice: inPath, module } = request.params as { practice?: string; module?: string };
  const { practice_id: inQuery } = request.query as { practice_id?: unknown };
  // A practice in the path takes precedence.
  const practice = practiceNumber.safeParse(inPath ?? inQuery);
  return { practiceId: practice.data, module };
}

/** @throws AppError `invalid` for a practice id that isn't in canonical decimal digits */
function assertOneSpelling(request: FastifyRequest, { practiceId: read }: PathFacts): void {
  const { practice: inPath } = request.params as { practice?: string };
  const { practice_id: inQuery } = request.query as { practice_id?: unknown };
  if (read !== undefined || (inPath ?? inQuery) === undefined) return;
  const field = inPath === undefined ? 'practice_id' : 'practice';
  const problem = 'The number of a practice has decimal digits only, and no zero before them.';
  throw new AppError(400, 'invalid', problem, { fields: { [field]: problem } });
}

/**
 * A tab that stayed open while somebody else signed in still shows the former person, who must not act as the new one.
 *
 * @throws AppError `other_person`
 */
function assertPersonOfPage({ headers }: FastifyRequest, principal: Principal): void {
  const expected = headers[PERSON_HEADER];
  if (expected === undefined || principal.kind !== 'person' || principal.id === expected) return;
  throw new AppError(409, OTHER_PERSON, `You’re signed in as ${principal.name} now. Reload the page to continue.`);
}

/** The practice that a body concerns, e.g. the one that a customer is created for. */
function practiceOfBody({ body }: FastifyRequest): number | undefined {
  const { practice_id: named } = (body ?? {}) as { practice_id?: unknown };
  return typeof named === 'number' ? named : undefined;
}

/** True for a path of the API, which has its own responses and errors. */
export function isApiPath(url: string): boolean {
  return url === '/api' || url.startsWith('/api/') || url.startsWith('/api?');
}

const MAX_NAMED_PATH = 200;

/** The error for an address without a route. @returns AppError `unknown_call` for one of the API, else `not_found` */
export function missingAddress({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): AppError {
  const [path = ''] = url.split('?');
  const isNamed = isApiPath(url) && path.length <= MAX_NAMED_PATH;
  return isNamed ? unknownCall(method, path) : notFound('This address doesn’t exist.');
}

/** The feature flags of the request's practice, for people who may open it. */
function featureFlagsText(person: PersonPrincipal, practiceId: number | undefined): string | undefined {
  if (practiceId === undefined || !person.practiceFlags) return undefined;
  if (!person.memberships.has(practiceId) && !isStaff(person)) return undefined;
  return `${practiceId} ${person.practiceFlags.join(',')}`;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** True once the caller may make the call. */
    isAllowed: boolean;
    /**
     * Checks again, against the database, that the caller may make this call. Call it before each effect of a long
     * call: a part of a download, or storing an upload.
     *
     * @throws AppError as for a new request
     */
    assertStillAllowed(): Promise<void>;
  }
}

export function registerApiHooks(app: FastifyInstance, context: PlatformContext, lookup: CallerLookup): void {
  app.decorateRequest('principal');
  app.decorateRequest('isAllowed', false);

  app.addHook('onRoute', (route) => {
    if (route.config?.contract) return;
    for (const method of [route.method].flat()) {
      const name = `${method === 'HEAD' ? 'GET' : method} ${route.url}`;
      if (!openRoutes.has(name)) throw new Error(`The route ${name} has no contract and is not among the open routes`);
    }
  });

  app.addHook('onRequest', (request, _reply, done) => {
    const { contract } = request.routeOptions.config;
    // Pages and files belong to the area `page`.
    inArea((contract && areaOf(contract)) ?? 'page', done);
  });

  /** @throws AppError when the caller may not make the call now */
  const assertAllowed = async (request: FastifyRequest, contract: Call): Promise<void> => {
    const { principal } = request;
    const path = pathFacts(request);
    assertPersonOfPage(request, principal);
    if (principal.kind !== 'nobody') assertOneSpelling(request, path);
    checkAccess(contract, principal, path);
    assertRecentProof(contract, principal, context.config, context.now());
    // Clinic staff may only call about practices they are members of.
    if (principal.kind !== 'person' || !isStaff(principal)) return;
    // A member's practice always exists. Other callers with access need a 404 when a practice doesn't exist.
    if (path.practiceId !== undefined && principal.practiceExists !== true) {
      throw notFound('This practice doesn’t exist.');
    }
    await lookup.assertSupportAccess(request, principal, path.practiceId);
  };

  app.addHook('onRequest', async (request) => {
    request.principal = anonymous;
    const { contract } = request.routeOptions.config;
    if (!contract) return;
    assertSameSite(request, context.config.publicUrl);
    const { background, name } = contract;
    const { practiceId } = pathFacts(request);
    request.principal = await lookup.authenticate(request, { background: background === true, name, practiceId });
    await lookup.limitCaller(request);
    await assertAllowed(request, contract);
    request.isAllowed = true;
  });

  app.decorateRequest('assertStillAllowed', async function (this: FastifyRequest) {
    const { contract } = this.routeOptions.config;
    if (!contract) return;
    const { practiceId } = pathFacts(this);
    this.principal = await lookup.authenticate(this, { background: true, practiceId });
    await assertAllowed(this, contract);
  });

  // A body can arrive long after its headers, and the caller may have lost access since.
  app.addHook('preValidation', async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') await request.assertStillAllowed();
  });

  // After the validation, because a refused request reads nothing.
  app.addHook('preHandler', async (request) => {
    const { principal } = request;
    if (principal?.kind !== 'person' || !isStaff(principal)) return;
    const { practiceId } = pathFacts(request);
    const named = practiceOfBody(request);
    if (named !== undefined && named !== practiceId) await lookup.assertSupportAccess(request, principal, named);
    const recording = lookup.recordSupportRead(request, principal, practiceId);
    if (recording) await recording;
  });

  app.addHook('onSend', async (request, reply) => {
    if (!isApiPath(request.url)) return;
    const revision = await lookup.modulesRevision();
    if (revision !== undefined) reply.header(REVISION_HEADER, revision);
    if (request.principal?.kind !== 'person') return;
    reply.header(ACCESS_HEADER, accessRevision(request.principal));
    const flags = request.isAllowed ? featureFlagsText(request.principal, pathFacts(request).practiceId) : undefined;
    if (flags !== undefined) reply.header(FEATURE_FLAGS_HEADER, flags);
  });
}

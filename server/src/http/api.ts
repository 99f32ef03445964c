/** The frame of every route: who calls, whether they may, and which revision of the registry the answer belongs to. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '../context.js';
import { inArea } from '../database/areas.js';
import { findDeployToken } from '../modules/deploy-tokens.js';
import { practiceExists } from '../practices/practices-repository.js';
import { useSession } from '../sessions/session-service.js';
import { type PathFacts, checkAccess } from './access.js';
import { areaOf } from './contract-route.js';
import { refuseCrossSite } from './cross-site.js';
import { openRoutes } from './open-routes.js';
import { type Principal, nobody, opensAllPractices } from './principal.js';
import { notFound } from './refusal.js';

/** Which module registry an answer was made under; open tabs learn from it that modules have moved. */
export const REVISION_HEADER = 'x-modules-revision';

/**
 * Whoever makes the request: a deploy token where one is shown, else the person of the session cookie.
 *
 * @param call `background` for a request that is no sign of a person, and does not prolong their session
 */
export async function whoCalls(
  request: FastifyRequest,
  { db, config, cookie, now }: AppContext,
  { background = false } = {},
): Promise<Principal> {
  const { authorization } = request.headers;
  if (authorization !== undefined) {
    const [, shown] = /^Bearer (\S+)$/i.exec(authorization) ?? [];
    const token = shown === undefined ? undefined : await findDeployToken(db, shown, now());
    return token ?? { kind: 'nobody', badToken: true };
  }
  const token = cookie.read(request);
  return (token === undefined ? undefined : await useSession(db, token, now(), config, { background })) ?? nobody;
}

function pathFacts(request: FastifyRequest): PathFacts {
  const { practice: inPath, module } = request.params as { practice?: string; module?: string };
  const { practice_id: inQuery } = request.query as { practice_id?: string };
  // A practice in the path is the one that counts.
  const practice = inPath ?? inQuery;
  const isNumber = practice !== undefined && /^[1-9]\d{0,9}$/.test(practice) && Number(practice) <= 2_147_483_647;
  return { practice: isNumber ? Number(practice) : undefined, module };
}

/** True for a path of the API, with which its own answers and errors go. */
export function isApiPath(url: string): boolean {
  return url === '/api' || url.startsWith('/api/') || url.startsWith('/api?');
}

export function frameRoutes(app: FastifyInstance, context: AppContext): void {
  app.decorateRequest('principal');

  app.addHook('onRoute', (route) => {
    if (route.config?.contract) return;
    for (const method of [route.method].flat()) {
      const name = `${method === 'HEAD' ? 'GET' : method} ${route.url}`;
      if (!openRoutes.has(name)) throw new Error(`The route ${name} has no contract and is not among the open routes`);
    }
  });

  app.addHook('onRequest', (request, _reply, done) => {
    const { contract } = request.routeOptions.config;
    // Pages and files are an area of their own.
    inArea((contract && areaOf(contract)) ?? 'page', done);
  });

  app.addHook('onRequest', async (request) => {
    request.principal = nobody;
    const { contract } = request.routeOptions.config;
    if (!contract) return;
    refuseCrossSite(request, context.config.publicUrl);
    const principal = await whoCalls(request, context, contract);
    request.principal = principal;
    const path = pathFacts(request);
    checkAccess(contract, principal, path);
    // Members' practices exist; whoever passes without being a member must hear that a practice does not.
    if (path.practice === undefined || principal.kind !== 'person') return;
    if (!opensAllPractices(principal) && !principal.flags.internal) return;
    if (!(await practiceExists(context.db, path.practice))) throw notFound('There is no such practice.');
  });

  app.addHook('onSend', async (request, reply) => {
    if (!isApiPath(request.url)) return;
    const revision = await context.registry.recentRevision();
    if (revision !== undefined) reply.header(REVISION_HEADER, revision);
  });
}

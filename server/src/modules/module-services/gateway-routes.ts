/** The gateway to modules' own services, below `/api/modules/{module}/` (docs/decisions/0045). */
import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Call, errorBody } from 'shared-api/contracts';
import { serviceCalls, type ServiceGrant } from 'shared-api/contracts/module-services';
import type { ModulesContext } from '../context.js';
import { addContract } from '../../platform/http/all-contracts.js';
import { AppError, forbidden, invalid } from '../../platform/errors/app-error.js';
import { describeAccess, securityOf } from '../../platform/http/contract-route.js';
import { type PersonPrincipal, canOpenAllPractices, personOf } from '../../platform/http/principal.js';
import type { RegisteredModule } from '../registry/module-list.js';
import { versionInSession } from '../registry/session-modules.js';
import { type ResponseSchema, responseSchemaOf } from '../registry/response-schemas.js';
import { canLoad } from '../registry/routes-of-modules.js';
import { limitRequest } from '../../platform/rate-limits/limit-calls.js';
import { forward } from './forward.js';
import { isGranted } from '../registry/granted-calls.js';
import { serviceMonitor } from './service-monitor.js';
import { type ServicePath, servicePathOf } from './service-path.js';
import { tokenSigner } from './service-token.js';

/** How often counts and circuits are stored, in milliseconds. */
const FLUSH_INTERVAL_MS = 10_000;

/** The only request headers that a service gets: neither cookies nor anything about the connection. */
const forwardedHeaders = ['accept-language', 'content-type', 'idempotency-key', 'if-match', 'if-none-match'];

declare module 'fastify' {
  interface FastifyInstance {
    /** Stores this replica's counts of requests to services. Runs periodically while the server listens. */
    storeServiceHealth: () => Promise<void>;
  }
}

interface GatewayParams {
  module: string;
}

/** @throws AppError `invalid` for more than one practice, or one that isn't a number */
function practiceOf(request: FastifyRequest): number | undefined {
  const { practice_id: named } = request.query as Record<string, unknown>;
  if (named === undefined) return undefined;
  const isNumber = typeof named === 'string' && /^[1-9]\d{0,9}$/.test(named) && Number(named) <= 2_147_483_647;
  if (!isNumber) throw invalid('The practice in the address isn’t valid.', { practice_id: 'Must be one number' });
  return Number(named);
}

/** Internal staff open practices only for the pages of internal modules. */
function mayOpen(person: PersonPrincipal, module: RegisteredModule, practiceId: number): boolean {
  if (canOpenAllPractices(person) || person.memberships.has(practiceId)) return true;
  return module.audience === 'internal' && person.flags.internal;
}

/** @throws AppError `forbidden`; also for an unknown module, so that nobody learns which modules others have */
async function assertAccess({ registry }: ModulesContext, request: FastifyRequest): Promise<RegisteredModule> {
  const { module: name } = request.params as GatewayParams;
  const person = personOf(request);
  const { modules } = await registry.recent();
  const module = modules.find((known) => known.name === name);
  if (!module || !canLoad(person, module.audience)) throw forbidden('You don’t have access to this module.');
  const practiceId = practiceOf(request);
  if (practiceId !== undefined && !mayOpen(person, module, practiceId))
    throw forbidden('You don’t have access to this practice.');
  return module;
}

/** @throws AppError `call_not_granted`, `body_too_large` */
function assertGranted({ name, service }: RegisteredModule, request: FastifyRequest, path: string): ServiceGrant {
  if (!service) {
    throw new AppError(
      404,
      'call_not_granted',
      `This console has no service of ${name}. Ask the console’s operator to grant it.`,
    );
  }
  if (!isGranted(service, request.method, path)) {
    throw new AppError(
      404,
      'call_not_granted',
      `This console doesn’t forward ${request.method} ${path} to the service of ${name}. Ask the console’s operator to grant it.`,
    );
  }
  const { body } = request;
  if (Buffer.isBuffer(body) && body.length > service.max_request_bytes)
    throw new AppError(413, 'body_too_large', 'The request is too large.');
  return service;
}

/** Bodies are forwarded byte by byte, once verified to be JSON. */
function parseNothing(app: FastifyInstance): void {
  const malformed = (message: string): AppError => new AppError(400, 'malformed_body', message);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body: Buffer, done) => {
    if (body.length === 0) return done(malformed('The request body is empty.'));
    if (!isUtf8(body)) return done(malformed('The request body isn’t UTF-8 text.'));
    try {
      JSON.parse(body.toString());
    } catch {
      return done(malformed('The request body isn’t valid JSON.'));
    }
    done(null, body);
  });
}

function headersOf({ headers }: FastifyRequest): Record<string, string> {
  return Object.fromEntries(
    forwardedHeaders.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

/** The person's version declares the response. A developer's own build may be changing it. */
function expectedOf(
  context: ModulesContext,
  module: RegisteredModule,
  request: FastifyRequest,
  to: ServicePath,
): ResponseSchema | undefined {
  const served = versionInSession(module, personOf(request), context);
  return served && responseSchemaOf(served.build, `${request.method} /api/modules/${module.name}/${to.path}`);
}

export function gatewayRoutes(app: FastifyInstance, context: ModulesContext): void {
  const { config, db, metrics, now } = context;
  const monitor = serviceMonitor(db, now);
  const parts = { db, now, log: app.log, metrics, monitor, sign: tokenSigner(config, db) };
  const titleOf = ({ live, granted }: RegisteredModule): string => (live?.declaration ?? granted).title;
  const modulesOfRequests = new WeakMap<FastifyRequest, RegisteredModule>();

  let timer: NodeJS.Timeout | undefined;
  const flush = (): Promise<void> =>
    monitor.flush().catch((err: unknown) => app.log.warn({ err }, 'the health of services could not be stored'));
  app.decorate('storeServiceHealth', () => monitor.flush());
  app.addHook('onListen', (done) => {
    timer = setInterval(() => void flush(), FLUSH_INTERVAL_MS).unref();
    done();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await flush();
  });

  void app.register((gateway, _options, done) => {
    parseNothing(gateway);
    for (const call of serviceCalls) {
      const contract = call as unknown as Call;
      addContract(contract);
      gateway.route({
        method: contract.method,
        url: contract.path,
        exposeHeadRoute: false,
        config: { contract },
        schema: {
          operationId: contract.name,
          summary: contract.summary,
          description: describeAccess(contract),
          security: securityOf(contract.access),
          tags: ['modules'],
          params: contract.params,
          querystring: contract.query,
          // The service's response is passed on unchanged.
          response: { 200: contract.answer, '4xx': errorBody, '5xx': errorBody },
        },
        // Before reading the body, as for every call.
        onRequest: async (request) => {
          modulesOfRequests.set(request, await assertAccess(context, request));
        },
        handler: async (request, reply) => {
          const module = modulesOfRequests.get(request);
          if (!module) throw new Error('The request was not checked.');
          const person = personOf(request);
          const to = servicePathOf(request.raw.url ?? '');
          const grant = assertGranted(module, request, to.path);
          await limitRequest(request, 'services', module.name, person.id);
          const answer = await forward(parts, {
            module: module.name,
            title: titleOf(module),
            grant,
            person,
            practiceId: practiceOf(request),
            method: request.method,
            to,
            headers: headersOf(request),
            body: Buffer.isBuffer(request.body) ? request.body : undefined,
            expected: expectedOf(context, module, request, to),
          });
          reply.code(answer.status).header('cache-control', 'no-store');
          if (answer.etag !== undefined) reply.header('etag', answer.etag);
          if (answer.isDownload) reply.header('content-disposition', 'attachment');
          if (answer.type === undefined) return reply.send();
          return reply.type(answer.type).send(answer.body);
        },
      });
    }
    done();
  });
}

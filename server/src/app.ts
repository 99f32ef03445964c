/** Assembles the server: hooks and routes in their load order. `main.ts` listens on a port; tests use `inject`. */
import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { authenticate } from './access/sessions/authenticate.js';
import { supportAccessCheck } from './access/support-access/support-accesses-service.js';
import { supportReads } from './access/support-access/support-reads.js';
import { type AppContext, type ContextParts, openContext } from './app-context.js';
import { runInBackground } from './background-work.js';
import { practicesOfCustomerCall } from './billing/payments/customer-access.js';
import { featureRoutes } from './features.js';
import { type CallerLookup, missingAddress, registerApiHooks } from './platform/http/api.js';
import { BODY_TIME_MS, limitBodyTime } from './platform/http/body-time.js';
import { closeConnections } from './platform/http/closing-connections.js';
import { registerErrorHandlers, sendError } from './platform/http/errors.js';
import { rejectUnknownHosts } from './platform/http/known-host.js';
import { loggerOptions } from './platform/http/logging.js';
import { registerOpenApi } from './platform/http/openapi.js';
import { rejectUnreadableInput } from './platform/http/readable-input.js';
import { waitForHandlers } from './platform/http/running-handlers.js';
import { registerSecurityHeaders } from './platform/http/security-headers.js';
import { responseSerializer } from './platform/http/serializer.js';
import { registerUpgrades } from './platform/http/upgrades.js';
import { checkIdempotencyKeys } from './platform/idempotency/check-keys.js';
import { observeRequests } from './platform/observability/observe-requests.js';
import { limitCaller, limitCalls } from './platform/rate-limits/limit-calls.js';

export interface AppParts extends ContextParts {
  /** Maximum time for a request to arrive completely, in milliseconds. Tests lower it. */
  requestTimeoutMs?: number;
  /** Maximum time for a body to arrive after its headers, in milliseconds. Tests lower it. */
  bodyTimeMs?: number;
  /** Destination of log lines. Default: standard error. */
  logStream?: { write(line: string): void };
}

/** Long enough to upload a module version over a slow connection. */
const REQUEST_TIMEOUT_MS = 60_000;
const HEADERS_TIMEOUT_MS = 15_000;
const CONNECTION_CHECK_MS = 5_000;
/** Maximum number of open connections. Further ones are closed immediately, so that the open ones are still served. */
const MAX_CONNECTIONS = 5_000;
const MAX_BODY_BYTES = 1_000_000;
/** Large enough for a batch of 500 address rows of the maximum length. */
const MAX_AGENT_MESSAGE_BYTES = 1_000_000;

function trustedProxies(trust: number | string[]) {
  if (typeof trust !== 'number') return trust;
  return trust === 0 ? false : (_address: string, hop: number) => hop < trust;
}

/**
 * Fastify without routes. @param onRefusal called for malformed requests, which Fastify refuses before any hook runs
 */
function openFastify(
  { config, logStream = process.stderr, requestTimeoutMs = REQUEST_TIMEOUT_MS }: AppParts,
  onRefusal: (request: FastifyRequest, reply: FastifyReply) => void,
): FastifyInstance {
  const app = fastify({
    logger: loggerOptions(config.logLevel, logStream),
    trustProxy: trustedProxies(config.trustProxy),
    bodyLimit: MAX_BODY_BYTES,
    // A request whose headers or body arrive too slowly doesn't keep its connection open.
    requestTimeout: requestTimeoutMs,
    http: {
      headersTimeout: Math.min(requestTimeoutMs, HEADERS_TIMEOUT_MS),
      connectionsCheckingInterval: Math.min(requestTimeoutMs, CONNECTION_CHECK_MS),
    },
    routerOptions: { ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    // A proxy doesn't notice a stop until its next check. Requests until then are answered.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      sendError(error, request, reply);
      onRefusal(request, reply);
    },
  });
  app.server.maxConnections = MAX_CONNECTIONS;
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(responseSerializer);
  app.removeContentTypeParser('text/plain');
  registerErrorHandlers(app);
  app.setNotFoundHandler((request, reply) => sendError(missingAddress(request), request, reply));
  return app;
}

const callerLookup = (context: AppContext): CallerLookup => ({
  authenticate: (request, call) => authenticate(request, context, call),
  limitCaller,
  assertSupportAccess: supportAccessCheck(context, practicesOfCustomerCall),
  recordSupportRead: supportReads(context, practicesOfCustomerCall),
  modulesRevision: () => context.registry.recentRevision(),
});

export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, db } = parts;
  let countRefusal: ReturnType<typeof observeRequests> | undefined;
  const app = openFastify(parts, (request, reply) => countRefusal?.(request, reply.statusCode));
  const { context, tracing } = await openContext(parts, app.log);

  /** Registers a plugin for all requests. Fastify refuses to start unless its dependencies were registered before. */
  const load = async (name: string, dependencies: string[], part: (on: FastifyInstance) => void | Promise<void>) => {
    await app.register(fastifyPlugin(async (on) => part(on), { name, dependencies }));
  };
  await load('closing-connections', [], closeConnections);
  await load('running-handlers', [], waitForHandlers);
  // Requests refused by later plugins are also measured.
  await load('measuring', [], (on) => {
    countRefusal = observeRequests(on, { config, metrics: context.metrics, tracing });
    if (tracing) on.addHook('onClose', () => tracing.stop());
  });
  await load('background-work', [], (on) => runInBackground(on, context));
  await load('security-headers', ['measuring'], (on) => registerSecurityHeaders(on, config.publicUrl));
  await app.register(cookie);
  await load('upgrades', ['security-headers'], (on) => registerUpgrades(on, MAX_AGENT_MESSAGE_BYTES));
  await load('known-hosts', ['security-headers'], (on) => rejectUnknownHosts(on, config.publicUrl));
  await load('callers', ['@fastify/cookie', 'known-hosts'], (on) =>
    registerApiHooks(on, context, callerLookup(context)),
  );
  await load('body-time', ['callers'], (on) => limitBodyTime(on, parts.bodyTimeMs ?? BODY_TIME_MS));
  await load('idempotency-keys', ['callers'], (on) => checkIdempotencyKeys(on, db));
  await load('rate-limits', ['callers'], (on) => limitCalls(on, config.rateLimits));
  await load('readable-input', ['callers'], rejectUnreadableInput);
  await load('openapi', [], (on) => registerOpenApi(on, context));
  await load('features', ['callers', 'background-work', 'openapi'], (on) => featureRoutes(on, context));
  return app;
}

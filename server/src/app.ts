/** Assembles the server: hooks and routes in their load order. `main.ts` listens on a port; tests use `inject`. */
import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { type AgentGateway, agentGateway } from './practices/agents/agent-gateway.js';
import { bulkHandler } from './product-access/bulk-features/bulk-job.js';
import { BULK_FEATURES } from './product-access/bulk-features/request-bulk-change.js';
import { settleInBackground } from './billing/subscriptions/commands/settle-in-background.js';
import {
  planReconciliation,
  reconciliationHandler,
  RECONCILIATION,
} from './billing/subscriptions/mirror/reconcile-job.js';
import type { Config } from './platform/config/config.js';
import type { AppContext } from './app-context.js';
import type { PoolStats } from './platform/database/pool.js';
import type { Db } from './platform/database/tables.js';
import { demoSignIn } from './demo/demo-people.js';
import { featureRoutes } from './features.js';
import { missingAddress, registerApiHooks } from './platform/http/api.js';
import { BODY_TIME_MS, limitBodyTime } from './platform/http/body-time.js';
import { sendError, registerErrorHandlers } from './platform/http/errors.js';
import { rejectUnknownHosts } from './platform/http/known-host.js';
import { loggerOptions } from './platform/http/logging.js';
import { registerOpenApi } from './platform/http/openapi.js';
import { rejectUnreadableInput } from './platform/http/readable-input.js';
import { registerUpgrades } from './platform/http/upgrades.js';
import { registerSecurityHeaders } from './platform/http/security-headers.js';
import { waitForHandlers } from './platform/http/running-handlers.js';
import { responseSerializer } from './platform/http/serializer.js';
import { checkIdempotencyKeys } from './platform/idempotency/check-keys.js';
import { type JobRunner, jobRunner } from './platform/jobs/job-runner.js';
import { prepareMailWith } from './mails.js';
import { MAIL, mailHandler } from './platform/mail/mail-job.js';
import { openMailer } from './platform/mail/mailer.js';
import { planReportCleanUp, REPORT_CLEAN_UP, reportCleanUpHandler } from './modules/module-health/clean-up-job.js';
import { openRegistry } from './modules/registry/module-registry.js';
import { openMetrics } from './platform/observability/metrics.js';
import { observeJobs } from './platform/observability/observe-jobs.js';
import { observeRequests } from './platform/observability/observe-requests.js';
import { openTracing } from './platform/observability/open-telemetry.js';
import { observeCalls } from './platform/observability/provider-calls.js';
import { shellBuildIn } from './platform/shell-builds/shell-build.js';
import { shellBuilds } from './platform/shell-builds/shell-builds.js';
import { listPracticesConcerned } from './billing/payments/customers-repository.js';
import { PROVIDER_CARD_CHANGE, providerCardChangeHandler } from './billing/payments/provider-card-changes.js';
import { type PasswordHashing, passwordCost } from './access/people/password.js';
import { practiceExists } from './access/practice-records/practice-lookups.js';
import { limitCaller, limitCalls } from './platform/rate-limits/limit-calls.js';
import { authenticate } from './access/sessions/authenticate.js';
import { sessionCookie } from './access/sessions/session-cookie.js';
import { invalidateOnChange } from './billing/stripe/kept-answers.js';
import { paymentsFor } from './billing/stripe/stripe-client.js';
import { supportAccessCheck } from './access/support-access/support-accesses-service.js';
import { supportReads } from './access/support-access/support-reads.js';
import { voiceProviderFor } from './practices/twilio/voice-provider.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** Runs while the server listens. */
    jobs: JobRunner;
    agents: AgentGateway;
  }
}

export interface AppParts {
  config: Config;
  db: Db;
  /** Statistics of the database's connection pool. Absent: not measured. */
  pool?: PoolStats;
  /** The clock. Tests set it. */
  now?: () => Date;
  /** Cost of password hashes. Tests lower it. */
  hashing?: PasswordHashing;
  /** Maximum time for a request to arrive completely, in milliseconds. Tests lower it. */
  requestTimeoutMs?: number;
  /** Maximum time for a body to arrive after its headers, in milliseconds. Tests lower it. */
  bodyTimeMs?: number;
  /** Destination of log lines. Default: standard error. */
  logStream?: { write(line: string): void };
}

/** Long enough to upload a version of a module over a slow line. */
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

export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, db, requestTimeoutMs = REQUEST_TIMEOUT_MS } = parts;
  const app = fastify({
    logger: loggerOptions(config.logLevel, parts.logStream ?? process.stderr),
    trustProxy: trustedProxies(config.trustProxy),
    bodyLimit: MAX_BODY_BYTES,
    // A request whose headers or body arrive too slowly does not hold its connection open.
    requestTimeout: requestTimeoutMs,
    http: {
      headersTimeout: Math.min(requestTimeoutMs, HEADERS_TIMEOUT_MS),
      connectionsCheckingInterval: Math.min(requestTimeoutMs, CONNECTION_CHECK_MS),
    },
    routerOptions: { ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    // Fastify rejects malformed requests before any hook runs.
    frameworkErrors: (error, request, reply) => {
      sendError(error, request, reply);
      countRefusal(request, reply.statusCode);
    },
  });
  app.server.maxConnections = MAX_CONNECTIONS;
  const now = parts.now ?? (() => new Date());
  const agents = agentGateway({ db, now, log: app.log });
  const metrics = openMetrics({
    pool: parts.pool,
    agents: () => agents.connected(),
    process: config.metricsToken !== undefined,
  });
  const tracing = config.tracing && (await openTracing(config.tracing));
  const jobs = jobRunner({ db, now, log: app.log, observe: observeJobs(metrics, tracing) });
  const context: AppContext = {
    config,
    db,
    now,
    hashing: { ...(parts.hashing ?? passwordCost), keys: config.passwordKeys },
    cookie: sessionCookie(config.publicUrl),
    registry: openRegistry(db),
    demoSignIn: demoSignIn(config),
    shell: shellBuildIn(config.shellDir),
    shellBuilds: shellBuilds(db, config.shellDir, now),
    jobs,
    agents,
    payments: paymentsFor(
      config,
      observeCalls(metrics),
      invalidateOnChange(db, (error) => app.log.error(error)),
    ),
    voice: voiceProviderFor(config, observeCalls(metrics)),
    metrics,
  };

  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(responseSerializer);
  app.removeContentTypeParser('text/plain');
  registerErrorHandlers(app);
  app.setNotFoundHandler((request, reply) => sendError(missingAddress(request), request, reply));

  // While the server shuts down, each response closes its connection. A keep-alive connection would delay the shutdown.
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close');
    done();
  });

  waitForHandlers(app);

  // Registered before all other hooks, so that requests they reject are measured too.
  const countRefusal = observeRequests(app, metrics, tracing);
  if (tracing) app.addHook('onClose', () => tracing.stop());

  app.decorate('jobs', jobs);
  app.decorate('agents', agents);
  jobs.handle(BULK_FEATURES, bulkHandler(app.log));
  jobs.handle(REPORT_CLEAN_UP, reportCleanUpHandler(app.log));
  jobs.handle(MAIL, mailHandler(config.mail && openMailer(config.mail), prepareMailWith(config), app.log));
  const { payments } = context;
  if (payments) {
    const background = { ...payments, stripe: payments.background };
    jobs.handle(RECONCILIATION, reconciliationHandler(background, app.log));
    jobs.handle(PROVIDER_CARD_CHANGE, providerCardChangeHandler(background));
  }
  const settlement = payments && settleInBackground({ db, stripe: payments.background }, now, app.log);
  app.addHook('onListen', async () => {
    jobs.start();
    settlement?.start();
    agents.start();
    await planReportCleanUp(db, now());
    if (payments) await planReconciliation(db, now());
    const shell = await context.shell.read();
    if (shell && config.shellOrigin === undefined) await context.shellBuilds.keep(shell);
  });
  app.addHook('preClose', async () => {
    await Promise.all([jobs.stop(), agents.stop(), settlement?.stop()]);
  });

  await registerSecurityHeaders(app, config.publicUrl);
  await app.register(cookie);
  await registerUpgrades(app, MAX_AGENT_MESSAGE_BYTES);
  rejectUnknownHosts(app, config.publicUrl);
  registerApiHooks(app, context, {
    authenticate: (request, call) => authenticate(request, context, call),
    limitCaller,
    practiceExists: (practiceId) => practiceExists(db, practiceId),
    assertSupportAccess: supportAccessCheck(context, listPracticesConcerned),
    recordSupportRead: supportReads(context, listPracticesConcerned),
    modulesRevision: () => context.registry.recentRevision(),
  });
  limitBodyTime(app, parts.bodyTimeMs ?? BODY_TIME_MS);
  checkIdempotencyKeys(app, db);
  await limitCalls(app, config.rateLimits);
  rejectUnreadableInput(app);

  await registerOpenApi(app, context);

  await featureRoutes(app, context);
  return app;
}

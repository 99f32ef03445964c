/** Assembles the server: hooks and routes in their load order. `main.ts` listens on a port; tests use `inject`. */
import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { type AgentGateway, agentGateway } from './agents/agent-gateway.js';
import { bulkHandler } from './bulk-features/bulk-job.js';
import { BULK_FEATURES } from './bulk-features/request-bulk-change.js';
import { settleInBackground } from './billing/commands/settle-in-background.js';
import { planReconciliation, reconciliationHandler, RECONCILIATION } from './billing/mirror/reconcile-job.js';
import type { Config } from './config.js';
import type { AppContext } from './context.js';
import type { PoolStats } from './database/pool.js';
import type { Db } from './database/tables.js';
import { demoSignIn } from './demo/demo-people.js';
import { featureRoutes } from './features.js';
import { missingAddress, registerApiHooks } from './http/api.js';
import { BODY_TIME_MS, limitBodyTime } from './http/body-time.js';
import { sendError, registerErrorHandlers } from './http/errors.js';
import { rejectUnknownHosts } from './http/known-host.js';
import { loggerOptions } from './http/logging.js';
import { registerOpenApi } from './http/openapi.js';
import { rejectUnreadableInput } from './http/readable-input.js';
import { registerUpgrades } from './http/upgrades.js';
import { registerSecurityHeaders } from './http/security-headers.js';
import { waitForHandlers } from './http/running-handlers.js';
import { responseSerializer } from './http/serializer.js';
import { checkIdempotencyKeys } from './idempotency/check-keys.js';
import { type JobRunner, jobRunner } from './jobs/job-runner.js';
import { prepareMailWith } from './mail/mails.js';
import { MAIL, mailHandler } from './mail/mail-job.js';
import { openMailer } from './mail/mailer.js';
import { planReportCleanUp, REPORT_CLEAN_UP, reportCleanUpHandler } from './module-health/clean-up-job.js';
import { openRegistry } from './modules/module-registry.js';
import { openMetrics } from './observability/metrics.js';
import { observeJobs } from './observability/observe-jobs.js';
import { observeRequests } from './observability/observe-requests.js';
import { openTracing } from './observability/open-telemetry.js';
import { observeCalls } from './observability/provider-calls.js';
import { shellBuildIn } from './page/shell-build.js';
import { shellBuilds } from './page/shell-builds.js';
import { listPracticesConcerned } from './payments/customers-repository.js';
import { PROVIDER_CARD_CHANGE, providerCardChangeHandler } from './payments/provider-card-changes.js';
import { type PasswordHashing, passwordCost } from './people/password.js';
import { practiceExists } from './access/practices/practice-lookups.js';
import { limitCaller, limitCalls } from './rate-limits/limit-calls.js';
import { authenticate } from './sessions/authenticate.js';
import { sessionCookie } from './sessions/session-cookie.js';
import { invalidateOnChange } from './stripe/kept-answers.js';
import { paymentsFor } from './stripe/stripe-client.js';
import { supportAccessCheck } from './support-access/support-accesses-service.js';
import { supportReads } from './support-access/support-reads.js';
import { voiceProviderFor } from './twilio/voice-provider.js';

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

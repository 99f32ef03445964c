import type { FastifyBaseLogger } from 'fastify';
import { type PasswordHashing, passwordCost } from './access/people/password.js';
import { sessionCookie } from './access/sessions/session-cookie.js';
import { invalidateOnChange } from './billing/stripe/cached-responses.js';
import { paymentsFor } from './billing/stripe/stripe-client.js';
import { demoSignIn } from './demo/demo-people.js';
import type { ModulesContext } from './modules/context.js';
import { openRegistry } from './modules/registry/module-registry.js';
import type { Config } from './platform/config/config.js';
import type { PoolStats } from './platform/database/pool.js';
import type { Db } from './platform/database/tables.js';
import { jobRunner } from './platform/jobs/job-runner.js';
import { openMetrics } from './platform/observability/metrics.js';
import { observeJobs } from './platform/observability/observe-jobs.js';
import { openTracing } from './platform/observability/open-telemetry.js';
import { observeCalls } from './platform/observability/provider-calls.js';
import type { Tracing } from './platform/observability/trace.js';
import { shellBuildIn } from './platform/shell-builds/shell-build.js';
import { shellBuilds } from './platform/shell-builds/shell-builds.js';
import { agentGateway } from './practices/agents/agent-gateway.js';
import type { PracticesContext } from './practices/context.js';
import { voiceProviderFor } from './practices/twilio/voice-provider.js';

/** The dependencies of all routes. A file uses its own area's context if that suffices. */
export type AppContext = PracticesContext & ModulesContext;

export interface ContextParts {
  config: Config;
  db: Db;
  /** Statistics of the database's connection pool. Absent: not measured. */
  pool?: PoolStats;
  /** The clock. Tests set it. */
  now?: () => Date;
  /** Cost of password hashes. Tests lower it. */
  hashing?: PasswordHashing;
}

export async function openContext(
  { config, db, pool, now = () => new Date(), hashing = passwordCost }: ContextParts,
  log: FastifyBaseLogger,
): Promise<{ context: AppContext; tracing: Tracing | undefined }> {
  const agents = agentGateway({ db, now, log });
  const metrics = openMetrics({
    pool,
    agents: () => agents.connected(),
    process: config.metricsToken !== undefined,
  });
  const tracing = config.tracing && (await openTracing(config.tracing));
  const invalidate = invalidateOnChange(db, (error) => log.error(error));
  const context: AppContext = {
    config,
    db,
    pool,
    now,
    hashing: { ...hashing, keys: config.passwordKeys },
    cookie: sessionCookie(config.publicUrl),
    registry: openRegistry(db),
    demoSignIn: demoSignIn(config),
    shell: shellBuildIn(config.shellDir),
    shellBuilds: shellBuilds(db, config.shellDir, now),
    jobs: jobRunner({ db, now, log, observe: observeJobs(metrics, tracing) }),
    agents,
    payments: paymentsFor(config, observeCalls(metrics), invalidate),
    voice: voiceProviderFor(config, observeCalls(metrics)),
    metrics,
  };
  return { context, tracing };
}

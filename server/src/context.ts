import type { AgentGateway } from './agents/agent-gateway.js';
import type { Config } from './config.js';
import type { Db } from './database/tables.js';
import type { JobRunner } from './jobs/job-runner.js';
import type { ModuleRegistry } from './modules/module-registry.js';
import type { Metrics } from './observability/metrics.js';
import type { ShellBuild } from './page/shell-build.js';
import type { ShellBuilds } from './page/shell-builds.js';
import type { PasswordHashing } from './people/password.js';
import type { BrowserCookie } from './sessions/browser-cookie.js';
import type { Payments } from './stripe/stripe-client.js';
import type { VoiceProvider } from './twilio/voice-provider.js';

/** The dependencies of routes. All requests share them. */
export interface AppContext {
  config: Config;
  db: Db;
  now: () => Date;
  hashing: PasswordHashing;
  cookie: BrowserCookie;
  registry: ModuleRegistry;
  shell: ShellBuild;
  /** The builds of all replicas. */
  shellBuilds: ShellBuilds;
  /** The payment provider; undefined where none is configured. */
  payments: Payments | undefined;
  /** The voice provider; undefined where none is configured. */
  voice: VoiceProvider | undefined;
  /** Metrics of this replica for Prometheus. */
  metrics: Metrics;
  /** Features register handlers for their job types, and wake the runner after they enqueue a job. */
  jobs: JobRunner;
  /** Wake it after a commit that concerns an agent. */
  agents: AgentGateway;
}

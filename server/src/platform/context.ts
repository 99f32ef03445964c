import type { Config } from './config/config.js';
import type { PoolStats } from './database/pool.js';
import type { Db } from './database/tables.js';
import type { JobRunner } from './jobs/job-runner.js';
import type { Metrics } from './observability/metrics.js';
import type { ShellBuild } from './shell-builds/shell-build.js';
import type { ShellBuilds } from './shell-builds/shell-builds.js';

/** The dependencies of routes, shared by all requests. Each area adds its own. */
export interface PlatformContext {
  config: Config;
  db: Db;
  /** The database's connection pool. Undefined if it isn't measured. */
  pool: PoolStats | undefined;
  now: () => Date;
  /** Features register handlers for their job types, and wake the runner after they enqueue a job. */
  jobs: JobRunner;
  /** Metrics of this replica for Prometheus. */
  metrics: Metrics;
  shell: ShellBuild;
  /** The builds of all replicas. */
  shellBuilds: ShellBuilds;
}

/** Metrics of this replica for Prometheus. Each app has its own registry. */
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { PoolStats } from '../database/pool.js';

export interface Metrics {
  registry: Registry;
  /** By method, route pattern, and status class, e.g. `2xx`. */
  requests: Histogram<'method' | 'route' | 'status'>;
  requestsInFlight: Gauge;
  jobs: Histogram<'kind' | 'state'>;
  /** By provider and outcome: status class, or `no_answer`. */
  providerCalls: Histogram<'provider' | 'outcome'>;
  /** By module and outcome: `answered` or `failed`. */
  serviceCalls: Histogram<'module' | 'outcome'>;
  /** By error code and operation id; `none` for requests outside the API. */
  rejections: Counter<'code' | 'call'>;
  signInRefusals: Counter;
  browserReports: Counter<'outcome'>;
}

export interface MetricsParts {
  /** Values that are read when Prometheus requests the metrics. */
  pool: PoolStats | undefined;
  agents: () => number;
  /**
   * True to include process metrics: memory, event loop, garbage collection. Their collectors run until the process
   * ends.
   */
  process: boolean;
}

const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const jobSeconds = [0.01, 0.1, 0.5, 1, 5, 15, 60, 300, 900];
const callSeconds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

function poolGauges(registry: Registry, pool: PoolStats): void {
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections of the database pool, by state',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      const { total, idle } = pool.connections();
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'used' }, total - idle);
    },
  });
  new Gauge({
    name: 'database_pool_waiting',
    help: 'Statements that wait for a connection',
    registers: [registry],
    collect() {
      this.set(pool.connections().waiting);
    },
  });
  new Counter({
    name: 'database_query_errors_total',
    help: 'Statements that failed, by class of SQLSTATE; "connection" without one. 23 and 40 are part of normal work',
    labelNames: ['class'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const [kind, count] of pool.errors) this.inc({ class: kind }, count);
    },
  });
}

export function openMetrics({ pool, agents, process }: MetricsParts): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (process) collectDefaultMetrics({ register: registry });
  if (pool) poolGauges(registry, pool);
  new Gauge({
    name: 'agents_connected',
    help: 'PMS agents that are connected to this copy',
    registers,
    collect() {
      this.set(agents());
    },
  });
  return {
    registry,
    requests: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Answered requests, by method, pattern of the route and class of the status',
      labelNames: ['method', 'route', 'status'],
      buckets: requestSeconds,
      registers,
    }),
    requestsInFlight: new Gauge({
      name: 'http_requests_in_flight',
      help: 'Requests that are being answered',
      registers,
    }),
    jobs: new Histogram({
      name: 'job_duration_seconds',
      help: 'Beginnings of jobs by kind and how they ended: done, failed, retried, given_back or lost',
      labelNames: ['kind', 'state'],
      buckets: jobSeconds,
      registers,
    }),
    providerCalls: new Histogram({
      name: 'provider_call_duration_seconds',
      help: 'Calls to Stripe and Twilio by outcome: class of the status, or no_answer',
      labelNames: ['provider', 'outcome'],
      buckets: callSeconds,
      registers,
    }),
    serviceCalls: new Histogram({
      name: 'module_service_duration_seconds',
      help: 'Requests to services of modules by outcome: answered, also with a refusal, or failed',
      labelNames: ['module', 'outcome'],
      buckets: callSeconds,
      registers,
    }),
    rejections: new Counter({
      name: 'http_refusals_total',
      help: 'Answers with a status from 400 to 499, by code of the refusal and name of the call; "none" for what is no call',
      labelNames: ['code', 'call'],
      registers,
    }),
    signInRefusals: new Counter({
      name: 'sign_in_refusals_total',
      help: 'Attempts to sign in that were refused because there were too many',
      registers,
    }),
    browserReports: new Counter({
      name: 'browser_reports_total',
      help: 'Reports of browsers that were taken, or dropped because the person had sent too much',
      labelNames: ['outcome'],
      registers,
    }),
  };
}

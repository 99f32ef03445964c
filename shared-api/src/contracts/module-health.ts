/**
 * The health of modules in browsers: the shell reports visits, web vitals, errors and calls. Internal staff see the
 * results, and canaries are evaluated by them. Reports never contain typed text or URLs with a query.
 */
import * as z from 'zod/mini';
import { defineCall } from './call.js';
import { audience, canary, contributionSlots, moduleName, moduleVersion } from './modules.js';

/** The name under which the shell reports itself. */
export const SHELL_REPORT = 'shell';

/** Slower calls are reported. Calls that failed with 5xx or without a response are always reported. */
export const SLOW_CALL_MS = 1000;

const reporter = { module: z.union([z.literal(SHELL_REPORT), moduleName]), version: moduleVersion };
const milliseconds = z.number().check(z.gte(0), z.lte(600_000));
const atMost50 = <Item extends z.ZodMiniType>(item: Item) => z._default(z.array(item).check(z.maxLength(50)), []);

/** The outcome of a visit of a module: `running`, or the fault that the module host detected. */
export const visitOutcome = z.enum([
  'running',
  'load-failed',
  'load-timeout',
  'start-failed',
  'start-timeout',
  'crashed',
]);
export type VisitOutcome = z.infer<typeof visitOutcome>;

/** LCP, INP, FCP and TTFB are in milliseconds, CLS has no unit. */
export const vitalName = z.enum(['LCP', 'INP', 'CLS', 'FCP', 'TTFB']);
export type VitalName = z.infer<typeof vitalName>;

export const browserReport = z.strictObject({
  /** One entry per mount. A module that crashes later gets an additional entry with `crashed`. */
  visits: atMost50(
    z.strictObject({
      ...reporter,
      outcome: visitOutcome,
      duration_ms: milliseconds,
      /** Name of the loaded contribution, if it wasn't a page. */
      contribution: z.optional(z.string().check(z.minLength(1), z.maxLength(40))),
    }),
  ),
  vitals: atMost50(z.strictObject({ ...reporter, name: vitalName, value: milliseconds })),
  errors: atMost50(
    z.strictObject({
      ...reporter,
      message: z.string().check(z.minLength(1), z.maxLength(500)),
      /** File, line and column of the top stack frame, e.g. `src_App_tsx.3f.js:12:7`; empty without one. */
      source: z.string().check(z.maxLength(200)),
    }),
  ),
  calls: atMost50(
    z.strictObject({
      ...reporter,
      /** Name of the operation in its contract. */
      call: z.string().check(z.regex(/^[a-zA-Z]{1,60}$/)),
      /** HTTP status; 0 without a response. */
      status: z.int().check(z.gte(0), z.lte(599)),
      duration_ms: milliseconds,
      /** True for one of the page's `first_calls`, which is reported once per load of the console, even when it is fast. */
      first: z.optional(z.boolean()),
    }),
  ),
});
export type BrowserReport = z.input<typeof browserReport>;

export const reportFromBrowser = defineCall({
  name: 'reportFromBrowser',
  method: 'POST',
  path: '/api/browser-reports/',
  access: 'signed-in',
  summary:
    'Visits, web vitals, errors and slow calls that a browser reports. Unknown modules, versions and calls are ignored',
  body: browserReport,
  answer: z.object({ status: z.literal('success') }),
  background: true,
});

const vital = z.object({
  /** The 75th percentile. */
  p75: z.number(),
  count: z.int(),
  /** The rating by the thresholds of web.dev/vitals. */
  rating: z.enum(['good', 'needs-improvement', 'poor']),
});

export const versionHealth = z.object({
  version: z.string(),
  role: z.enum(['live', 'canary', 'former']),
  /** Number of people who visited it, and of people with a failed visit. */
  people: z.int(),
  failing_people: z.int(),
  visits: z.int(),
  failed_visits: z.int(),
  errors: z.int(),
  vitals: z.partialRecord(vitalName, vital),
});
export type VersionHealth = z.infer<typeof versionHealth>;

/** Health of a module's own service, based on requests that the console forwarded. */
export const serviceHealth = z.object({
  requests: z.int(),
  /**
   * Requests without a response, or with one that couldn't be forwarded. An error returned by the service counts as a
   * response.
   */
  failed: z.int(),
  /** Requests that the console rejected, because the service failed repeatedly or had too many requests. */
  not_sent: z.int(),
  /** The 95th percentile of the duration; null without requests. */
  p95_ms: z.nullable(z.int()),
  /** Set while the circuit breaker of any server replica is open or half-open. */
  paused: z.nullable(
    z.object({
      /** Epoch seconds. */
      since: z.int(),
      replicas: z.int(),
      /** The last failure: "it took too long to answer". */
      reason: z.string(),
    }),
  ),
});
export type ServiceHealth = z.infer<typeof serviceHealth>;

/** Health of one version's contribution in the shell's slots. */
export const contributionHealth = z.object({
  name: z.string(),
  /**
   * The currently declared title. Absent for contributions that are no longer declared, and in consoles that predate
   * titles.
   */
  title: z.optional(z.string()),
  slot: z.optional(z.enum(contributionSlots)),
  version: z.string(),
  loads: z.int(),
  failed: z.int(),
  average_ms: z.int(),
  slowest_ms: z.int(),
});
export type ContributionHealth = z.infer<typeof contributionHealth>;

/** The packages that a version shares with the console, and the code its pages load. */
export const versionBuild = z.object({
  version: z.string(),
  /** The kit version range that it requires. */
  shared_ui: z.string(),
  /** Console packages that it loads on demand. */
  shared: z.array(z.string()),
  pages: z.array(
    z.object({
      path: z.string(),
      title: z.string(),
      /** Size of the code before compression. */
      bytes: z.int(),
      /** The average wait for the slowest of its `first_calls`; null without reports. */
      first_calls_ms: z.nullable(z.int()),
    }),
  ),
});
export type VersionBuild = z.infer<typeof versionBuild>;

/** A module or the shell. The shell has no audience and no canary. */
export const moduleHealth = z.object({
  name: z.string(),
  title: z.string(),
  audience: z.nullable(audience),
  live_version: z.nullable(z.string()),
  canary: z.nullable(canary),
  /** The version that a rollback would make live; null without one. Absent in consoles that don't report it. */
  rollback_to: z.optional(z.nullable(z.string())),
  /** The live version, then the canary, then earlier used versions, newest first. */
  versions: z.array(versionHealth),
  /** Null for a module without a service. Absent in consoles that predate services. */
  service: z.optional(z.nullable(serviceHealth)),
  /** By name, then by version. Absent in consoles that predate contributions. */
  contributions: z.optional(z.array(contributionHealth)),
  /**
   * The live version, then the previous one unless its files are pruned. Absent in consoles that don't measure builds.
   */
  builds: z.optional(z.array(versionBuild)),
});
export type ModuleHealth = z.infer<typeof moduleHealth>;

export const browserError = z.object({
  module: z.string(),
  version: z.string(),
  message: z.string(),
  source: z.string(),
  count: z.int(),
  /** Epoch seconds. */
  first_at: z.int(),
  last_at: z.int(),
});
export type BrowserError = z.infer<typeof browserError>;

export const slowCall = z.object({
  module: z.string(),
  version: z.string(),
  call: z.string(),
  /** Method and path of the call, e.g. `GET /api/:practice/provider-hours/`. */
  path: z.string(),
  /** Number of slow or failed calls. */
  count: z.int(),
  /** Number of these that failed with 5xx or without a response. */
  failed: z.int(),
  average_ms: z.int(),
  slowest_ms: z.int(),
});
export type SlowCall = z.infer<typeof slowCall>;

export const readModuleHealth = defineCall({
  name: 'readModuleHealth',
  method: 'GET',
  path: '/api/module-health/',
  access: 'internal',
  summary: 'Browser health of every module by version, with its latest errors and slowest calls',
  query: z.strictObject({
    /** Number of UTC days, including today. */
    days: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(30)), 7),
  }),
  answer: z.object({
    days: z.int(),
    modules: z.array(moduleHealth),
    /** At most 100, most recently seen first. */
    errors: z.array(browserError),
    /** At most 100, most frequent first. */
    slow_calls: z.array(slowCall),
  }),
  background: true,
});

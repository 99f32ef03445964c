/**
 * A mock server for tests and the standalone host. It stores the versions of modules and executes promotions and
 * rollbacks.
 */
import {
  type BrowserError,
  type Canary,
  type ModuleHealth,
  promoteModule,
  readModuleHealth,
  rollbackModule,
  type ServiceHealth,
  type SlowCall,
  type RollbackRequest,
  type VersionBuild,
  type VersionHealth,
} from 'shared-api/contracts';
import { answer, type HandledRequest, errorReply, reply } from 'shared-api/testing';
import type { Health } from '../../api';

/** Nov 20, 2026, 15:42 UTC. */
export const SEEN_AT = Date.UTC(2026, 10, 20, 15, 42) / 1000;

export function aVersion(over: Partial<VersionHealth> = {}): VersionHealth {
  return {
    version: '1.2.0',
    role: 'live',
    people: 212,
    failing_people: 0,
    visits: 1480,
    failed_visits: 0,
    errors: 0,
    vitals: {
      LCP: { p75: 1180, count: 940, rating: 'good' },
      INP: { p75: 96, count: 810, rating: 'good' },
      CLS: { p75: 0.02, count: 940, rating: 'good' },
    },
    ...over,
  };
}

export const noUsage: Partial<VersionHealth> = { people: 0, visits: 0, vitals: {} };

export function aCanary(over: Partial<Canary> = {}): Canary {
  return {
    version: '1.3.0',
    percent: 10,
    rule: { min_people: 5, max_failing_percent: 5 },
    started_at: SEEN_AT,
    started_by: 'Sam Super',
    ...over,
  };
}

export function aService(over: Partial<ServiceHealth> = {}): ServiceHealth {
  return { requests: 1204, failed: 3, not_sent: 0, p95_ms: 320, paused: null, ...over };
}

export function aBuild(over: Partial<VersionBuild> = {}): VersionBuild {
  return {
    version: '1.2.0',
    shared_ui: '^2.5.0',
    shared: ['shared-ui/mui', 'shared-ui/forms'],
    pages: [
      { path: '/settings/:practice/hours', title: 'Provider hours', bytes: 132_400, first_calls_ms: 180 },
      { path: '/settings/:practice/worked', title: 'Hours worked', bytes: 98_000, first_calls_ms: null },
    ],
    ...over,
  };
}

export function aModule(over: Partial<ModuleHealth> = {}): ModuleHealth {
  return {
    name: 'mf-hours',
    title: 'Hours',
    audience: 'clinic',
    live_version: '1.2.0',
    canary: null,
    rollback_to: '1.1.0',
    versions: [aVersion()],
    ...over,
  };
}

/** A module with a canary. */
export function withCanary(over: Partial<ModuleHealth> = {}, canary: Partial<VersionHealth> = {}): ModuleHealth {
  return aModule({
    canary: aCanary(),
    versions: [
      aVersion(),
      aVersion({
        version: '1.3.0',
        role: 'canary',
        people: 24,
        failing_people: 1,
        visits: 133,
        failed_visits: 2,
        errors: 3,
        vitals: {
          LCP: { p75: 2710, count: 80, rating: 'needs-improvement' },
          INP: { p75: 520, count: 70, rating: 'poor' },
          CLS: { p75: 0.05, count: 80, rating: 'good' },
        },
        ...canary,
      }),
    ],
    ...over,
  });
}

export const shell: ModuleHealth = aModule({
  name: 'shell',
  title: 'Shell',
  audience: null,
  live_version: '1.0.0',
  versions: [aVersion({ version: '1.0.0', people: 240, visits: 0 })],
});

export function anError(over: Partial<BrowserError> = {}): BrowserError {
  return {
    module: 'mf-hours',
    version: '1.3.0',
    message: 'TypeError: Cannot read properties of undefined (reading ‘start’)',
    source: 'src_weekly-hours.3f1c.js:12:7',
    count: 3,
    first_at: SEEN_AT - 4000,
    last_at: SEEN_AT,
    ...over,
  };
}

export function aSlowCall(over: Partial<SlowCall> = {}): SlowCall {
  return {
    module: 'mf-hours',
    version: '1.2.0',
    call: 'readWeeklyHours',
    path: 'GET /api/:practice/provider-hours/',
    count: 14,
    failed: 2,
    average_ms: 1840,
    slowest_ms: 6120,
    ...over,
  };
}

/** The version that a rollback removes. */
const subject = ({ canary, live_version }: ModuleHealth): string | null => canary?.version ?? live_version;

export class HealthServer {
  readonly requestedDays: number[] = [];
  readonly promoted: (HandledRequest<typeof promoteModule>['params'] & HandledRequest<typeof promoteModule>['body'])[] =
    [];
  readonly rolledBack: (HandledRequest<typeof rollbackModule>['params'] & RollbackRequest)[] = [];
  /** Replaces the response to a change. Return undefined to keep the default response. */
  refuse: () => Response | undefined = () => undefined;

  constructor(
    public modules: ModuleHealth[],
    public found: Pick<Health, 'errors' | 'slow_calls'> = { errors: [], slow_calls: [] },
  ) {}

  private change(name: string, to: (module: ModuleHealth) => ModuleHealth): void {
    this.modules = this.modules.map((module) => (module.name === name ? to(module) : module));
  }

  handlers(): ReturnType<typeof answer>[] {
    return [
      answer(readModuleHealth, ({ query: { days } }) => {
        this.requestedDays.push(days);
        return reply(readModuleHealth, { days, modules: this.modules, ...this.found });
      }),
      answer(promoteModule, ({ params, body }) => {
        this.promoted.push({ ...params, ...body });
        const refused = this.refuse();
        if (refused) return refused;
        const { version, percent } = body;
        this.change(params.module, (module) =>
          percent < 100
            ? { ...module, canary: { ...(module.canary ?? aCanary()), version, percent } }
            : { ...module, canary: null, live_version: version, versions: [aVersion({ version })] },
        );
        return reply(promoteModule, { status: 'success', from: '1.2.0', to: version });
      }),
      answer(rollbackModule, ({ params, body }) => {
        this.rolledBack.push({ ...params, ...body });
        const refused = this.refuse();
        if (refused) return refused;
        const module = this.modules.find(({ name }) => name === params.module);
        if (!module) return errorReply(404, 'not_found', 'There is no such module.');
        const role = module.canary ? 'canary' : 'live';
        if ((body?.role ?? role) !== role || (body?.version ?? subject(module)) !== subject(module)) {
          return errorReply(409, 'not_current', 'Another version would be taken back. Nothing was changed.');
        }
        const from = subject(module);
        const to = module.canary ? (module.live_version ?? '') : '1.1.0';
        this.change(params.module, (known) => ({
          ...known,
          canary: null,
          live_version: to,
          versions: [aVersion({ version: to })],
        }));
        return reply(rollbackModule, { status: 'success', from, to });
      }),
    ];
  }
}

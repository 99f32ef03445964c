/** The health of modules in browsers, for the module health page. */
import {
  type ModuleHealth,
  SHELL_REPORT,
  type VersionHealth,
  type VitalName,
  type readModuleHealth,
} from 'shared-api/contracts';
import type { z } from 'zod';
import type { Db } from '../../platform/database/tables.js';
import { serviceHealthSince } from '../module-services/service-health-view.js';
import { toCanary } from '../registry/canaries.js';
import { buildsOf } from './builds-view.js';
import { listCanaries, listVersionsBefore } from '../registry/module-repository.js';
import {
  agesOf,
  callsSince,
  contributionsSince,
  errorCountsSince,
  errorsSince,
  visitsSince,
  vitalsSince,
} from './health-repository.js';
import { routeOfCall } from './routes-by-call.js';
import { type Reporter, dayOf } from './report-rows.js';
import type { ServedVersions } from './store-report.js';
import { vitalFrom } from './vital-buckets.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

const A_DAY_MS = 86_400_000;
const SHELL_TITLE = 'Shell';

type Figures = Omit<VersionHealth, 'version' | 'role'>;

const noFigures = (): Figures => ({
  people: 0,
  failing_people: 0,
  visits: 0,
  failed_visits: 0,
  errors: 0,
  vitals: {},
});

/** Metrics by module, then by version. */
type AllFigures = Map<string, Map<string, Figures>>;

async function figuresSince(db: Db, since: string): Promise<AllFigures> {
  const [visits, vitals, errors] = await Promise.all([
    visitsSince(db, since),
    vitalsSince(db, since),
    errorCountsSince(db, since),
  ]);
  const all: AllFigures = new Map();
  const figuresOf = ({ module, version }: Reporter): Figures => {
    const ofModule = all.get(module) ?? new Map<string, Figures>();
    const figures = ofModule.get(version) ?? noFigures();
    all.set(module, ofModule.set(version, figures));
    return figures;
  };
  for (const { module, version, ...counted } of visits) Object.assign(figuresOf({ module, version }), counted);
  for (const { module, version, errors: count } of errors) figuresOf({ module, version }).errors = count;

  const buckets = new Map<Figures, Map<VitalName, Map<number, number>>>();
  for (const { name, bucket, readings, ...reporter } of vitals) {
    const figures = figuresOf(reporter);
    const ofVersion = buckets.get(figures) ?? new Map<VitalName, Map<number, number>>();
    const ofName = ofVersion.get(name) ?? new Map<number, number>();
    buckets.set(figures, ofVersion.set(name, ofName.set(bucket, readings)));
  }
  for (const [figures, ofVersion] of buckets) {
    for (const [name, ofName] of ofVersion) figures.vitals[name] = vitalFrom(name, ofName);
  }
  return all;
}

/** The live version first, then the canary, then former versions, newest first. */
function versionsOf(
  figures: ReadonlyMap<string, Figures>,
  live: string | null,
  canary: string | null,
  ages: ReadonlyMap<string, Date>,
): VersionHealth[] {
  const age = (version: string): number => ages.get(version)?.getTime() ?? 0;
  const former = [...figures.keys()]
    .filter((version) => version !== live && version !== canary)
    .sort((left, right) => age(right) - age(left) || (left < right ? 1 : -1));
  const as = (role: VersionHealth['role'], version: string | null): VersionHealth[] =>
    version === null ? [] : [{ version, role, ...(figures.get(version) ?? noFigures()) }];
  return [...as('live', live), ...as('canary', canary), ...former.flatMap((version) => as('former', version))];
}

/** @param days number of days up to and including today */
export async function moduleHealthView(
  db: Db,
  { modules, shell }: ServedVersions,
  days: number,
  now: Date,
): Promise<z.input<typeof readModuleHealth.answer>> {
  const firstDay = dayOf(new Date(now.getTime() - (days - 1) * A_DAY_MS));
  const withService = modules.filter(({ service }) => service !== null).map(({ name }) => name);
  const before = await listVersionsBefore(db);
  const inBuilds = modules.flatMap(({ name: module, live }) =>
    [live?.build.version, before.get(module)].flatMap((version) => (version === undefined ? [] : { module, version })),
  );
  const [figures, canaries, errors, calls, services, contributions, builds] = await Promise.all([
    figuresSince(db, firstDay),
    listCanaries(db),
    errorsSince(db, new Date(`${firstDay}T00:00:00Z`)),
    callsSince(db, firstDay),
    serviceHealthSince(db, withService, firstDay, now),
    contributionsSince(db, firstDay),
    buildsOf(db, inBuilds, firstDay),
  ]);
  const used = [...figures].flatMap(([module, versions]) =>
    [...versions.keys()].map((version) => ({ module, version })),
  );
  const ages = await agesOf(db, used);
  const versions = (name: string, live: string | null, canary: string | null): VersionHealth[] =>
    versionsOf(
      figures.get(name) ?? new Map<string, Figures>(),
      live,
      canary,
      ages.get(name) ?? new Map<string, Date>(),
    );

  const ofShell: ModuleHealth = {
    name: SHELL_REPORT,
    title: SHELL_TITLE,
    audience: null,
    live_version: shell ?? null,
    canary: null,
    service: null,
    versions: versions(SHELL_REPORT, shell ?? null, null),
  };
  const ofModules = modules.map(({ name, audience, granted, live }): ModuleHealth => {
    const canary = canaries.find(({ module }) => module === name);
    const version = live?.build.version ?? null;
    const declared = live?.declaration ?? granted;
    return {
      name,
      title: declared.title,
      audience,
      live_version: version,
      canary: canary ? toCanary(canary) : null,
      rollback_to: before.get(name) ?? null,
      versions: versions(name, version, canary?.version ?? null),
      service: services.get(name) ?? null,
      builds: builds(name),
      contributions: contributions
        .filter((one) => one.module === name)
        .map((one) => {
          const { title, slot } = declared.contributions?.find((other) => other.name === one.name) ?? {};
          return { ...one, ...(title !== undefined && { title, slot }) };
        }),
    };
  });
  return {
    days,
    modules: [ofShell, ...ofModules],
    errors: errors.map(({ first_at, last_at, ...error }) => ({
      ...error,
      first_at: epochSeconds(first_at),
      last_at: epochSeconds(last_at),
    })),
    // A call that no longer exists is shown by its name.
    slow_calls: calls.map((call) => ({ ...call, path: routeOfCall(call.call) ?? '' })),
  };
}

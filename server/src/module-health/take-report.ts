/** Takes what a browser reports. It is trusted with nothing: what it says is counted once for its person, within bounds. */
import { type ModuleOverride, SHELL_REPORT } from 'shared-api/contracts';
import type { Db } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import type { PersonPrincipal } from '../http/principal.js';
import { type RegisteredModule, isOfCanary } from '../modules/module-list.js';
import { mayLoad } from '../modules/routes-of-modules.js';
import { mayReport } from './report-limit.js';
import { addToRows, noteShell, publishedOf, wasShell } from './report-repository.js';
import { type Reporter, type TakenReport, itemsOf, rowsOf } from './report-rows.js';

/** Where no canary runs. */
const NO_CANARY = '00000000-0000-0000-0000-000000000000';

export interface Served {
  /** The registry as it is now. */
  modules: readonly RegisteredModule[];
  /** Version of the shell that this copy serves; undefined where none is built. */
  shell: string | undefined;
}

export interface ReportTaken {
  /** False when the person has reported too much already. */
  taken: boolean;
  /** Names of modules whose canary the report says something about. */
  canaries: string[];
}

const keyOf = ({ module, version }: Reporter): string => `${module} ${version}`;

/**
 * What of a report is about something that the person may have loaded: published versions of modules for their audience,
 * also former ones, which open tabs still show; and versions of the shell that this console has served. A module that the
 * session loads from elsewhere says nothing about a version.
 */
async function knownReporters(
  db: Db,
  report: TakenReport,
  person: PersonPrincipal,
  overrides: readonly ModuleOverride[],
  { modules, shell }: Served,
): Promise<Set<string>> {
  const said = new Map(
    [...report.visits, ...report.vitals, ...report.errors, ...report.calls].map((item) => [keyOf(item), item]),
  );
  const loaded = modules.filter(
    ({ name, audience }) => mayLoad(person, audience) && !overrides.some(({ module }) => module === name),
  );
  const loadedNames = new Set(loaded.map(({ name }) => name));
  const ofModules = [...said.values()].filter(({ module }) => loadedNames.has(module));
  const known = new Set((await publishedOf(db, ofModules)).map(keyOf));
  for (const { module, version } of said.values()) {
    if (module !== SHELL_REPORT) continue;
    if (version === shell || (await wasShell(db, version))) known.add(keyOf({ module, version }));
  }
  return known;
}

export async function takeReport(
  db: Db,
  report: TakenReport,
  person: PersonPrincipal,
  overrides: readonly ModuleOverride[],
  served: Served,
  now: Date,
): Promise<ReportTaken> {
  const items = itemsOf(report);
  if (items === 0) return { taken: true, canaries: [] };
  const known = await knownReporters(db, report, person, overrides, served);
  const named = new Map(served.modules.map((module) => [module.name, module]));
  const about = {
    person: person.id,
    now,
    isKnown: (reporter: Reporter) => known.has(keyOf(reporter)),
    canaryId({ module: name, version }: Reporter) {
      const module = named.get(name);
      if (!module?.canary) return NO_CANARY;
      // Whoever says that they had it without being of its people is not counted for it.
      const fits = version !== module.canary.build.version || isOfCanary(module, person.id);
      return fits ? module.canary.id : NO_CANARY;
    },
  };
  const rows = await inTransaction(db, async (transaction) => {
    // Before any work is spent on what it says.
    if (!(await mayReport(transaction, person.id, items, now))) return undefined;
    if (served.shell !== undefined && known.has(keyOf({ module: SHELL_REPORT, version: served.shell })))
      await noteShell(transaction, served.shell, now);
    const added = rowsOf(report, about);
    await addToRows(transaction, added);
    return added;
  });
  if (!rows) return { taken: false, canaries: [] };
  const canaries = rows.visits
    .filter(({ module, version }) => named.get(module)?.canary?.build.version === version)
    .map(({ module }) => module);
  return { taken: true, canaries };
}

/**
 * Stores a browser's report. Browsers aren't trusted, so a report counts only for its sender and only within limits.
 */
import { SHELL_REPORT } from 'shared-api/contracts';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import type { PersonPrincipal } from '../../platform/http/principal.js';
import { type RegisteredModule, isInCanary } from '../registry/module-list.js';
import { canLoad } from '../registry/routes-of-modules.js';
import { countReport } from './report-limit.js';
import { addToRows, recordShellVersion, findReleased, isServedShell } from './report-repository.js';
import { type Reporter, type ParsedReport, countItems, rowsOf } from './report-rows.js';

/** The canary id when no canary runs. */
const NO_CANARY = '00000000-0000-0000-0000-000000000000';

export interface ServedVersions {
  /** The current registry. */
  modules: readonly RegisteredModule[];
  /** Version of the shell that this replica serves. Undefined if none is built. */
  shell: string | undefined;
}

export interface StoredReport {
  /** False when the person has already reported too much. */
  isStored: boolean;
  /** Names of the modules whose canary version is in the report. */
  canaries: string[];
}

/** The person whose browser reports. */
export interface Reporting {
  person: PersonPrincipal;
  /** True when the session has a developer's build or a preview instead of a released version. */
  isUnreleased: (reporter: Reporter) => boolean;
}

const keyOf = ({ module, version }: Reporter): string => `${module} ${version}`;

/**
 * The reporters that the person may really have loaded: released versions of modules for their audience, including
 * former ones, which open tabs still show, and versions of the shell that this console has served. A version that was
 * only used in a preview is never accepted, because its page may still report after the preview.
 */
async function knownReporters(
  db: Db,
  report: ParsedReport,
  { person, isUnreleased }: Reporting,
  { modules, shell }: ServedVersions,
): Promise<Set<string>> {
  const reporters = new Map(
    [...report.visits, ...report.vitals, ...report.errors, ...report.calls].map((item) => [keyOf(item), item]),
  );
  const loaded = modules.filter(({ audience }) => canLoad(person, audience));
  const loadedNames = new Set(loaded.map(({ name }) => name));
  const ofModules = [...reporters.values()].filter((one) => loadedNames.has(one.module) && !isUnreleased(one));
  const released = new Set((await findReleased(db, ofModules)).map(keyOf));
  for (const { module, version } of reporters.values()) {
    if (module !== SHELL_REPORT) continue;
    if (version === shell || (await isServedShell(db, version))) released.add(keyOf({ module, version }));
  }
  return released;
}

export async function storeReport(
  db: Db,
  report: ParsedReport,
  from: Reporting,
  served: ServedVersions,
  now: Date,
): Promise<StoredReport> {
  const { person } = from;
  const items = countItems(report);
  if (items === 0) return { isStored: true, canaries: [] };
  const reporters = await knownReporters(db, report, from, served);
  const named = new Map(served.modules.map((module) => [module.name, module]));
  const about = {
    person: person.id,
    now,
    isKnown: (reporter: Reporter) => reporters.has(keyOf(reporter)),
    isGranted: (module: string, contribution: string) =>
      (named.get(module)?.granted.contributions ?? []).some(({ name }) => name === contribution),
    canaryId({ module: name, version }: Reporter) {
      const module = named.get(name);
      if (!module?.canary) return NO_CANARY;
      // A person outside the canary doesn't count for its version.
      const fits = version !== module.canary.build.version || isInCanary(module, person);
      return fits ? module.canary.id : NO_CANARY;
    },
  };
  const rows = await inTransaction(db, async (transaction) => {
    // Checks the limit before any other work.
    if (!(await countReport(transaction, person.id, items, now))) return undefined;
    if (served.shell !== undefined && reporters.has(keyOf({ module: SHELL_REPORT, version: served.shell })))
      await recordShellVersion(transaction, served.shell, now);
    const added = rowsOf(report, about);
    await addToRows(transaction, added);
    return added;
  });
  if (!rows) return { isStored: false, canaries: [] };
  const canaries = rows.visits
    .filter(({ module, version }) => named.get(module)?.canary?.build.version === version)
    .map(({ module }) => module);
  return { isStored: true, canaries };
}

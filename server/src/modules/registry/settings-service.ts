/** Module settings: modules declare them, and the console's operator sets them. */
import {
  type BodyOf,
  effectiveSettings,
  etagOf,
  type ModuleSettings,
  settingProblem,
  settingText,
  type SettingValue,
} from 'shared-api/contracts';
import type { ConfiguredModule, saveModuleSettings } from 'shared-api/contracts/module-settings';
import type { AuditContext } from '../../platform/audit/actor.js';
import { NO_PRACTICE, recordAudit } from '../../platform/audit/audit-log.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { invalid, notFound, stale } from '../../platform/errors/app-error.js';
import type { RegisteredModule, RegisteredVersion } from './module-list.js';
import { findVersion, renewRevision } from './module-repository.js';
import { ownValue } from './own-value.js';
import { lockModule } from './pointer-moves.js';
import { findSettings, storeSettings } from './settings-repository.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

type Values = Readonly<Record<string, SettingValue>>;

const fallbacksOf = (
  version: RegisteredVersion | undefined,
  role: 'live' | 'canary',
  stored: Values,
): ConfiguredModule['fallbacks'] =>
  effectiveSettings(version?.declaration.settings ?? {}, stored).refused.map(({ name, setting, value, problem }) => ({
    version: version?.build.version ?? '',
    role,
    name,
    label: setting.label,
    stored: settingText(setting, value),
    default: settingText(setting, setting.default),
    problem,
  }));

/** The modules whose live version declares settings. */
export function configuredModules(registered: readonly RegisteredModule[]): ConfiguredModule[] {
  return registered.flatMap(({ name, live, canary, settings: row }) => {
    const declared = live?.declaration.settings ?? {};
    if (!live || Object.keys(declared).length === 0) return [];
    // The database doesn't keep a declaration's key order.
    const sorted = Object.entries(declared).sort(([, one], [, other]) => one.label.localeCompare(other.label));
    const stored = row?.stored ?? {};
    const { values } = effectiveSettings(declared, stored);
    return [
      {
        name,
        title: live.declaration.title,
        version: live.build.version,
        settings: sorted.map(([key, setting]) => ({
          name: key,
          setting,
          value: values[key] ?? setting.default,
          is_set: ownValue(stored, key) !== undefined,
        })),
        fallbacks: [...fallbacksOf(live, 'live', stored), ...fallbacksOf(canary, 'canary', stored)],
        former: row?.former ?? null,
        changed_by: row?.changed_by ?? null,
        changed_at: row ? epochSeconds(row.changed_at) : null,
        etag: etagOf(row?.version ?? 0),
      },
    ];
  });
}

const NO_SUCH_SETTING = 'The live version of the module has no such setting.';
const BOTH = 'Set it, or give it its default: not both.';

/** @throws AppError `invalid` naming each setting by its label */
function assertAccepted(declared: ModuleSettings, { set, clear }: BodyOf<typeof saveModuleSettings>): void {
  const problemOf = (name: string): string | undefined => {
    const setting = ownValue(declared, name);
    if (!setting) return NO_SUCH_SETTING;
    const value = ownValue(set, name);
    if (value === undefined) return undefined;
    return clear.includes(name) ? BOTH : settingProblem(setting, value);
  };
  const problems = [...new Set([...Object.keys(set), ...clear])].flatMap((name) => {
    const problem = problemOf(name);
    return problem === undefined ? [] : [[name, problem] as const];
  });
  if (problems.length === 0) return;
  const texts = problems.map(([name, problem]) => `${ownValue(declared, name)?.label ?? name}: ${problem}`);
  throw invalid(texts.join(' '), Object.fromEntries(problems));
}

/** The changed settings in the audit log's format. */
const recorded = (declared: ModuleSettings, names: readonly string[], stored: Values) => ({
  settings: names.flatMap((name) => {
    const setting = ownValue(declared, name);
    if (!setting) return [];
    const value = ownValue(stored, name);
    const text = settingText(setting, value ?? setting.default);
    return [
      { name, label: setting.label, value: value ?? null, text: value === undefined ? `${text} (default)` : text },
    ];
  }),
});

export interface SettingsChange extends BodyOf<typeof saveModuleSettings> {
  module: string;
  /** Version that the change is based on. Undefined accepts any version. */
  onVersion: number | undefined;
}

/**
 * Sets settings that a module's live version declares. Settings of other versions stay as they are.
 *
 * @returns the version after the save
 * @throws AppError `not_found`, `invalid` with fields, `stale_version` with who changed them
 */
export async function saveSettings(
  db: Db,
  { module: name, set, clear, onVersion }: SettingsChange,
  audit: AuditContext,
): Promise<number> {
  return inTransaction(db, async (transaction) => {
    const { live_version: version } = await lockModule(transaction, name);
    const live = version === null ? undefined : await findVersion(transaction, name, version);
    const declared = live?.declaration.settings;
    if (!declared) throw notFound('The live version of this module has no settings.');
    assertAccepted(declared, { set, clear });
    const row = await findSettings(transaction, name);
    const before = row?.stored ?? {};
    const after = Object.fromEntries(Object.entries({ ...before, ...set }).filter(([key]) => !clear.includes(key)));
    const changed = [...Object.keys(set), ...clear].filter((key) => ownValue(before, key) !== ownValue(after, key));
    const current = row?.version ?? 0;
    if (changed.length === 0) return current;
    if (row && onVersion !== undefined && onVersion !== current) {
      const when = { changed_by: row.changed_by, changed_at: epochSeconds(row.changed_at) };
      const message = `${row.changed_by} changed these settings while you were editing. Nothing was saved.`;
      throw stale(message, { ...when, changes: [{ field: 'settings', ...when }] });
    }
    const saved = await storeSettings(transaction, name, after, row, audit);
    // Pages read them with the module.
    await renewRevision(transaction);
    await recordAudit(transaction, {
      practiceId: NO_PRACTICE,
      actor: audit.actor,
      at: audit.now,
      action: 'module.settings',
      entity: 'module',
      entityId: name,
      before: recorded(declared, changed, before),
      after: recorded(declared, changed, after),
    });
    return saved;
  });
}

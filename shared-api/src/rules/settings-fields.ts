/**
 * The practice settings as a flat set of fields, which are edited, merged and saved one by one. Each opt-out override is a
 * separate field, so that two people who change different ones don't conflict.
 */
import {
  computedFields,
  pmsFields,
  type PmsSettings,
  type PracticeSettings,
  practiceSettingsChange,
  type PracticeSettingsChange,
} from '../contracts/practice-settings.js';
import { mergeEdits, type MergedEdits } from './merge-edits.js';
import { isAllOption } from './opt-out-overrides.js';

export const overrideLists = ['emailOptOutOverrideOptions', 'smsOptOutOverrideOptions'] as const;
export type OverrideList = (typeof overrideLists)[number];

type PlainField = Exclude<keyof PracticeSettingsChange, 'additional_data' | OverrideList>;
type PmsField = `additional_data.${keyof PmsSettings}`;

/** A setting with a single value, by its dotted path. */
export type SettingsField = PlainField | PmsField;
/** A setting in the server's errors and conflicts: a field, or a whole list of overrides. */
export type SettingsPath = SettingsField | OverrideList;
/** The unit of edits and merges: a field, or one override, e.g. `smsOptOutOverrideOptions.recall`. */
export type SettingsKey = SettingsField | `${OverrideList}.${string}`;

/** `clear` empties a field and stores null, unlike setting an empty text. */
export type SettingsEdit = { kind: 'set'; value: unknown } | { kind: 'clear' };
export type SettingsEdits = ReadonlyMap<SettingsKey, SettingsEdit>;

/** Fields that the advanced clinic settings form saves separately. */
export const advancedClinicFields = [
  'use_clinics',
  'parent_practice_id',
  'clinicnum',
  'additional_clinicnums',
] as const satisfies readonly PlainField[];
export type AdvancedClinicField = (typeof advancedClinicFields)[number];

const ownFields = Object.keys(practiceSettingsChange.shape).filter(
  (name) => name !== 'additional_data' && !(computedFields as string[]).includes(name),
) as Exclude<SettingsPath, PmsField>[];

/** Every setting in the order of the record. */
export const settingsPaths: readonly SettingsPath[] = [
  ...ownFields,
  ...pmsFields.map((name): PmsField => `additional_data.${name}`),
];

function pmsNameOf(key: string): keyof PmsSettings | null {
  return key.startsWith('additional_data.') ? (key.slice('additional_data.'.length) as keyof PmsSettings) : null;
}

function overrideOf(key: SettingsKey): { list: OverrideList; id: string } | null {
  const list = overrideLists.find((name) => key.startsWith(`${name}.`));
  return list ? { list, id: key.slice(list.length + 1) } : null;
}

/** The setting of a key. */
export function settingsPathOf(key: SettingsKey): SettingsPath {
  return overrideOf(key)?.list ?? (key as SettingsField);
}

/** The setting at a dotted path from the server, which can point into a list; undefined if unknown. */
export function settingsPathAt(dotted: string): SettingsPath | undefined {
  return settingsPaths.find((path) => dotted === path || dotted.startsWith(`${path}.`));
}

/** Everything that this person can edit, in the order of the record. The 'all' option is derived, so it isn't a key. */
export function settingsKeysOf(settings: PracticeSettings): SettingsKey[] {
  return settingsPaths.flatMap((path): SettingsKey[] => {
    const list = overrideLists.find((name) => name === path);
    if (!list) return settingsValue(settings, path as SettingsField) === undefined ? [] : [path as SettingsField];
    return settings[list].filter((option) => !isAllOption(option)).map(({ id }): SettingsKey => `${list}.${id}`);
  });
}

/** The value of a field, or whether an override is checked. Undefined if this person can't see it. */
export function settingsValue(settings: PracticeSettings, key: SettingsKey): unknown {
  const override = overrideOf(key);
  if (override) return settings[override.list].find(({ id }) => id === override.id)?.checked;
  const name = pmsNameOf(key);
  return name ? settings.additional_data[name] : settings[key as keyof PracticeSettings];
}

export function sameSettingsValue(left: unknown, right: unknown): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}

export function settingsEditOf(value: unknown): SettingsEdit {
  return value === null || value === undefined ? { kind: 'clear' } : { kind: 'set', value };
}

export function editedValue(edit: SettingsEdit): unknown {
  return edit.kind === 'set' ? edit.value : null;
}

/** True if saving the edit would change nothing. */
export function editChangesNothing(edit: SettingsEdit, stored: unknown): boolean {
  return sameSettingsValue(editedValue(edit), stored);
}

/** The settings with the edits applied. */
export function withSettingsEdits(settings: PracticeSettings, edits: SettingsEdits): PracticeSettings {
  const plain: Record<string, unknown> = {};
  const pms: Record<string, unknown> = {};
  for (const [key, edit] of edits) {
    if (overrideOf(key)) continue;
    const name = pmsNameOf(key);
    if (name) pms[name] = editedValue(edit);
    else plain[key] = editedValue(edit);
  }
  const lists = overrideLists.map((list) => [list, withOverrides(settings[list], list, edits)] as const);
  return {
    ...settings,
    ...plain,
    ...Object.fromEntries(lists),
    additional_data: { ...settings.additional_data, ...pms },
  } as PracticeSettings;
}

function withOverrides(
  options: PracticeSettings[OverrideList],
  list: OverrideList,
  edits: SettingsEdits,
): PracticeSettings[OverrideList] {
  if (![...edits.keys()].some((key) => key.startsWith(`${list}.`))) return options;
  const next = options.map((option) => {
    const edit = isAllOption(option) ? undefined : edits.get(`${list}.${option.id}`);
    return edit ? { ...option, checked: editedValue(edit) === true } : option;
  });
  const every = next.every((option) => isAllOption(option) || option.checked);
  return next.map((option) => (isAllOption(option) ? { ...option, checked: every } : option));
}

const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

/**
 * The request of a save: every field that this person sees, without computed fields. Texts are trimmed, as in the
 * contract.
 */
export function toSettingsRequest(settings: PracticeSettings, edits: SettingsEdits): PracticeSettingsChange {
  const whole = withSettingsEdits(settings, edits);
  const visible = ownFields.filter((name) => whole[name] !== undefined);
  return {
    ...Object.fromEntries(visible.map((name) => [name, trimmed(whole[name])])),
    additional_data: Object.fromEntries(pmsFields.map((name) => [name, trimmed(whole.additional_data[name])])),
  } as PracticeSettingsChange;
}

/** Merges unsaved edits with the stored settings. @param base the stored settings when a field was edited */
export function mergeSettings(
  edits: SettingsEdits,
  base: (key: SettingsKey) => unknown,
  now: PracticeSettings,
): MergedEdits<SettingsKey, SettingsEdit> {
  return mergeEdits({
    edits,
    base,
    theirs: (key) => settingsValue(now, key),
    sameValue: sameSettingsValue,
    changesNothing: editChangesNothing,
  });
}

/** The settings as one flat set of fields, each with a dotted path, as refusals and conflicts name them. */
import {
  computedFields,
  pmsFields,
  type PmsSettings,
  type PracticeSettings,
  practiceSettingsChange,
  type PracticeSettingsChange,
} from 'shared-api/contracts';

type PmsPath = `additional_data.${keyof PmsSettings}`;

/** Path of each field that can be saved → the type of its value. */
export type FieldValues = Required<Omit<PracticeSettingsChange, 'additional_data'>> & {
  [Name in keyof PmsSettings as `additional_data.${Name}`]: PmsSettings[Name];
};
export type FieldPath = keyof FieldValues;

/** What was typed and is not saved. An emptied number is null, a date that is none `UNREADABLE_DATE`. */
export type Edits = { readonly [Path in FieldPath]?: FieldValues[Path] | null };

const plainFields = Object.keys(practiceSettingsChange.shape).filter(
  (name) => name !== 'additional_data' && !(computedFields as string[]).includes(name),
) as Exclude<FieldPath, PmsPath>[];

export const fieldPaths: readonly FieldPath[] = [
  ...plainFields,
  ...pmsFields.map((name): PmsPath => `additional_data.${name}`),
];

function pmsName(path: FieldPath): keyof PmsSettings | null {
  return path.startsWith('additional_data.') ? (path.slice('additional_data.'.length) as keyof PmsSettings) : null;
}

/** Undefined for a field that this person does not see. */
export function valueIn<Path extends FieldPath>(settings: PracticeSettings, path: Path): FieldValues[Path] | undefined {
  const name = pmsName(path);
  const value = name ? settings.additional_data[name] : settings[path as keyof PracticeSettings];
  return value as FieldValues[Path] | undefined;
}

export function same(left: unknown, right: unknown): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}

/** The settings with the edits in them. */
export function withEdits(settings: PracticeSettings, edits: Edits): PracticeSettings {
  const next: Record<string, unknown> = { ...settings };
  const pms: Record<string, unknown> = { ...settings.additional_data };
  for (const [path, value] of Object.entries(edits)) {
    const name = pmsName(path as FieldPath);
    if (name) pms[name] = value;
    else next[path] = value;
  }
  return { ...next, additional_data: pms } as unknown as PracticeSettings;
}

const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

/**
 * The whole object as it is saved: every field that this person sees and nothing that the server computes. Texts are
 * trimmed, as the contract does.
 */
export function toRequest(settings: PracticeSettings, edits: Edits): PracticeSettingsChange {
  const whole = withEdits(settings, edits);
  const seen = plainFields.filter((name) => whole[name as keyof PracticeSettings] !== undefined);
  const pms = pmsFields.map((name) => [name, trimmed(whole.additional_data[name])]);
  return {
    ...Object.fromEntries(seen.map((name) => [name, trimmed(whole[name as keyof PracticeSettings])])),
    additional_data: Object.fromEntries(pms),
  } as PracticeSettingsChange;
}

/** The field that a dotted path of the server means, also where it points into a list; undefined for an unknown one. */
export function fieldAt(dotted: string): FieldPath | undefined {
  return fieldPaths.find((path) => dotted === path || dotted.startsWith(`${path}.`));
}

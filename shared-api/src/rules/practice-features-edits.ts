/**
 * Unsaved edits of a practice's entitlements, and their merge with somebody else's save. Each bundle, feature, flag and
 * date is a separate field. Used by both editors: the features summary and the dialog of all practices.
 */
import * as z from 'zod/mini';
import { mergeEdits } from './merge-edits.js';

export const featureLists = ['bundles', 'product_features', 'flags'] as const;
export type FeatureList = (typeof featureLists)[number];
export const featureDates = ['account_expiration_date', 'snapshot_expiration_date', 'baseline_date'] as const;
export type FeatureDate = (typeof featureDates)[number];

const names = z.array(z.string());
const dateText = z.nullable(z.string());
const featureValues = z.object({
  bundles: names,
  product_features: names,
  flags: names,
  account_expiration_date: dateText,
  snapshot_expiration_date: dateText,
  baseline_date: dateText,
});
/** Names in any order. Dates as `YYYY-MM-DD`, null for none, or `''` for text that isn't a date yet. */
export type FeatureValues = Readonly<Record<FeatureList, readonly string[]> & Record<FeatureDate, string | null>>;

const featureEdit = z.union([
  z.object({ kind: z.literal('set'), value: z.union([z.literal(true), z.string()]) }),
  z.object({ kind: z.literal('clear') }),
]);
/** `set` adds a name, or sets a date to `value`. `clear` removes a name, or empties a date. */
export type FeatureEdit = z.infer<typeof featureEdit>;

/** A field: `bundles.core` for a name of a list, `baseline_date` for a date. */
export type FeatureField = string;
/** Whether a list contains the name, or the date. */
export type FeatureValue = boolean | string | null;

const featureConflict = z.object({
  field: z.string(),
  mine: featureEdit,
  theirs: z.union([z.boolean(), z.string(), z.null()]),
  choice: z.nullable(z.enum(['mine', 'theirs'])),
});
/** A field that two people changed to different values. */
export type FeatureConflict = z.infer<typeof featureConflict>;

const featuresEditing = z.object({
  base: featureValues,
  edits: z.array(z.tuple([z.string(), featureEdit])),
  conflicts: z.array(featureConflict),
  merged: z.int(),
});

export interface FeaturesEditing {
  /** The server's last loaded values. */
  base: FeatureValues;
  /** The unsaved edits, including conflicts until `theirs` is chosen. */
  edits: ReadonlyMap<FeatureField, FeatureEdit>;
  conflicts: readonly FeatureConflict[];
  /** The number of other merged changes since the first conflict. */
  merged: number;
}

export const isFeatureDate = (field: FeatureField): field is FeatureDate =>
  (featureDates as readonly string[]).includes(field);

/** The list of a field, and the name in it. */
export function listOf(field: FeatureField): { list: FeatureList; name: string } {
  const [list = ''] = field.split('.', 1);
  return { list: list as FeatureList, name: field.slice(list.length + 1) };
}

export const fieldOf = (list: FeatureList, name: string): FeatureField => `${list}.${name}`;

export function featureValueAt(values: FeatureValues, field: FeatureField): FeatureValue {
  if (isFeatureDate(field)) return values[field];
  const { list, name } = listOf(field);
  return values[list].includes(name);
}

export function editedFeatureValue(field: FeatureField, edit: FeatureEdit): FeatureValue {
  if (edit.kind === 'set') return edit.value;
  return isFeatureDate(field) ? null : false;
}

export const startEditing = (base: FeatureValues): FeaturesEditing => ({
  base,
  edits: new Map(),
  conflicts: [],
  merged: 0,
});

/** The fields in which two records differ. */
export function changedFields(before: FeatureValues, after: FeatureValues): FeatureField[] {
  const inLists = featureLists.flatMap((list) => {
    const [had, has] = [new Set(before[list]), new Set(after[list])];
    const all = [...before[list], ...after[list].filter((name) => !had.has(name))];
    return all.filter((name) => had.has(name) !== has.has(name)).map((name) => fieldOf(list, name));
  });
  return [...inLists, ...featureDates.filter((date) => before[date] !== after[date])];
}

/** The record with the edits applied. Added names come last. */
export function editedFeatureValues({ base, edits }: Pick<FeaturesEditing, 'base' | 'edits'>): FeatureValues {
  // A list without edits stays the same array, so that a page renders only what has changed.
  const next: Record<string, readonly string[] | string | null> = { ...base };
  for (const [field, edit] of edits) {
    if (isFeatureDate(field)) {
      next[field] = editedFeatureValue(field, edit) as string | null;
      continue;
    }
    const { list, name } = listOf(field);
    const others = (next[list] as readonly string[]).filter((one) => one !== name);
    next[list] = edit.kind === 'set' ? [...others, name] : others;
  }
  return next as unknown as FeatureValues;
}

function editTo(value: FeatureValue): FeatureEdit {
  return value === null || value === false ? { kind: 'clear' } : { kind: 'set', value };
}

/** The edits after the person changes values. Editing a conflicting field resolves the conflict. */
export function withFeatureValues(editing: FeaturesEditing, over: Partial<FeatureValues>): FeaturesEditing {
  const before = editedFeatureValues(editing);
  const after = { ...before, ...over };
  const edits = new Map(editing.edits);
  const touched = changedFields(before, after);
  for (const field of touched) {
    const value = featureValueAt(after, field);
    edits.delete(field);
    if (value !== featureValueAt(editing.base, field)) edits.set(field, editTo(value));
  }
  const conflicts = editing.conflicts.flatMap((conflict): FeatureConflict[] => {
    if (!touched.includes(conflict.field)) return [conflict];
    const mine = edits.get(conflict.field);
    return mine ? [{ ...conflict, mine, choice: 'mine' }] : [];
  });
  return { ...editing, edits, conflicts };
}

/** True if the stored value already equals the edit. */
function changesNothing(edit: FeatureEdit, value: FeatureValue): boolean {
  return edit.kind === 'set' ? value === edit.value : value === false || value === null;
}

/** The conflict after a refetch. A choice stays valid until the other value changes again. */
function conflictAfter(
  before: FeatureConflict | undefined,
  field: FeatureField,
  mine: FeatureEdit,
  theirs: FeatureValue,
): FeatureConflict {
  return before?.theirs === theirs ? before : { field, mine, theirs, choice: null };
}

/** Merges the edits with a refetched record. Only fields that both sides changed to different values are conflicts. */
export function mergeFeatures(editing: FeaturesEditing, fresh: FeatureValues): FeaturesEditing {
  const before = new Map(editing.conflicts.map((conflict) => [conflict.field, conflict]));
  const result = mergeEdits<FeatureField, FeatureEdit, FeatureValue>({
    edits: editing.edits,
    base: (field) => featureValueAt(editing.base, field),
    theirs: (field) => featureValueAt(fresh, field),
    sameValue: Object.is,
    changesNothing,
  });
  const conflictFields = new Set(result.conflicts);
  const conflicts = [...new Set([...before.keys(), ...conflictFields])].flatMap((field): FeatureConflict[] => {
    const former = before.get(field);
    const mine = result.edits.get(field);
    const theirs = featureValueAt(fresh, field);
    if (mine) return [conflictAfter(former, field, mine, theirs)];
    return former?.choice === 'theirs' && former.theirs === theirs ? [former] : [];
  });
  const incoming = changedFields(editing.base, fresh).filter(
    (field) => !before.has(field) && !conflictFields.has(field),
  );
  const merged = conflicts.length > 0 ? editing.merged + incoming.length : 0;
  return { base: fresh, edits: result.edits, conflicts, merged };
}

/** Chooses one side for these fields. */
export function chooseVersions(
  editing: FeaturesEditing,
  side: 'mine' | 'theirs',
  fields: readonly FeatureField[],
): FeaturesEditing {
  const edits = new Map(editing.edits);
  const conflicts = editing.conflicts.map((conflict) => {
    if (!fields.includes(conflict.field)) return conflict;
    if (side === 'mine') edits.set(conflict.field, conflict.mine);
    else edits.delete(conflict.field);
    return { ...conflict, choice: side };
  });
  return { ...editing, edits, conflicts };
}

/** The edits that remain after a save. @param isSaved whether the save included a field */
export function withoutSaved(
  editing: FeaturesEditing,
  sent: FeatureValues,
  isSaved: (field: FeatureField) => boolean,
): FeaturesEditing {
  const base: Record<string, unknown> = { ...editing.base };
  for (const list of featureLists) if (isSaved(list)) base[list] = sent[list];
  for (const date of featureDates) if (isSaved(date)) base[date] = sent[date];
  const listIsSaved = (field: FeatureField): boolean => isSaved(isFeatureDate(field) ? field : listOf(field).list);
  return {
    base: base as unknown as FeatureValues,
    edits: new Map([...editing.edits].filter(([field]) => !listIsSaved(field))),
    conflicts: editing.conflicts.filter(({ field }) => !listIsSaved(field)),
    merged: editing.merged,
  };
}

const listsOf = (values: FeatureValues): Record<FeatureList, string[]> => ({
  bundles: [...values.bundles],
  product_features: [...values.product_features],
  flags: [...values.flags],
});

/** The stored form of unsaved edits. */
export function toStoredEditing({ edits, ...rest }: FeaturesEditing): z.infer<typeof featuresEditing> {
  const { base } = rest;
  return { ...rest, base: { ...base, ...listsOf(base) }, edits: [...edits], conflicts: [...rest.conflicts] };
}

/** Parses stored edits; undefined if they are invalid. */
export function fromStoredEditing(stored: unknown): FeaturesEditing | undefined {
  const { data } = featuresEditing.safeParse(stored);
  return data && { ...data, edits: new Map(data.edits) };
}

/**
 * The draft of both editors of a practice's features (specification: internal administration, 2.1 and 2.4). The record
 * is saved in two independent parts: bundles, features and dates, and the feature flags. Pure.
 */
import {
  changedFields,
  chooseVersions,
  editedFeatureValues,
  featureDates,
  type FeatureDate,
  type FeatureField,
  type FeatureList,
  type FeaturesEditing,
  type FeatureValues,
  listOf,
  isFeatureDate,
  mergeFeatures,
  type PracticeFeatures,
  startEditing,
  withFeatureValues,
  withoutSaved,
} from 'shared-api/contracts';
import type { ReadFeatures } from '../api';

export type ColumnName = FeatureList | FeatureDate;

export const partColumns = {
  access: ['bundles', 'product_features', ...featureDates],
  flags: ['flags'],
} as const satisfies Record<string, readonly ColumnName[]>;
export type Part = keyof typeof partColumns;
export const partNames = ['access', 'flags'] as const satisfies readonly Part[];

export interface Draft {
  /** The last response that was merged with the edits. */
  read: ReadFeatures;
  editing: FeaturesEditing;
  /** The record with the edits applied. */
  values: FeatureValues;
  etags: Record<Part, string | undefined>;
  /** The day that fields were restored from, such as `Nov 28`. */
  restored: ReadonlyMap<FeatureField, string>;
}

export type Action =
  | { type: 'read'; read: ReadFeatures }
  /** @param restoredFrom the day of the reverted change; absent for values that the person chose */
  | { type: 'edit'; values: Partial<FeatureValues>; restoredFrom?: string }
  | { type: 'saved'; part: Part; sent: FeatureValues; etag: string | undefined }
  | { type: 'choose'; side: 'mine' | 'theirs'; fields: readonly FeatureField[] }
  | { type: 'discard' };

type ProductFeature = PracticeFeatures['product_features'][number];

/** Groups features by bundle; those without a bundle come last. */
function byBundle(one: ProductFeature, other: ProductFeature): number {
  const [first, second] = [one, other].map(({ via }) => via.join(', '));
  if (first === second) return 0;
  if (!first || !second) return first ? -1 : 1;
  return first.localeCompare(second, 'en-US');
}

/** The values of a record. A practice without a record has no items and no dates. */
export function valuesOf(record: PracticeFeatures | null): FeatureValues {
  return {
    bundles: record?.bundles.map(({ bundle_name }) => bundle_name) ?? [],
    product_features: [...(record?.product_features ?? [])].sort(byBundle).map(({ feature_name }) => feature_name),
    flags: record?.features.map(({ feature }) => feature) ?? [],
    account_expiration_date: record?.account_expiration_date ?? null,
    snapshot_expiration_date: record?.snapshot_expiration_date ?? null,
    baseline_date: record?.baseline_date ?? null,
  };
}

export interface ListDiff {
  added: string[];
  removed: string[];
}

export function diffOf(before: readonly string[], after: readonly string[]): ListDiff {
  return {
    added: after.filter((name) => !before.includes(name)),
    removed: before.filter((name) => !after.includes(name)),
  };
}

const columnOf = (field: FeatureField): ColumnName => (isFeatureDate(field) ? field : listOf(field).list);
const isInPart = (part: Part, column: string): boolean => (partColumns[part] as readonly string[]).includes(column);

export const changedParts = ({ editing }: Draft): Part[] =>
  partNames.filter((part) => [...editing.edits.keys()].some((field) => isInPart(part, columnOf(field))));

export const changeCount = ({ editing }: Draft, part?: Part): number =>
  [...editing.edits.keys()].filter((field) => part === undefined || isInPart(part, columnOf(field))).length;

/** The number of conflicts to resolve before the part can be saved. */
export const undecidedCount = ({ editing }: Draft, part?: Part): number =>
  editing.conflicts.filter(
    ({ field, choice }) => choice === null && (part === undefined || isInPart(part, columnOf(field))),
  ).length;

const editsColumn = ({ editing }: Draft, ...columns: readonly ColumnName[]): boolean =>
  [...editing.edits.keys()].some((field) => columns.includes(columnOf(field)));

/** True if bundles or product features changed, which the restricted zone warns about. */
export const isRestricted = (draft: Draft): boolean => editsColumn(draft, 'bundles', 'product_features');

const etagsOf = ({ record, etag }: ReadFeatures): Draft['etags'] => ({ access: etag, flags: record?.flags_etag });

const withEditing = (draft: Draft, editing: FeaturesEditing): Draft => ({
  ...draft,
  editing,
  values: editedFeatureValues(editing),
});

/** @param stored earlier edits, which are merged with the record */
export function openDraft(read: ReadFeatures, stored?: FeaturesEditing): Draft {
  const base = valuesOf(read.record);
  const editing = stored ? mergeFeatures(stored, base) : startEditing(base);
  return { read, editing, values: editedFeatureValues(editing), etags: etagsOf(read), restored: new Map() };
}

/** Edits values, and marks the changed fields as restored or not. */
function edited(draft: Draft, { values, restoredFrom }: Extract<Action, { type: 'edit' }>): Draft {
  const next = withEditing(draft, withFeatureValues(draft.editing, values));
  const restored = new Map(draft.restored);
  for (const field of changedFields(draft.values, next.values)) {
    if (restoredFrom === undefined) restored.delete(field);
    else restored.set(field, restoredFrom);
  }
  return { ...next, restored };
}

function afterSave(draft: Draft, { part, sent, etag }: Extract<Action, { type: 'saved' }>): Draft {
  // Changing a bundle also changes features, which the page knows only after a refetch. Until then, the draft keeps the
  // old ETag, so that the server rejects a save.
  const isComplete = part === 'flags' || !editsColumn(draft, 'bundles');
  return {
    ...withEditing(
      draft,
      withoutSaved(draft.editing, sent, (column) => isInPart(part, column)),
    ),
    etags: { ...draft.etags, [part]: isComplete ? etag : draft.etags[part] },
  };
}

export function reduce(draft: Draft, action: Action): Draft {
  switch (action.type) {
    case 'read': {
      const editing = mergeFeatures(draft.editing, valuesOf(action.read.record));
      return { ...withEditing(draft, editing), read: action.read, etags: etagsOf(action.read) };
    }
    case 'edit':
      return edited(draft, action);
    case 'saved':
      return afterSave(draft, action);
    case 'choose':
      return withEditing(draft, chooseVersions(draft.editing, action.side, action.fields));
    case 'discard':
      return withEditing(draft, startEditing(draft.editing.base));
  }
}

/**
 * What is edited in the features summary (specification: internal administration, 4 and 5). The record is saved in two
 * parts that know nothing of each other: bundles, features and dates, and the feature flags. Pure.
 */
import type { Conflict, PracticeFeatures } from 'shared-api/contracts';
import type { ReadFeatures } from '../api';

export const listFields = ['bundles', 'product_features', 'flags'] as const;
export type ListField = (typeof listFields)[number];
export const dateFields = ['account_expiration_date', 'snapshot_expiration_date', 'baseline_date'] as const;
export type DateField = (typeof dateFields)[number];
export type Field = ListField | DateField;

/** Names of lists in any order; dates as `YYYY-MM-DD`, null for none, `''` for what is no date yet. */
export type Values = Record<ListField, readonly string[]> & Record<DateField, string | null>;

export const parts = {
  access: ['bundles', 'product_features', ...dateFields],
  flags: ['flags'],
} as const satisfies Record<string, readonly Field[]>;
export type Part = keyof typeof parts;
export const partNames = ['access', 'flags'] as const satisfies readonly Part[];

/** A part that somebody else has changed under edits: both stay until the person has chosen. */
export interface Stale {
  /** Who did it, where a refused save has told. */
  by: Conflict | null;
  fresh: Values;
  etag: string | undefined;
}

export interface Draft {
  /** The answer that `base` was last made from. */
  read: ReadFeatures;
  /** What is saved, as far as this page knows. */
  base: Values;
  etags: Record<Part, string | undefined>;
  values: Values;
  /** Who made a part's save stale, until the record is read again. */
  refused: Partial<Record<Part, Conflict>>;
  stale: Partial<Record<Part, Stale>>;
  /** The record is being changed from this page, beside the edits: the next version of it is taken without asking. */
  isRestoring: boolean;
}

export type Action =
  | { type: 'read'; read: ReadFeatures }
  | { type: 'edit'; values: Partial<Values> }
  | { type: 'saved'; part: Part; sent: Values; etag: string | undefined }
  | { type: 'refused'; part: Part; by: Conflict }
  | { type: 'choose'; part: Part; side: 'mine' | 'theirs' }
  | { type: 'restoring'; active: boolean }
  | { type: 'discard' };

type ProductFeature = PracticeFeatures['product_features'][number];

/** Features of one bundle stand together; those that no bundle gives come last. */
function byBundle(one: ProductFeature, other: ProductFeature): number {
  const [first, second] = [one, other].map(({ via }) => via.join(', '));
  if (first === second) return 0;
  if (!first || !second) return first ? -1 : 1;
  return first.localeCompare(second, 'en-US');
}

/** A practice without a record has nothing and no dates. */
export function valuesOf(record: PracticeFeatures | null): Values {
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

/** How many single things differ in a field: names of a list, or one date. */
function changesIn(field: Field, before: Values, after: Values): number {
  if (isDateField(field)) return before[field] === after[field] ? 0 : 1;
  const { added, removed } = diffOf(before[field], after[field]);
  return added.length + removed.length;
}

export const isDateField = (field: Field): field is DateField => (dateFields as readonly Field[]).includes(field);

export function changesOf(before: Values, after: Values, part: Part): number {
  return parts[part].reduce((sum, field) => sum + changesIn(field, before, after), 0);
}

export const changedParts = ({ base, values }: Draft): Part[] =>
  partNames.filter((part) => changesOf(base, values, part) > 0);

export const changeCount = ({ base, values }: Draft): number =>
  partNames.reduce((sum, part) => sum + changesOf(base, values, part), 0);

/** Bundles or product features were added or removed: what the restricted zone warns of. */
export const isRestricted = ({ base, values }: Draft): boolean =>
  changesIn('bundles', base, values) + changesIn('product_features', base, values) > 0;

/** Copies the fields of a part from one record into another. */
function withPart(values: Values, part: Part, from: Values): Values {
  return { ...values, ...Object.fromEntries(parts[part].map((field) => [field, from[field]])) };
}

/** The edits from `base` to `mine`, made again on `fresh`. */
export function rebase(base: Values, mine: Values, fresh: Values): Values {
  const lists = listFields.map((field) => {
    const { added, removed } = diffOf(base[field], mine[field]);
    const kept = fresh[field].filter((name) => !removed.includes(name));
    return [field, [...kept, ...added.filter((name) => !kept.includes(name))]] as const;
  });
  const dates = dateFields.map((field) => [field, base[field] === mine[field] ? fresh[field] : mine[field]] as const);
  return Object.fromEntries<unknown>([...lists, ...dates]) as Values;
}

export function draftOf(read: ReadFeatures): Draft {
  const base = valuesOf(read.record);
  return { read, base, etags: etagsOf(read), values: base, refused: {}, stale: {}, isRestoring: false };
}

const etagsOf = ({ record, etag }: ReadFeatures): Draft['etags'] => ({ access: etag, flags: record?.flags_etag });

const without = <Value>(map: Partial<Record<Part, Value>>, part: Part): Partial<Record<Part, Value>> =>
  Object.fromEntries(Object.entries(map).filter(([name]) => name !== part));

/** Goes on from `fresh`, with the edits made again on it or without them. */
function adopt(draft: Draft, part: Part, fresh: Values, etag: string | undefined, side: 'mine' | 'theirs'): Draft {
  const values = side === 'mine' ? rebase(draft.base, draft.values, fresh) : fresh;
  return {
    ...draft,
    base: withPart(draft.base, part, fresh),
    values: withPart(draft.values, part, values),
    etags: { ...draft.etags, [part]: etag },
    refused: without(draft.refused, part),
    stale: without(draft.stale, part),
  };
}

/** What was read anew: taken over where nothing of it is in question, otherwise kept beside the edits. */
function readPart(draft: Draft, part: Part, fresh: Values, etag: string | undefined): Draft {
  const mine = rebase(draft.base, draft.values, fresh);
  // Edits that the record already has ask nothing: a save without an answer was made after all.
  const edited = changesOf(draft.base, draft.values, part) > 0 && changesOf(fresh, mine, part) > 0;
  const moved = etag !== draft.etags[part] && changesOf(draft.base, fresh, part) > 0;
  if (!edited || !moved || draft.isRestoring) return adopt(draft, part, fresh, etag, 'mine');
  const by = draft.refused[part] ?? draft.stale[part]?.by ?? null;
  return { ...draft, refused: without(draft.refused, part), stale: { ...draft.stale, [part]: { by, fresh, etag } } };
}

export function reduce(draft: Draft, action: Action): Draft {
  switch (action.type) {
    case 'read': {
      const fresh = valuesOf(action.read.record);
      const etags = etagsOf(action.read);
      const begun: Draft = { ...draft, read: action.read };
      const isNew = etags.access !== draft.etags.access;
      const next = partNames.reduce((one, part) => readPart(one, part, fresh, etags[part]), begun);
      return { ...next, isRestoring: draft.isRestoring && !isNew };
    }
    case 'edit':
      return { ...draft, values: { ...draft.values, ...action.values } };
    case 'saved':
      return {
        ...draft,
        base: withPart(draft.base, action.part, action.sent),
        etags: { ...draft.etags, [action.part]: action.etag },
        refused: without(draft.refused, action.part),
        stale: without(draft.stale, action.part),
      };
    case 'refused':
      return { ...draft, refused: { ...draft.refused, [action.part]: action.by } };
    case 'choose': {
      const stale = draft.stale[action.part];
      return stale ? adopt(draft, action.part, stale.fresh, stale.etag, action.side) : draft;
    }
    case 'restoring':
      return { ...draft, isRestoring: action.active };
    case 'discard':
      return partNames.reduce(
        (next, part) => {
          const stale = next.stale[part];
          return stale ? adopt(next, part, stale.fresh, stale.etag, 'theirs') : next;
        },
        { ...draft, values: draft.base },
      );
  }
}

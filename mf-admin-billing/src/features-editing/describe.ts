/** Describes changes to a record by the person or someone else. Pure. */
import {
  type FeatureField,
  type FeatureList,
  type FeatureValue,
  type FeatureValues,
  fieldOf,
  isFeatureDate,
  listOf,
} from 'shared-api/contracts';
import { formatDate } from 'shared-ui';
import { type ColumnName, diffOf, type Part, partColumns } from './draft';
import { editingMessages as messages } from './messages';
import type { Options } from './options';

export function labelOf(options: Options, list: FeatureList, name: string): string {
  return options[list].find(({ value }) => value === name)?.label ?? name;
}

const dateText = (date: string | null): string => (date === null || date === '' ? messages.noDate : formatDate(date));

/** The label of a field: `Bundles, Growth`, or `Baseline Date`. */
export function fieldText(options: Options, field: FeatureField): string {
  if (isFeatureDate(field)) return messages.fields[field];
  const { list, name } = listOf(field);
  return messages.member(messages.fields[list], labelOf(options, list, name));
}

/** A field's value as text: a date, or whether the practice has the item. */
export function valueText(value: FeatureValue): string {
  if (typeof value === 'boolean') return value ? messages.has : messages.hasNot;
  return dateText(value);
}

export type RestoredFields = ReadonlyMap<FeatureField, string>;

/** ` (restored from Nov 28)` for a field with a restored value. */
const restoredText = (restored: RestoredFields, field: FeatureField): string => {
  const from = restored.get(field);
  return from === undefined ? '' : messages.change.restored(from);
};

interface Values {
  before: FeatureValues;
  after: FeatureValues;
}

function line(options: Options, column: ColumnName, { before, after }: Values, restored: RestoredFields): string[] {
  const label = messages.fields[column];
  if (isFeatureDate(column)) {
    return before[column] === after[column]
      ? []
      : [
          messages.change.date(label, dateText(before[column]), dateText(after[column])) +
            restoredText(restored, column),
        ];
  }
  const names = (list: readonly string[]): string =>
    list.map((name) => labelOf(options, column, name) + restoredText(restored, fieldOf(column, name))).join(', ');
  const { added, removed } = diffOf(before[column], after[column]);
  const changes = [
    ...(added.length > 0 ? [messages.change.added(names(added))] : []),
    ...(removed.length > 0 ? [messages.change.removed(names(removed))] : []),
  ];
  return changes.length > 0 ? [messages.change.list(label, changes)] : [];
}

/** One line per changed field of the part: `Bundles: added Growth; removed Core`. */
export function describeChanges(
  options: Options,
  part: Part,
  values: Values,
  restored: RestoredFields = new Map(),
): string[] {
  return partColumns[part].flatMap((column) => line(options, column, values, restored));
}

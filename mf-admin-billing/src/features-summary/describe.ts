/** Changes of a record in words: what the person is about to save, or what somebody else has saved. Pure. */
import { formatDate } from 'shared-ui';
import { diffOf, type Field, isDateField, type ListField, type Part, parts, type Values } from './draft';
import { featuresMessages as words } from './messages';
import type { Options } from './options';

export function labelOf(options: Options, field: ListField, name: string): string {
  return options[field].find(({ value }) => value === name)?.label ?? name;
}

const dateText = (date: string | null): string => (date === null || date === '' ? words.dates.none : formatDate(date));

function line(options: Options, field: Field, before: Values, after: Values): string[] {
  const label = words.fields[field];
  if (isDateField(field)) {
    return before[field] === after[field]
      ? []
      : [words.change.date(label, dateText(before[field]), dateText(after[field]))];
  }
  const names = (list: readonly string[]): string => list.map((name) => labelOf(options, field, name)).join(', ');
  const { added, removed } = diffOf(before[field], after[field]);
  const said = [
    ...(added.length > 0 ? [words.change.added(names(added))] : []),
    ...(removed.length > 0 ? [words.change.removed(names(removed))] : []),
  ];
  return said.length > 0 ? [words.change.list(label, said)] : [];
}

/** One line per field of the part that differs: `Bundles: added Growth; removed Core`. */
export function describe(options: Options, part: Part, before: Values, after: Values): string[] {
  return parts[part].flatMap((field) => line(options, field, before, after));
}

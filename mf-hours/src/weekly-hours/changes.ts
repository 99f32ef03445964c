/** The differences between the loaded hours and the hours on the screen. */
import { type Conflict, type Day, days } from 'shared-api/contracts';
import type { ChangedBy } from 'shared-ui/versioned';
import type { Field } from './merge';
import { followsOffice, type UnitRef, type Row, type Rows, rowOf, isSameDay, withDay, withWeek } from './rows';

/** True for a day with unsaved changes. Days of followers don't count, because they change with the office. */
export function isChanged(before: Row, row: Row, day: Day): boolean {
  return !followsOffice(row) && !isSameDay(before, row, day);
}

/** Changed units of one row. */
export function changesOfRow(before: Row, row: Row): UnitRef[] {
  const id = row.provider_id;
  const changed = days.filter((day) => isChanged(before, row, day)).map((unit): UnitRef => ({ id, unit }));
  return followsOffice(before) === followsOffice(row) ? changed : [{ id, unit: 'hours-of' }, ...changed];
}

export function changesOf(base: Rows, rows: Rows): UnitRef[] {
  return rows.flatMap((row) => {
    const before = rowOf(base, row.provider_id);
    return before && before !== row ? changesOfRow(before, row) : [];
  });
}

/**
 * The row with one unit as loaded. Reverting `hours-of` reverts the whole row, because the checkbox changed all of it.
 */
export function revert(before: Row, row: Row, unit: UnitRef['unit']): Row {
  return unit === 'hours-of' ? withWeek(row, before) : withDay(row, unit, before);
}

/** Who changed which field, with the server's names of fields: `7.mon_beg`. */
export type FieldChanges = NonNullable<Conflict['changes']>;

/**
 * Who changed a field. `hours-of` counts as changed by a change of the checkbox, or otherwise of any time in the row.
 */
export function findAuthorOf(changes: FieldChanges, id: number, field: Field): ChangedBy | undefined {
  if (field !== 'hours-of') return changes.find((change) => change.field === `${id}.${field}`);
  return (
    changes.find((change) => change.field === `${id}.same-as-office-hours`) ??
    changes.find((change) => change.field.startsWith(`${id}.`))
  );
}

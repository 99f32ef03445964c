/**
 * Three-way merge of a week's hours: what this page read (`base`), what stands on it now (`mine`) and what someone else
 * saved meanwhile (`theirs`). A day is merged as a whole, since its four times are judged together.
 */
import { days } from 'shared-api/contracts';
import { changesOfRow } from './changes';
import {
  follows,
  type Place,
  type Row,
  type Rows,
  rowOf,
  sameDay,
  sameWeek,
  withDay,
  withFollowersOf,
  withWeek,
} from './rows';

/** A place that both sides changed, each in its own way. Until one is chosen, the page shows mine. */
export interface Clash extends Place {
  mine: Row;
  theirs: Row;
  choice: 'mine' | 'theirs' | null;
}

export interface Merged {
  rows: Rows;
  clashes: readonly Clash[];
  /** Places that only the other side changed; they are taken over. */
  taken: number;
  /** Rows that I had changed and that are no longer there: their provider has left the practice. */
  gone: readonly Row[];
}

interface MergedRow {
  row: Row;
  clashes: Clash[];
}

const clash = (unit: Place['unit'], mine: Row, theirs: Row): Clash => ({
  id: theirs.provider_id,
  unit,
  mine,
  theirs,
  choice: null,
});

/** Names are always the other side's: they come from the practice management system. */
function withNamesOf(row: Row, theirs: Row): Row {
  return { ...row, 'first-name': theirs['first-name'], 'last-name': theirs['last-name'] };
}

/** True when a side did something to the row itself; a follower's days change with the office alone. */
function touched(base: Row, row: Row): boolean {
  return follows(base) !== follows(row) || (!follows(row) && !sameWeek(base, row));
}

function mergeRow(base: Row, mine: Row, theirs: Row): MergedRow {
  if (!touched(base, mine)) return { row: theirs, clashes: [] };
  const named = withNamesOf(mine, theirs);
  if (!touched(base, theirs)) return { row: named, clashes: [] };
  if (follows(mine) && follows(theirs)) return { row: theirs, clashes: [] };
  if (follows(mine) || follows(theirs)) return { row: named, clashes: [clash('hours-of', mine, theirs)] };

  let row = withWeek(named, theirs);
  const clashes: Clash[] = [];
  for (const day of days) {
    if (sameDay(base, mine, day)) continue;
    row = withDay(row, day, mine);
    if (!sameDay(base, theirs, day) && !sameDay(mine, theirs, day)) clashes.push(clash(day, mine, theirs));
  }
  return { row, clashes };
}

/**
 * Merges the whole list. `open` are clashes of an earlier merge that nobody has decided yet: they stay open while both
 * sides still differ.
 */
export function merge(base: Rows, mine: Rows, theirs: Rows, open: readonly Clash[] = []): Merged {
  const clashes: Clash[] = [];
  let taken = 0;
  const rows = theirs.map((row) => {
    const before = rowOf(base, row.provider_id);
    const own = rowOf(mine, row.provider_id);
    if (!before || !own) return row;
    const merged = mergeRow(before, own, row);
    clashes.push(...merged.clashes);
    taken += changesOfRow(before, row).filter(({ unit }) => !differ(before, own, unit)).length;
    return merged.row;
  });
  for (const earlier of open) {
    const now = rowOf(theirs, earlier.id);
    const own = rowOf(mine, earlier.id);
    const known = clashes.some(({ id, unit }) => id === earlier.id && unit === earlier.unit);
    if (now && own && !known && earlier.choice === null && differ(own, now, earlier.unit)) {
      clashes.push(clash(earlier.unit, own, now));
    }
  }
  const gone = mine.filter((row) => {
    const before = rowOf(base, row.provider_id);
    return before && !rowOf(theirs, row.provider_id) && touched(before, row);
  });
  return { rows: withFollowersOf(rows), clashes, taken, gone };
}

function differ(left: Row, right: Row, unit: Place['unit']): boolean {
  return unit === 'hours-of' ? follows(left) !== follows(right) : !sameDay(left, right, unit);
}

/** The row with one side of a clash at its place. */
export function withChoice(row: Row, { unit, mine, theirs }: Clash, side: 'mine' | 'theirs'): Row {
  const from = side === 'mine' ? mine : theirs;
  if (unit === 'hours-of') return withWeek(row, from);
  return { ...withDay(row, unit, from), 'same-as-office-hours': from['same-as-office-hours'] };
}

/** The clash after the row was edited: what stands on the screen is decided for, and both versions stay at hand. */
export function afterEdit(clash: Clash, row: Row): Clash {
  if (showsSide(row, clash, clash.choice ?? 'mine')) return clash;
  return showsSide(row, clash, 'theirs') ? { ...clash, choice: 'theirs' } : { ...clash, mine: row, choice: 'mine' };
}

function showsSide(row: Row, { unit, mine, theirs }: Clash, side: 'mine' | 'theirs'): boolean {
  const from = side === 'mine' ? mine : theirs;
  if (follows(row) || follows(from)) return follows(row) === follows(from);
  return unit === 'hours-of' ? sameWeek(row, from) : sameDay(row, from, unit);
}

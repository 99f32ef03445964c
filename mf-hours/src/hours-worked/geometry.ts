/**
 * Decides which rows and columns are rendered. They have fixed sizes, so their positions are calculated and don't have
 * to be measured (docs/decisions/0020).
 */

/** Sizes in pixels. */
export interface Sizes {
  row: number;
  provider: number;
  /** The column with Available or Worked; 0 if the label is above the hours instead. */
  figure: number;
  hours: number;
  days: number;
  /** Width of one day. */
  day: number;
}

export const HEAD = 44;

const LEAST_DAY = 62;
/** In wider columns it is hard to follow a row. */
const WIDEST_DAY = 180;
const NARROW = 640;

/**
 * @param width width of the frame; 0 before layout
 * @param touch true on touch devices, which need taller rows
 */
export function sizesFor(width: number, columns: number, touch: boolean): Sizes {
  const narrow = width > 0 && width < NARROW;
  const fixed = narrow
    ? { row: touch ? 44 : 36, provider: 96, figure: 0, hours: 62, days: 38 }
    : { row: touch ? 44 : 32, provider: 168, figure: 74, hours: 76, days: 56 };
  const room = width - stickyWidth(fixed);
  const day = columns > 0 ? Math.min(Math.max(Math.floor(room / columns), LEAST_DAY), WIDEST_DAY) : LEAST_DAY;
  return { ...fixed, day };
}

export const stickyWidth = (sizes: Pick<Sizes, 'provider' | 'figure' | 'hours' | 'days'>): number =>
  sizes.provider + sizes.figure + sizes.hours + sizes.days;

/** A part of a list. `first` is included, `after` is not. */
export interface Window {
  first: number;
  after: number;
}

/**
 * The part of a list of items of equal size that is in view, with `more` items on both sides, which are rendered before
 * they scroll into view.
 *
 * @param room visible size; 0 before layout, for which the first screen is returned
 */
export function windowOf(scrolled: number, room: number, item: number, count: number, more: number): Window {
  const seen = room > 0 ? room : item * FIRST_SCREENFUL;
  const first = Math.max(0, Math.floor(scrolled / item) - more);
  return { first: Math.min(first, count), after: Math.min(count, Math.ceil((scrolled + seen) / item) + more) };
}

const FIRST_SCREENFUL = 14;

/** The indexes of a window, plus the cursor's index, which is rendered even when out of view. */
export function indexesOf({ first, after }: Window, also: number, count: number): number[] {
  const indexes = Array.from({ length: Math.max(0, after - first) }, (_, at) => first + at);
  if (also < 0 || also >= count || (also >= first && also < after)) return indexes;
  return also < first ? [also, ...indexes] : [...indexes, also];
}

/** The scroll position in pixels that centers today among the days that fit. */
export function todayScroll(column: number, dayWidth: number, room: number): number {
  return Math.max(0, Math.round((column + 0.5) * dayWidth - room / 2));
}

/**
 * Which rows and columns are drawn. Rows and columns have fixed sizes, so where they are is a matter of sums, and no
 * part of the page has to be measured (docs/decisions/0020).
 */

/** Sizes in pixels. */
export interface Sizes {
  row: number;
  provider: number;
  /** Available or Worked; 0 where it stands above the hours instead. */
  figure: number;
  hours: number;
  days: number;
  /** Of one day. */
  day: number;
}

export const HEAD = 44;

const LEAST_DAY = 62;
/** Wider, the eye loses the row. */
const WIDEST_DAY = 180;
const NARROW = 640;

/**
 * @param width of the frame; 0 before it is laid out
 * @param touch fingers need taller rows
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

/** Some of a list: from `first` to before `after`. */
export interface Window {
  first: number;
  after: number;
}

/**
 * The part of a list of equal items that is in view, with some more on both sides so that scrolling finds them drawn.
 *
 * @param room 0 before the frame is laid out: then the first screenful
 */
export function windowOf(scrolled: number, room: number, item: number, count: number, more: number): Window {
  const seen = room > 0 ? room : item * FIRST_SCREENFUL;
  const first = Math.max(0, Math.floor(scrolled / item) - more);
  return { first: Math.min(first, count), after: Math.min(count, Math.ceil((scrolled + seen) / item) + more) };
}

const FIRST_SCREENFUL = 14;

/** The indexes of a window, and one more that must be drawn wherever it is: that of the cursor. */
export function indexesOf({ first, after }: Window, also: number, count: number): number[] {
  const indexes = Array.from({ length: Math.max(0, after - first) }, (_, at) => first + at);
  if (also < 0 || also >= count || (also >= first && also < after)) return indexes;
  return also < first ? [also, ...indexes] : [...indexes, also];
}

/** How far to scroll, in pixels, so that today stands in the middle of the days that fit. */
export function todayScroll(column: number, dayWidth: number, room: number): number {
  return Math.max(0, Math.round((column + 0.5) * dayWidth - room / 2));
}

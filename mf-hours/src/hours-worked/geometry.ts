/**
 * Decides which rows and columns are rendered. They have fixed sizes, so their positions are calculated and don't have
 * to be measured (docs/decisions/0020).
 */

/** Sizes in pixels. All of them grow with larger text. */
export interface Sizes {
  head: number;
  row: number;
  provider: number;
  /** The column with Available or Worked. */
  figure: number;
  hours: number;
  days: number;
  /** Width of one day. */
  day: number;
  /** True if the totals scroll with the days, because a narrow frame has no room for them. */
  totalsScroll: boolean;
}

/** The height of the header for text of the usual size. */
export const HEAD = 44;

const LEAST_DAY = 58;
/** Rows are hard to follow in wider columns. */
const WIDEST_DAY = 180;
const NARROW = 640;

/**
 * @param width width of the frame; 0 before layout
 * @param touch true on touch devices, which need taller rows
 * @param scale text size relative to the default: 2 at 200 %
 */
export function sizesFor(width: number, columns: number, touch: boolean, scale: number): Sizes {
  const narrow = width > 0 && width < NARROW * scale;
  const usual = narrow
    ? { row: touch ? 44 : 36, provider: 92, figure: 62, hours: LEAST_DAY, days: LEAST_DAY }
    : { row: touch ? 44 : 32, provider: 148, figure: 66, hours: 68, days: 42 };
  const fixed = {
    head: HEAD * scale,
    row: usual.row * scale,
    provider: usual.provider * scale,
    figure: usual.figure * scale,
    hours: usual.hours * scale,
    days: usual.days * scale,
    totalsScroll: narrow,
  };
  const room = width - stickyWidth(fixed);
  const leastDay = LEAST_DAY * scale;
  // As many whole columns as fit, so that none is cut at the edge.
  const seen = Math.min(Math.max(Math.floor(room / leastDay), 1), Math.max(columns, 1));
  const day = Math.min(Math.max(Math.floor(room / seen), leastDay), WIDEST_DAY * scale);
  return { ...fixed, day, ...(narrow && { hours: day, days: day }) };
}

type Fixed = Pick<Sizes, 'provider' | 'figure' | 'hours' | 'days' | 'totalsScroll'>;

/** The width of all columns before the days. */
export const fixedWidth = ({ provider, figure, hours, days }: Fixed): number => provider + figure + hours + days;

/** The width of the columns that stay in view: those with the name, and the totals if they don't scroll. */
export const stickyWidth = (sizes: Fixed): number =>
  sizes.totalsScroll ? sizes.provider + sizes.figure : fixedWidth(sizes);

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

/** The scroll position in pixels that centers today among the days that fit, at the start of a column. */
export function todayScroll(column: number, sizes: Sizes, room: number): number {
  const totals = fixedWidth(sizes) - stickyWidth(sizes);
  const centered = Math.round(column + 0.5 - room / sizes.day / 2);
  return totals + centered * sizes.day <= 0 ? 0 : totals + centered * sizes.day;
}

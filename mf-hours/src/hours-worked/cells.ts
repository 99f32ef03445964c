/** The cells of the grid: one figure of one provider on one day. All hours are seconds. */
import type { WorkedHours } from 'shared-api/contracts';

export const figures = ['available', 'worked'] as const;
export type Figure = (typeof figures)[number];

/** The server's name of a cell: `7.2026-11-03.worked_hours`. */
export type CellKey = `${number}.${string}.${Figure}_hours`;

export interface FieldRef {
  provider: number;
  date: string;
  figure: Figure;
}

export const cellKeyOf = (provider: number, date: string, figure: Figure): CellKey =>
  `${provider}.${date}.${figure}_hours`;

/** The field that a key names; undefined for any other text. */
export function parseCellKey(key: string): (FieldRef & { key: CellKey }) | undefined {
  const match = /^(\d+)\.(\d{4}-\d{2}-\d{2})\.(available|worked)_hours$/.exec(key);
  const [, provider = '', date = ''] = match ?? [];
  const figure = figures.find((known) => known === match?.[3]);
  return figure && { provider: Number(provider), date, figure, key: cellKeyOf(Number(provider), date, figure) };
}

/** The stored values of a cell. */
export interface StoredHours {
  /** The computed value. */
  original: number;
  /** The override; null without one. */
  override: number | null;
}

export const toStoredHours = (hours: WorkedHours, figure: Figure): StoredHours => ({
  original: hours[`${figure}_hours`],
  override: hours[`modified_${figure}_hours`],
});

export const effectiveSeconds = ({ original, override }: StoredHours): number => override ?? original;

const withDecimals = (count: number): Intl.NumberFormat =>
  new Intl.NumberFormat('en-US', { minimumFractionDigits: count, maximumFractionDigits: count });
const [oneDecimal, twoDecimals] = [withDecimals(1), withDecimals(2)];

/** Hours to 2 decimals, in cells (section 9) and everywhere else on the page: `8.00`, `1,166.50`. */
export const hoursText = (seconds: number): string => twoDecimals.format(Math.round(seconds / 36) / 100);

/** Hours to 1 decimal, rounded half up on the exact figure. */
const shortHours = (seconds: number): number => Math.round(seconds / 360) / 10;

const shortHoursText = (seconds: number): string => oneDecimal.format(shortHours(seconds));

/** Sums from 1,000 hours have one decimal, because a column has no room for two. */
export const LONG_SECONDS = 1000 * 3600;

/** A sum in the narrow columns of the grid. */
export const sumText = (seconds: number): string => (seconds < LONG_SECONDS ? hoursText : shortHoursText)(seconds);

/** The export format: `1166.5`. */
export const exportedHours = (seconds: number): string => shortHours(seconds).toFixed(1);

/** What a person opens, in this browser: recent places and how often each one was chosen. */
import * as storage from './usage-storage';

/** A page that was open, with the practice that it was about. */
export interface RecentPlace {
  title: string;
  /** The practice's name. */
  detail?: string | undefined;
  path: string;
}

export const MAX_RECENT = 8;
/** The places with a count. Those that were chosen longest ago are forgotten first. */
const MAX_COUNTED = 200;

export interface Usage {
  recent: readonly RecentPlace[];
  /** Path → how often it was chosen in the palette, the last one chosen at the end. */
  counts: readonly (readonly [path: string, count: number])[];
}

export function readUsage(userId: string): Usage {
  return storage.read(userId) ?? { recent: [], counts: [] };
}

/** Puts a page at the front of the recent places. */
export function rememberPlace(userId: string, place: RecentPlace): void {
  const usage = readUsage(userId);
  const others = usage.recent.filter(({ path }) => path !== place.path);
  storage.write(userId, { ...usage, recent: [place, ...others].slice(0, MAX_RECENT) });
}

export function countChoice(userId: string, path: string): void {
  const usage = readUsage(userId);
  const before = usage.counts.find(([known]) => known === path)?.[1] ?? 0;
  const others = usage.counts.filter(([known]) => known !== path);
  storage.write(userId, { ...usage, counts: [...others, [path, before + 1] as const].slice(-MAX_COUNTED) });
}

/** What a person opens, in this browser: recent places and how often each one was chosen. */
/** A page that was open, with the practice that it was about. */
export interface RecentPlace {
  title: string;
  /** The practice's name. */
  detail?: string | undefined;
  path: string;
}

const MAX_RECENT = 8;
/** The places with a count. Those that were chosen longest ago are forgotten first. */
const MAX_COUNTED = 200;

export interface Usage {
  recent: readonly RecentPlace[];
  /** Path → how often it was chosen in the palette, the last one chosen at the end. */
  counts: readonly (readonly [path: string, count: number])[];
}

const keyOf = (userId: string): string => `console.palette.${userId}`;

/** Null without a stored usage, and if the browser's storage is turned off or has something else. */
function readStored(userId: string): Usage | null {
  try {
    const stored = JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null') as Partial<Usage> | null;
    return stored && Array.isArray(stored.recent) && Array.isArray(stored.counts) ? (stored as Usage) : null;
  } catch {
    return null;
  }
}

function store(userId: string, usage: Usage): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(usage));
  } catch {
    // Without storage, nothing is remembered.
  }
}

export function readUsage(userId: string): Usage {
  return readStored(userId) ?? { recent: [], counts: [] };
}

/** Puts a page at the front of the recent places. */
export function rememberPlace(userId: string, place: RecentPlace): void {
  const usage = readUsage(userId);
  const others = usage.recent.filter(({ path }) => path !== place.path);
  store(userId, { ...usage, recent: [place, ...others].slice(0, MAX_RECENT) });
}

export function countChoice(userId: string, path: string): void {
  const usage = readUsage(userId);
  const before = usage.counts.find(([known]) => known === path)?.[1] ?? 0;
  const others = usage.counts.filter(([known]) => known !== path);
  store(userId, { ...usage, counts: [...others, [path, before + 1] as const].slice(-MAX_COUNTED) });
}

/** The badges that this tab showed last, so that they are there from the start. They belong to one person and one place. */
import { type NavBadge, noticeSeverities } from 'shared-api/contracts';

export type Badges = ReadonlyMap<string, NonNullable<NavBadge>>;

/** A practice's pages, or the internal ones with or without a practice. */
type Place = string;

/** The places with stored badges. Those that were open longest ago are forgotten first. */
const MAX_STORED = 20;

/** With the person's id as a word of its own, so that signing out removes it. */
const storageKey = (userId: string): string => `console.badges ${userId}`;

type Stored = readonly (readonly [place: Place, badges: readonly (readonly [path: string, badge: unknown])[]])[];

/** Nothing if the browser's storage is turned off or has something else. */
function readStored(userId: string): Stored {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey(userId)) ?? '[]');
    return Array.isArray(stored) ? (stored as Stored) : [];
  } catch {
    return [];
  }
}

/** Another version of the console may have stored it. */
function isBadge(badge: unknown): badge is NonNullable<NavBadge> {
  const { severity, text, label, state = '' } = (badge ?? {}) as Record<string, unknown>;
  return (
    noticeSeverities.some((known) => known === severity) && [text, label, state].every((one) => typeof one === 'string')
  );
}

/** @param paths of the pages that may have one now */
export function readBadges(userId: string, place: Place, paths: readonly string[]): Badges {
  const badges = readStored(userId).find(([known]) => known === place)?.[1] ?? [];
  return new Map(
    badges.flatMap(([path, badge]) => (paths.includes(path) && isBadge(badge) ? [[path, badge] as const] : [])),
  );
}

export function rememberBadges(userId: string, place: Place, badges: Badges): void {
  const others = readStored(userId).filter(([known]) => known !== place);
  try {
    sessionStorage.setItem(storageKey(userId), JSON.stringify([[place, [...badges]], ...others].slice(0, MAX_STORED)));
  } catch {
    // Without storage, they appear once they have been asked for.
  }
}

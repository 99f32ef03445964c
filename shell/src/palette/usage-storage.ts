import type { Usage } from './usage';

const keyOf = (userId: string): string => `console.palette.${userId}`;

/** Null without a stored usage, and if the browser's storage is turned off or has something else. */
export function read(userId: string): Usage | null {
  try {
    const stored = JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null') as Partial<Usage> | null;
    return stored && Array.isArray(stored.recent) && Array.isArray(stored.counts) ? (stored as Usage) : null;
  } catch {
    return null;
  }
}

export function write(userId: string, usage: Usage): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(usage));
  } catch {
    // Without storage, nothing is remembered.
  }
}

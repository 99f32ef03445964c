/**
 * Stores incomplete dates across a reload. A form's value says only that the input isn't a date, and MUI can't restore
 * typed parts, so the browser stores them for the page and the field names them.
 */

/** Shown for a part that isn't typed. */
const PLACEHOLDERS = ['MM', 'DD', 'YYYY'] as const;

/** Stored per person, so nobody else who signs in sees it. */
const keyOf = (label: string, userId: string): string => `typed-date ${location.pathname} ${label} ${userId}`;

/** @param parts month, day and year as typed; null deletes them */
export function keepTypedParts(label: string, userId: string, parts: readonly string[] | null): void {
  try {
    if (parts === null) sessionStorage.removeItem(keyOf(label, userId));
    else
      sessionStorage.setItem(keyOf(label, userId), PLACEHOLDERS.map((none, index) => parts[index] || none).join('/'));
  } catch {
    // Storage is full or blocked. After a reload, the field is reverted.
  }
}

/** `07/04/YYYY`, `02/30/2026`. Undefined if nothing is stored. */
export function keptTypedParts(label: string, userId: string): string | undefined {
  try {
    return /^[\dDMY/]+$/.exec(sessionStorage.getItem(keyOf(label, userId)) ?? '')?.[0];
  } catch {
    return undefined;
  }
}

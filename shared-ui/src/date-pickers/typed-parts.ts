/**
 * Part of a date that was typed before a reload. The value of a form says only that it isn't a date, and MUI can't show parts that
 * nobody types, so the browser keeps them for this page and the field names them.
 */

/** Shown for a part that isn't typed. */
const PLACEHOLDERS = ['MM', 'DD', 'YYYY'] as const;

/** By person: nobody else who signs in sees it. */
const keyOf = (label: string, userId: string): string => `typed-date ${location.pathname} ${label} ${userId}`;

/** @param parts month, day and year as typed; null forgets them */
export function keepTypedParts(label: string, userId: string, parts: readonly string[] | null): void {
  try {
    if (parts === null) sessionStorage.removeItem(keyOf(label, userId));
    else
      sessionStorage.setItem(keyOf(label, userId), PLACEHOLDERS.map((none, index) => parts[index] || none).join('/'));
  } catch {
    // The browser keeps nothing for this page. After a reload the field is reverted.
  }
}

/** `07/04/YYYY`, `02/30/2026`. Undefined if nothing is kept. */
export function keptTypedParts(label: string, userId: string): string | undefined {
  try {
    return /^[\dDMY/]+$/.exec(sessionStorage.getItem(keyOf(label, userId)) ?? '')?.[0];
  } catch {
    return undefined;
  }
}

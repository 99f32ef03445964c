/** Keeps the dialog that removes seats in session storage, so that it reopens after a reload. */

/** Storage name of the choice. */
export const removalRecord = (practiceId: number): string => `seat-removal ${practiceId}`;

/** Ids of the items in the removal dialog before a reload; null if there were none. */
export function removalIn(stored: unknown): readonly string[] | null {
  const isIds = Array.isArray(stored) && stored.length > 0 && stored.every((id) => typeof id === 'string');
  return isIds ? stored : null;
}

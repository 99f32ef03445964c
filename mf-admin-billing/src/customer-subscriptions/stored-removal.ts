/** The dialog that removes seats in session storage, which opens it again after a reload. */

/** The name under which the choice is stored. */
export const removalRecord = (practiceId: number): string => `seat-removal ${practiceId}`;

/** The ids of the items that were to be removed before a reload; null if there were none. */
export function removalIn(stored: unknown): readonly string[] | null {
  const isIds = Array.isArray(stored) && stored.length > 0 && stored.every((id) => typeof id === 'string');
  return isIds ? stored : null;
}

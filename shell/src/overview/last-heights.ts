/**
 * Stores the heights of the overview's parts. On the next visit, each part starts at its last height, so that nothing
 * moves when its content appears.
 */
import { type RefObject, useEffect, useState } from 'react';

/** Key of a part → its height in pixels. */
export type Heights = Readonly<Record<string, number>>;

/** The rows of "Needs attention". The keys of the cards are those of their placements. */
export const ATTENTION = 'attention';

/** Maximum number of overviews with stored heights. The least recently opened ones are removed first. */
const MAX_STORED = 20;

const storageKey = (userId: string): string => `console.overview-heights.${userId}`;

type Stored = readonly (readonly [place: string, Heights])[];

/** Empty if the browser's storage is disabled or contains something else. */
function readStored(userId: string): Stored {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(userId)) ?? '[]');
    return Array.isArray(stored) ? (stored as Stored) : [];
  } catch {
    return [];
  }
}

function storeHeights(userId: string, place: string, heights: Heights): void {
  const others = readStored(userId).filter(([known]) => known !== place);
  try {
    localStorage.setItem(storageKey(userId), JSON.stringify([[place, heights], ...others].slice(0, MAX_STORED)));
  } catch {
    // Without storage, the parts have default heights while they load.
  }
}

/** The heights of descendants with `data-height`. Elements that aren't rendered are left out. */
function measure(content: HTMLElement): Heights {
  const parts = [...content.querySelectorAll<HTMLElement>('[data-height]')];
  const heights = parts.map((part): [string, number] => [part.dataset['height'] ?? '', part.offsetHeight]);
  return Object.fromEntries(heights.filter(([, height]) => height > 0));
}

/**
 * Returns the heights of the last visit, and stores this visit's once everything has loaded.
 *
 * @param place the person's overview and its layout, because cards have different heights on a phone
 */
export function useLastHeights(
  userId: string,
  place: string,
  content: RefObject<HTMLElement | null>,
  isLoaded: boolean,
): Heights {
  const [last] = useState(() => readStored(userId).find(([known]) => known === place)?.[1] ?? {});
  useEffect(() => {
    if (isLoaded && content.current) storeHeights(userId, place, measure(content.current));
  }, [userId, place, content, isLoaded]);
  return last;
}

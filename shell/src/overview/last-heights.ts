/**
 * The heights of the overview's parts on the last visit. A part has its height from the start of the next one, so that nothing
 * moves when its content appears, and no part is higher than its content.
 */
import { type RefObject, useEffect, useState } from 'react';

/** Key of a part → its height in pixels. */
export type Heights = Readonly<Record<string, number>>;

/** The rows of "Needs attention". The keys of the cards are those of their placements. */
export const ATTENTION = 'attention';

/** The overviews with stored heights. Those that were open longest ago are forgotten first. */
const MAX_STORED = 20;

const storageKey = (userId: string): string => `console.overview-heights.${userId}`;

type Stored = readonly (readonly [place: string, Heights])[];

/** Nothing if the browser's storage is turned off or has something else. */
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
    // Without storage, the parts have their usual heights while they load.
  }
}

/** The heights of the elements below with `data-height`. Those that aren't drawn are left out. */
function measure(content: HTMLElement): Heights {
  const parts = [...content.querySelectorAll<HTMLElement>('[data-height]')];
  const heights = parts.map((part): [string, number] => [part.dataset['height'] ?? '', part.offsetHeight]);
  return Object.fromEntries(heights.filter(([, height]) => height > 0));
}

/**
 * The heights of the last visit. Remembers those of this one once everything has loaded.
 *
 * @param place the person's overview, with its layout: a phone's cards have other heights
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

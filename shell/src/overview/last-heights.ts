/**
 * The heights of the overview's parts on the last visit. A part has its height from the start of the next one, so that nothing
 * moves when its content appears, and no part is higher than its content.
 */
import { type RefObject, useEffect, useState } from 'react';

/** Key of a part → its height in pixels. */
export type Heights = Readonly<Record<string, number>>;

/** The rows of "Needs attention". The keys of the cards are those of their placements. */
export const ATTENTION_KEY = 'attention';

/** The overviews with stored heights. Those that were open longest ago are forgotten first. */
const MAX_STORED = 20;

const STORAGE_KEY = 'console.overview-heights';

type Stored = readonly (readonly [place: string, Heights])[];

/** Nothing if the browser's storage is turned off or has something else. */
function readStored(): Stored {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? (stored as Stored) : [];
  } catch {
    return [];
  }
}

function storeHeights(place: string, heights: Heights): void {
  const others = readStored().filter(([known]) => known !== place);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify([[place, heights], ...others].slice(0, MAX_STORED)));
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
 * @param place the overview, with its layout: a phone's cards have other heights
 */
export function useLastHeights(place: string, content: RefObject<HTMLElement | null>, isLoaded: boolean): Heights {
  const [last] = useState(() => readStored().find(([known]) => known === place)?.[1] ?? {});
  useEffect(() => {
    if (isLoaded && content.current) storeHeights(place, measure(content.current));
  }, [place, content, isLoaded]);
  return last;
}

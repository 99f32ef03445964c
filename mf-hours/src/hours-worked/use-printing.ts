import { useSyncExternalStore } from 'react';

const PRINT = 'print';
let between = false;

/**
 * Subscribes to the print events and the media query. The events fire before the page is laid out for print. The query
 * also changes in a print preview.
 */
function subscribe(listener: () => void): () => void {
  const query = matchMedia(PRINT);
  const begin = (): void => {
    between = true;
    listener();
  };
  const end = (): void => {
    between = false;
    listener();
  };
  query.addEventListener('change', listener);
  addEventListener('beforeprint', begin);
  addEventListener('afterprint', end);
  return () => {
    query.removeEventListener('change', listener);
    removeEventListener('beforeprint', begin);
    removeEventListener('afterprint', end);
  };
}

/** True while the page is being printed, for components that render only a part of their rows on a screen. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => between || matchMedia(PRINT).matches);
}

import { useSyncExternalStore } from 'react';

const PRINT = 'print';
let between = false;

/** Subscribes to both: the events come before the page is laid out for print, the query also changes in a print preview. */
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

/** Whether the page is being printed: for what draws only a part of its rows on a screen. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => between || matchMedia(PRINT).matches);
}

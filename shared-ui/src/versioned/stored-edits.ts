/**
 * Unsaved edits kept next to the page, so that an accidental reload and a session that ended lose nothing. In the tab's own
 * storage, by person and record: nobody else who signs in here sees them, and they end with the tab.
 */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useRemote } from '../remote/use-remote';

/** How long edits wait until they are stored: typing is not held up by storing every key. */
const STORE_AFTER_MS = 300;

const keyOf = (record: string, userId: string): string => `unsaved ${record} ${userId}`;

/** Storage may be full or forbidden; the edits then live in the page alone, and its leave guard still stands. */
function attempt<Result>(access: () => Result): Result | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}

/** @param record names page and record, e.g. `practice-settings 3` */
export function saveStoredEdits(record: string, userId: string, value: unknown): void {
  attempt(() => sessionStorage.setItem(keyOf(record, userId), JSON.stringify(value)));
}

export function clearStoredEdits(record: string, userId: string): void {
  attempt(() => sessionStorage.removeItem(keyOf(record, userId)));
}

/** What was stored, to be checked by the caller; undefined where there is nothing, or nothing readable. */
export function loadStoredEdits(record: string, userId: string): unknown {
  const text = attempt(() => sessionStorage.getItem(keyOf(record, userId)));
  return text ? attempt((): unknown => JSON.parse(text)) : undefined;
}

/**
 * Stores the edits of a page while it is open.
 * @param value what to store; null where nothing is edited
 */
export function useStoredEdits(record: string, value: unknown): void {
  const { session, location } = useRemote();
  const userId = session.user.id;
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });

  useEffect(() => {
    const store = (): void => {
      if (value === null) clearStoredEdits(record, userId);
      else saveStoredEdits(record, userId, value);
    };
    const timer = setTimeout(store, STORE_AFTER_MS);
    addEventListener('pagehide', store);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', store);
    };
  }, [record, value, userId]);

  useEffect(() => {
    const { pathname } = location();
    return () => {
      // Whoever went elsewhere was asked before, and chose to discard. A page that is taken down where it stands was not.
      if (location().pathname === pathname && latest.current !== null) saveStoredEdits(record, userId, latest.current);
      else clearStoredEdits(record, userId);
    };
  }, [record, userId, location]);
}

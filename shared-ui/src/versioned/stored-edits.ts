/**
 * Stores unsaved edits in session storage, so that they survive a reload and the end of a session. They are stored per
 * person and record, so nobody else who signs in sees them, and they are deleted with the tab.
 */
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { useRemote } from '../remote/use-remote';
import { useUserId } from '../remote/user-id';

/** Delay before edits are stored, so that typing isn't slowed down. */
const STORE_AFTER_MS = 300;

const keyOf = (record: string, userId: string): string => `unsaved ${record} ${userId}`;

/** Accesses the storage, which may be full or blocked. The edits then exist only in the page, with its leave guard. */
function attempt<Result>(access: () => Result): Result | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}

/** @param record page and record, e.g. `practice-settings 3` */
export function saveStoredEdits(record: string, userId: string, value: unknown): void {
  attempt(() => sessionStorage.setItem(keyOf(record, userId), JSON.stringify(value)));
}

export function clearStoredEdits(record: string, userId: string): void {
  attempt(() => sessionStorage.removeItem(keyOf(record, userId)));
}

/** The stored value, which the caller must validate. Undefined if there is none or it can't be parsed. */
export function loadStoredEdits(record: string, userId: string): unknown {
  const text = attempt(() => sessionStorage.getItem(keyOf(record, userId)));
  return text ? attempt((): unknown => JSON.parse(text)) : undefined;
}

/**
 * Stores the edits of a page while it is open.
 * @param value the edits to store; null without edits; undefined until the page has loaded the record, because it
 * restores the stored edits only then. They are kept until that happens.
 *
 * @example
 * const { session } = useRemote();
 * const stored = loadStoredEdits('rooms 2', session.user.id);
 * const [name, setName] = useState(typeof stored === 'string' ? stored : 'Room 2');
 * useStoredEdits('rooms 2', name === 'Room 2' ? null : name);
 * return <TextField label="Name" value={name} onChange={(event) => setName(event.target.value)} />;
 */
export function useStoredEdits(record: string, value: unknown): void {
  const { session, location } = useRemote();
  const userId = session.user.id;
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });

  useEffect(() => {
    if (value === undefined) return undefined;
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
      if (latest.current === undefined) return;
      // A person who navigated away has confirmed discarding. A page that unmounts in place hasn't asked.
      if (location().pathname === pathname && latest.current !== null) saveStoredEdits(record, userId, latest.current);
      else clearStoredEdits(record, userId);
    };
  }, [record, userId, location]);
}

/**
 * Stores a dialog's input while it is open, so that the page can reopen it unchanged after a reload. Closing the dialog
 * deletes it.
 *
 * @param value null while unchanged
 *
 * @example
 * const [roomId, setRoomId] = useState<number | null>(null);
 * useStoredDialog('rooms dialog', roomId);
 * return <Button onClick={() => setRoomId(2)}>Rename</Button>;
 */
export function useStoredDialog(record: string, value: unknown): void {
  const userId = useUserId();
  const latest = useRef(value);
  const store = useCallback(() => {
    if (latest.current === null) clearStoredEdits(record, userId);
    else saveStoredEdits(record, userId, latest.current);
  }, [record, userId]);
  useEffect(() => {
    latest.current = value;
    const timer = setTimeout(store, STORE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [value, store]);
  useEffect(() => {
    addEventListener('pagehide', store);
    return () => {
      removeEventListener('pagehide', store);
      clearStoredEdits(record, userId);
    };
  }, [record, userId, store]);
}

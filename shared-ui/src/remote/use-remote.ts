import type { RemoteLocation, RemoteProps, UnsavedChanges } from 'shared-api';
import { createContext, useContext, useEffect, useMemo, useSyncExternalStore } from 'react';

export const RemoteContext = createContext<RemoteProps | null>(null);

/** What the shell gave this module: session, practice, navigation, toasts. */
export function useRemote(): RemoteProps {
  const remote = useContext(RemoteContext);
  if (!remote) throw new Error('useRemote needs a module that was mounted through remoteLifecycles');
  return remote;
}

/** The practice that the page is about. Only for pages below `/settings/:practice` and `/internal/practices/:practice`. */
export function usePractice(): NonNullable<RemoteProps['practice']> {
  const { practice } = useRemote();
  if (!practice) throw new Error('This page needs a practice in its address');
  return practice;
}

/** The address, kept up to date while the module is mounted. */
export function useRemoteLocation(): RemoteLocation {
  const remote = useRemote();
  const text = useSyncExternalStore(remote.onLocation, () => {
    const { pathname, search, hash } = remote.location();
    return `${pathname}\n${search}\n${hash}`;
  });
  return useMemo(() => {
    const [pathname = '', search = '', hash = ''] = text.split('\n');
    return { pathname, search, hash };
  }, [text]);
}

/** Guards navigation, sign-out and closing the tab while `changes` says that something would be lost. */
export function useUnsavedChanges(changes: UnsavedChanges | null): void {
  const { setUnsavedChanges } = useRemote();
  const what = changes?.what ?? null;
  useEffect(() => {
    setUnsavedChanges(what === null ? null : { what });
    return () => setUnsavedChanges(null);
  }, [setUnsavedChanges, what]);
}

import { useContext, useEffect } from 'react';
import { guardPart } from '../remote/unsaved-parts';
import { RemoteContext } from '../remote/use-remote';

function preventUnload(event: Event): void {
  event.preventDefault();
}

/** A leave guard for modules and the shell. Null while there is nothing to lose. */
export function useLeaveGuard(what: string | null): void {
  const setUnsavedChanges = useContext(RemoteContext)?.setUnsavedChanges;
  useEffect(() => {
    if (what === null) return undefined;
    if (setUnsavedChanges) return guardPart(setUnsavedChanges, { what, lostWithQuery: true });
    addEventListener('beforeunload', preventUnload);
    return () => removeEventListener('beforeunload', preventUnload);
  }, [setUnsavedChanges, what]);
}

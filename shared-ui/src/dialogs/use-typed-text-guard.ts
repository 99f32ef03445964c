import { useContext, useEffect } from 'react';
import { guardPart } from '../remote/unsaved-parts';
import { RemoteContext } from '../remote/use-remote';
import { type TypedText, useTypedText } from './use-typed-text';

function preventUnload(event: Event): void {
  event.preventDefault();
}

/** Guards in a module, or in the shell, which is no module. Null while there is nothing to lose. */
function useGuard(what: string | null): void {
  const setUnsavedChanges = useContext(RemoteContext)?.setUnsavedChanges;
  useEffect(() => {
    if (what === null) return undefined;
    if (setUnsavedChanges) return guardPart(setUnsavedChanges, { what, lostWithQuery: true });
    addEventListener('beforeunload', preventUnload);
    return () => removeEventListener('beforeunload', preventUnload);
  }, [setUnsavedChanges, what]);
}

/**
 * Asks before the page is left while a field has typed text.
 * @param what names what would be lost; null while the fields aren't shown
 * @returns handlers of the element around the fields
 */
export function useTypedTextGuard(what: string | null): TypedText['handlers'] {
  const { isTyped, handlers } = useTypedText();
  useGuard(isTyped ? what : null);
  return handlers;
}

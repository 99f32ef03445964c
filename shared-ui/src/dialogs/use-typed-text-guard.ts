import { useLeaveGuard } from './use-leave-guard';
import { type TypedText, useTypedText } from './use-typed-text';

/**
 * Asks before the page is left while a field has typed text.
 * @param what names the unsaved input; null while the fields aren't shown
 * @param isChanged true if other changes would be lost, such as restored input
 * @returns event handlers for the element around the fields
 */
export function useTypedTextGuard(what: string | null, isChanged = false): TypedText['handlers'] {
  const { isTyped, handlers } = useTypedText();
  useLeaveGuard(isTyped || isChanged ? what : null);
  return handlers;
}

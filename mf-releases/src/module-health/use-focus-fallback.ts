import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

export interface FocusFallback {
  ref: RefObject<HTMLElement | null>;
  onFocus: (event: FocusEvent) => void;
  onBlur: () => void;
}

/**
 * Moves the focus to the heading of a panel when the focused element is removed, for example because a change removed
 * its button. A screen reader then reads the heading, and Tab continues from there.
 */
export function useFocusFallback(): FocusFallback {
  const ref = useRef<HTMLElement>(null);
  /**
   * The element that last had the focus, including elements in dialogs of the panel. React removes elements without a
   * blur event, so it remains set after a removal.
   */
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    if (!focused.current || focused.current.isConnected || document.activeElement !== document.body) return;
    focused.current = null;
    const heading = ref.current?.querySelector<HTMLElement>('h2');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus();
  });
  return {
    ref,
    onFocus: ({ target }) => {
      focused.current = target;
    },
    onBlur: () => {
      focused.current = null;
    },
  };
}

import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

export interface KeptFocus {
  ref: RefObject<HTMLDivElement | null>;
  onFocus: (event: FocusEvent) => void;
  onBlur: () => void;
}

/**
 * Keeps the focus in a part of the page: when what had it goes away, as the button does whose change was made, the part's
 * heading gets it. A screen reader then says what the change was about, and Tab goes on from there.
 */
export function useKeptFocus(): KeptFocus {
  const ref = useRef<HTMLDivElement>(null);
  /** What has the focus, also in the part's dialogs. Not forgotten when React takes it out of the page: no event tells. */
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

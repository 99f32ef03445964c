import { type RefObject, useEffect, useRef } from 'react';

const inDialog = (element: Element | null): boolean =>
  element?.closest('[role=dialog], [role=alertdialog], dialog') != null;

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/**
 * Restores the focus when its element disappears: to where it was before, or else to the page's heading. An open
 * dialog keeps the focus until it closes.
 *
 * @param part the element that appears and disappears
 * @param shown whether it is visible
 */
export function useFocusAfter(part: RefObject<HTMLElement | null>, shown: boolean): void {
  const before = useRef<HTMLElement | null>(null);

  useEffect(() => {
    if (!shown) return undefined;
    const onFocus = ({ target }: FocusEvent): void => {
      if (target instanceof HTMLElement && !part.current?.contains(target) && !inDialog(target))
        before.current = target;
    };
    // The element that had the focus when the part appeared.
    if (document.activeElement instanceof HTMLElement && !isLost()) before.current = document.activeElement;
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, [part, shown]);

  const wasShown = useRef(shown);
  useEffect(() => {
    const goes = wasShown.current && !shown;
    wasShown.current = shown;
    if (!goes) return undefined;
    const give = (): void => {
      if (!isLost()) return;
      const heading = document.querySelector<HTMLElement>('[data-page-heading]');
      (before.current?.isConnected ? before.current : heading)?.focus({ preventScroll: true });
    };
    give();
    if (!inDialog(document.activeElement)) return undefined;
    const observer = new MutationObserver(() => {
      if (inDialog(document.activeElement)) return;
      observer.disconnect();
      give();
    });
    observer.observe(document.body, { childList: true });
    return () => observer.disconnect();
  }, [shown]);
}

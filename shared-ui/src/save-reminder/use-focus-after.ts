import { type RefObject, useEffect, useRef } from 'react';

const inDialog = (element: Element | null): boolean =>
  element?.closest('[role=dialog], [role=alertdialog], dialog') != null;

const MAX_REMEMBERED = 8;

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/**
 * Restores focus when the focused element disappears: to the previously focused element, otherwise to the page's
 * heading. An open dialog keeps focus until it closes.
 *
 * @param part the element that appears and disappears
 * @param shown whether it is visible
 *
 * @example
 * const [shown, setShown] = useState(false);
 * const notice = useRef<HTMLDivElement>(null);
 * useFocusAfter(notice, shown);
 * return shown ? (
 *   <div ref={notice} tabIndex={-1}>
 *     Room 2 is closed.
 *   </div>
 * ) : (
 *   <Button onClick={() => setShown(true)}>Close</Button>
 * );
 */
export function useFocusAfter(part: RefObject<HTMLElement | null>, shown: boolean): void {
  /** Most recent first, because others can disappear together with the part. */
  const before = useRef<readonly HTMLElement[]>([]);

  // Also tracked while hidden, because it can take focus as it appears.
  useEffect(() => {
    const remember = (target: EventTarget | null): void => {
      if (!(target instanceof HTMLElement) || part.current?.contains(target) || inDialog(target)) return;
      before.current = [target, ...before.current.filter((other) => other !== target)].slice(0, MAX_REMEMBERED);
    };
    if (!isLost()) remember(document.activeElement);
    const onFocus = ({ target }: FocusEvent): void => remember(target);
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, [part]);

  const wasShown = useRef(shown);
  useEffect(() => {
    const goes = wasShown.current && !shown;
    wasShown.current = shown;
    if (!goes) return undefined;
    const give = (): void => {
      if (!isLost()) return;
      const heading = document.querySelector<HTMLElement>('[data-page-heading]');
      (before.current.find(({ isConnected }) => isConnected) ?? heading)?.focus({ preventScroll: true });
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

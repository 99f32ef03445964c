import { useEffect, useRef } from 'react';

/** True if the target is a text input. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button', 'submit'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

export const isDialogOpen = (): boolean => document.querySelector('[aria-modal=true], dialog[open]') !== null;

/**
 * True if a key press counts as a page shortcut: the person isn't typing, no dialog is open, and no other handler used
 * it.
 */
export function isShortcutKey(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return false;
  return !isTyping(event.target) && !isDialogOpen();
}

export interface ShortcutOptions {
  /** Whether the shortcut works; true by default. */
  when?: boolean;
}

/**
 * Calls `handler` when a key is pressed anywhere on the page, except in inputs, with Ctrl, Alt or Meta, or while a
 * dialog is open.
 *
 * @param key a value of `KeyboardEvent.key`: `/`, `?`, `n`
 *
 * @example
 * const [open, setOpen] = useState(false);
 * useShortcut('n', () => setOpen(true), { when: !open });
 * return <Button onClick={() => setOpen(true)}>Add a room</Button>;
 */
export function useShortcut(key: string, handler: () => void, { when = true }: ShortcutOptions = {}): void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => {
    if (!when) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== key || !isShortcutKey(event)) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [key, when]);
}

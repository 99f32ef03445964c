/** Ctrl or ⌘ K opens the palette, and `g` with a letter a page. */
import { useEffect, useEffectEvent } from 'react';

/** Longest time between `g` and the letter. */
export const SEQUENCE_MS = 1500;

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select');
}

export interface PaletteKeys {
  onPalette: () => void;
  /** Letter → path. */
  shortcuts: ReadonlyMap<string, string>;
  onGo: (path: string) => void;
}

export function usePaletteKeys({ onPalette, shortcuts, onGo }: PaletteKeys): void {
  const press = useEffectEvent((event: KeyboardEvent, isSequence: boolean): 'palette' | 'begin' | 'done' | 'none' => {
    const key = event.key.toLowerCase();
    if (key === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
      if (document.querySelector('[aria-modal=true], dialog[open]')) return 'none';
      onPalette();
      return 'palette';
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target))
      return 'none';
    if (document.querySelector('[aria-modal=true], dialog[open]')) return 'none';
    if (isSequence) {
      const path = shortcuts.get(key);
      if (path === undefined) return 'none';
      onGo(path);
      return 'done';
    }
    return key === 'g' ? 'begin' : 'none';
  });
  useEffect(() => {
    let begunAt = -Infinity;
    const onKey = (event: KeyboardEvent): void => {
      if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
      const isSequence = event.timeStamp - begunAt < SEQUENCE_MS;
      const done = press(event, isSequence);
      begunAt = done === 'begin' ? event.timeStamp : -Infinity;
      if (done === 'palette' || done === 'done') {
        event.preventDefault();
        event.stopPropagation();
      }
    };
    // Before the page's own keys, because a grid uses letters as well.
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, []);
}

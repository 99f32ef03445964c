/** Ctrl or ⌘ K opens the palette, and `g` with a letter a page. */
import { useEffect, useEffectEvent } from 'react';
import { isDialogOpen, isShortcutKey } from 'shared-ui';

/** Longest time between `g` and the letter. */
const SEQUENCE_MS = 1500;

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
      if (isDialogOpen()) return 'none';
      onPalette();
      return 'palette';
    }
    if (!isShortcutKey(event)) return 'none';
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

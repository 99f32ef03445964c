import { useEffect, useEffectEvent } from 'react';
import { isDialogOpen, isTyping } from 'shared-ui';

/**
 * Undo and redo with the keys of the grid anywhere on the page, such as in a notice. Text fields and dialogs keep their
 * own.
 */
export function useUndoShortcut({ undo, redo }: { undo: () => void; redo: () => void }): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const key = event.key.toLowerCase();
    if ((key !== 'z' && key !== 'y') || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    if (event.defaultPrevented || isTyping(event.target) || isDialogOpen()) return;
    event.preventDefault();
    if (key === 'z' && !event.shiftKey) undo();
    else redo();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

import { useEffect, useEffectEvent } from 'react';
import { isDialogOpen, isTyping } from 'shared-ui';

/** The command of a key: Ctrl+Z, Ctrl+Shift+Z or Ctrl+Y. */
export function historyCommand(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): 'undo' | 'redo' | undefined {
  const key = event.key.toLowerCase();
  if ((key !== 'z' && key !== 'y') || !(event.ctrlKey || event.metaKey) || event.altKey) return undefined;
  return key === 'z' && !event.shiftKey ? 'undo' : 'redo';
}

/**
 * Makes the grid's undo and redo shortcuts work anywhere on the page, such as in a notice, except in text fields and
 * dialogs, which handle their own.
 */
export function useUndoShortcut({ undo, redo }: { undo: () => void; redo: () => void }): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const command = historyCommand(event);
    if (!command || event.defaultPrevented || isTyping(event.target) || isDialogOpen()) return;
    event.preventDefault();
    if (command === 'undo') undo();
    else redo();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

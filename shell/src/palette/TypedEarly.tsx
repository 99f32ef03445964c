import { useLayoutEffect } from 'react';

interface TypedEarlyProps {
  /** Called with all that was typed until now. */
  onText: (text: string) => void;
}

/**
 * Stands in for the palette while its code loads, and keeps what a person types meanwhile. It gets the keys before the
 * shell's shortcuts, which would open pages by them.
 */
export function TypedEarly({ onText }: TypedEarlyProps): null {
  useLayoutEffect(() => {
    let text = '';
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Backspace') text = text.slice(0, -1);
      else if ([...event.key].length === 1) text += event.key;
      else return;
      event.preventDefault();
      event.stopPropagation();
      onText(text);
    };
    globalThis.addEventListener('keydown', onKey, true);
    return () => globalThis.removeEventListener('keydown', onKey, true);
  }, [onText]);
  return null;
}

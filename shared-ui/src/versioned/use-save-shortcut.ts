import { useEffect, useEffectEvent } from 'react';

/**
 * Makes Ctrl+S or Command+S save the record instead of downloading the page.
 *
 * @example
 * const save = (): void => undefined;
 * useSaveShortcut(save);
 * return <Button onClick={save}>Save</Button>;
 */
export function useSaveShortcut(save: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    // The grid may have handled it already.
    if (!event.defaultPrevented) save();
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

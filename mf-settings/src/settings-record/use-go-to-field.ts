import type { SettingsPath } from 'shared-api/contracts';
import { retryWhenShown } from 'shared-ui';
import { type RefObject, useEffect, useState } from 'react';

/** True for the input and for the parts of a date, whose input is in the same group. */
const hasFocus = (input: HTMLElement): boolean =>
  document.activeElement === input || document.activeElement?.closest('[role=group]')?.contains(input) === true;

/**
 * Focuses the input once it is mounted and visible. Gives up when the person moves focus. The initial focus, no focus,
 * and the heading, which the shell focuses on a new page, don't count.
 *
 * @returns a function that stops waiting
 */
function focusWhenShown(find: () => HTMLElement | null): () => void {
  const start = document.activeElement;
  return retryWhenShown(document.body, () => {
    const present = document.activeElement;
    const isFree = present === null || present === start || present.matches('body, [data-page-heading]');
    if (!isFree) return true;
    const input = find();
    input?.focus();
    // A hidden input can't take focus.
    return input !== null && (document.activeElement !== present || hasFocus(input));
  });
}

/** Focuses a setting's input after the change that reveals it, such as a cleared search, has rendered. */
export function useGoToField(content: RefObject<HTMLElement | null>): (path: SettingsPath) => void {
  const [wanted, setWanted] = useState<{ path: SettingsPath } | null>(null);
  useEffect(() => {
    if (!wanted) return undefined;
    return focusWhenShown(() => content.current?.querySelector<HTMLElement>(`[name="${wanted.path}"]`) ?? null);
  }, [wanted, content]);
  return (path) => setWanted({ path });
}

import type { SettingsPath } from 'shared-api/contracts';
import { retryWhenShown } from 'shared-ui';
import { type RefObject, useEffect, useState } from 'react';

/** True for the input, and for a part of a date, whose input is in the group of its parts. */
const hasFocus = (input: HTMLElement): boolean =>
  document.activeElement === input || document.activeElement?.closest('[role=group]')?.contains(input) === true;

/**
 * Focuses the input as soon as it is there and shown. Gives up when the person moves the focus: where it is at the start, nowhere,
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
    // An input in a part that isn't shown yet doesn't take the focus.
    return input !== null && (document.activeElement !== present || hasFocus(input));
  });
}

/** Focuses the input of a setting after the change that reveals it, such as an emptied search, is rendered. */
export function useGoToField(content: RefObject<HTMLElement | null>): (path: SettingsPath) => void {
  const [wanted, setWanted] = useState<{ path: SettingsPath } | null>(null);
  useEffect(() => {
    if (!wanted) return undefined;
    return focusWhenShown(() => content.current?.querySelector<HTMLElement>(`[name="${wanted.path}"]`) ?? null);
  }, [wanted, content]);
  return (path) => setWanted({ path });
}

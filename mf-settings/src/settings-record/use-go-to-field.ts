import type { SettingsPath } from 'shared-api/contracts';
import { type RefObject, useEffect, useState } from 'react';

/** Gives the focus to the input of a setting, after a change that shows it (an emptied search) is rendered. */
export function useGoToField(content: RefObject<HTMLElement | null>): (path: SettingsPath) => void {
  const [wanted, setWanted] = useState<{ path: SettingsPath } | null>(null);
  useEffect(() => {
    if (!wanted) return;
    content.current?.querySelector<HTMLElement>(`[name="${wanted.path}"]`)?.focus();
  }, [wanted, content]);
  return (path) => setWanted({ path });
}

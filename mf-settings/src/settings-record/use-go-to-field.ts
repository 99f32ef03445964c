import type { SettingsPath } from 'shared-api/contracts';
import { type RefObject, useEffect, useState } from 'react';

/** Focuses the input of a setting after the change that reveals it, such as an emptied search, is rendered. */
export function useGoToField(content: RefObject<HTMLElement | null>): (path: SettingsPath) => void {
  const [wanted, setWanted] = useState<{ path: SettingsPath } | null>(null);
  useEffect(() => {
    if (!wanted) return;
    content.current?.querySelector<HTMLElement>(`[name="${wanted.path}"]`)?.focus();
  }, [wanted, content]);
  return (path) => setWanted({ path });
}

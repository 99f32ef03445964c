import { useCallback, useState } from 'react';
import type { SettingsForm } from './form';

/** Unsaved work of the page's parts outside the record, as text, oldest first. */
export function useParts(): { parts: readonly string[]; holds: SettingsForm['holds'] } {
  const [held, setHeld] = useState<Readonly<Record<string, string>>>({});
  const holds = useCallback<SettingsForm['holds']>((part, what) => {
    setHeld((before) => {
      if ((before[part] ?? null) === what) return before;
      const rest = Object.fromEntries(Object.entries(before).filter(([name]) => name !== part));
      return what === null ? rest : { ...rest, [part]: what };
    });
  }, []);
  return { parts: Object.values(held), holds };
}

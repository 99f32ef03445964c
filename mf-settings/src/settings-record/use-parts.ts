import { useCallback, useState } from 'react';
import type { SettingsForm } from './form';

/** Unsaved changes of parts of a page outside the record, as text, in the order in which they appeared. */
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

/** Whether the summary is open. The choice is stored per person in this browser. */
import { useState } from 'react';
import { useRemote } from 'shared-ui/remote';

const keyOf = (user: string): string => `hours-worked summary ${user}`;

export function useRememberedSummary(otherwise: boolean): [open: boolean, setOpen: (open: boolean) => void] {
  const key = keyOf(useRemote().session.user.id);
  const [open, setOpen] = useState(() => {
    try {
      const stored = localStorage.getItem(key);
      return stored === null ? otherwise : stored === 'open';
    } catch {
      return otherwise;
    }
  });
  return [
    open,
    (next) => {
      setOpen(next);
      try {
        localStorage.setItem(key, next ? 'open' : 'closed');
      } catch {
        // Storage may be full or blocked. The choice then lasts until the page closes.
      }
    },
  ];
}

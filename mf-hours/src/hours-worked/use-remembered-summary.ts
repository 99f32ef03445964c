/**
 * Whether the summary is open. It is closed initially, so that the grid starts on the first screen. The choice is
 * stored per user in this browser.
 */
import { useState } from 'react';
import { useRemote } from 'shared-ui/remote';

const keyOf = (user: string): string => `hours-worked summary ${user}`;

export function useRememberedSummary(): [open: boolean, setOpen: (open: boolean) => void] {
  const key = keyOf(useRemote().session.user.id);
  const [open, setOpen] = useState(() => {
    try {
      return localStorage.getItem(key) === 'open';
    } catch {
      return false;
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

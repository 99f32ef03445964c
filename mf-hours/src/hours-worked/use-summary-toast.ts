import { useEffect } from 'react';
import { useRemote } from 'shared-ui/remote';
import { messages } from './messages';

/** Shows a toast if the summary failed to load (specification: 8.3). */
export function useSummaryToast(error: unknown): void {
  const { notify } = useRemote();
  useEffect(() => {
    if (error) notify({ severity: 'error', message: messages.summary.failed });
  }, [error, notify]);
}

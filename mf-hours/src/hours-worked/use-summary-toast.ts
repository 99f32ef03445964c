import { useEffect } from 'react';
import { useRemote } from 'shared-ui/remote';
import { messages } from './messages';

/** Says that the summary could not be read (specification: 8.3). */
export function useSummaryToast(error: unknown): void {
  const { notify } = useRemote();
  useEffect(() => {
    if (error) notify({ severity: 'error', message: messages.summary.failed });
  }, [error, notify]);
}

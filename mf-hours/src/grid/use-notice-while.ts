import type { Notification } from 'shared-api';
import { useEffect, useRef } from 'react';
import { useRemote } from 'shared-ui/remote';

/** Shows a toast about a pending task, which closes once nothing is left to do. */
export function useNoticeWhile(left: boolean): (notification: Notification) => void {
  const { notify } = useRemote();
  const notice = useRef<AbortController>(null);
  useEffect(() => {
    if (left) return;
    notice.current?.abort();
    notice.current = null;
  }, [left]);
  return (notification) => {
    notice.current?.abort();
    notice.current = new AbortController();
    notify({ ...notification, until: notice.current.signal });
  };
}

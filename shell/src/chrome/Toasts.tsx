import { type ReactNode, useEffect } from 'react';
import { showToast, ToastHost } from 'shared-ui/toasts';
import type { Notifications } from '../session/notifications';

/** Shows each notification as a toast, also those that came before this component was loaded. */
export function Toasts({ notifications }: { notifications: Notifications }): ReactNode {
  useEffect(() => {
    for (const earlier of notifications.list.getState().toReversed()) showToast(earlier);
    return notifications.onAdded(showToast);
  }, [notifications]);
  return <ToastHost />;
}

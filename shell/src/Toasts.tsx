import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Notification } from 'shared-api';
import type * as Entry from 'shared-ui/toasts';
import type { Notifications } from './session/notifications';

type Loaded = typeof Entry;

/** Waits after the first render, so that the opened module and its first responses load first. */
const LOAD_AFTER_MS = 3000;

/**
 * The page's toasts. Their code loads with the first notification or soon after the first render, so that they work
 * even if the connection is lost later. Notifications wait for it.
 */
export function Toasts({ notifications }: { notifications: Notifications }): ReactNode {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const waiting = useRef<Notification[]>([]);

  useEffect(() => {
    if (loaded) {
      for (const notification of waiting.current.splice(0)) loaded.showToast(notification);
      return notifications.onAdded(loaded.showToast);
    }
    let left = false;
    // A failed load is retried with the next notification. Until then, notifications appear only in the notification
    // list.
    const load = (): void =>
      void import('shared-ui/toasts').then(
        (toasts) => {
          if (!left) setLoaded(toasts);
        },
        () => undefined,
      );
    const timer = setTimeout(load, LOAD_AFTER_MS);
    const stop = notifications.onAdded((notification) => {
      waiting.current.push(notification);
      load();
    });
    return () => {
      left = true;
      clearTimeout(timer);
      stop();
    };
  }, [loaded, notifications]);

  return loaded && <loaded.ToastHost />;
}

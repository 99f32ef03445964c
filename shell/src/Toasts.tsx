import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Notification } from 'shared-api';
import type * as Entry from 'shared-ui/toasts';
import type { Notifications } from './session/notifications';

type Loaded = typeof Entry;

/** After the first render: later than the addressed module and its first answers, which the page needs before toasts. */
const LOAD_AFTER_MS = 3000;

/**
 * The toasts of the page. Their code is loaded with the first notification, or soon after the first render, so that they
 * also appear if the connection is lost later. Notifications wait for it.
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
    // A failed load is tried again with the next notification. Until then, the list of notifications has them.
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

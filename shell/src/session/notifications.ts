/** What was said in this session. Toasts go after a few seconds; errors can be read here until they are cleared. */
import type { Notification } from 'shared-api';
import { createValue, type Value } from '../value';

export interface KeptNotification extends Notification {
  id: number;
  /** Epoch milliseconds. */
  at: number;
}

/** How many are kept; the oldest go first. */
const KEPT = 50;

export interface Notifications {
  readonly list: Value<readonly KeptNotification[]>;
  add(notification: Notification): void;
  clear(): void;
  /** Hears each one as it comes, to show it as a toast. */
  onAdded(listener: (notification: Notification) => void): () => void;
}

export function createNotifications(now: () => number = Date.now): Notifications {
  const list = createValue<readonly KeptNotification[]>([]);
  const listeners = new Set<(notification: Notification) => void>();
  let ids = 0;
  return {
    list,
    add(notification) {
      list.set([{ ...notification, id: ++ids, at: now() }, ...list.get()].slice(0, KEPT));
      for (const listener of [...listeners]) listener(notification);
    },
    clear: () => list.set([]),
    onAdded(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

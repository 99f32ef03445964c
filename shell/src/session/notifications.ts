/** The notifications of this session. Toasts disappear after a few seconds; errors stay here until cleared. */
import type { Notification } from 'shared-api';
import { createStore, type StoreApi } from 'zustand/vanilla';

export interface StoredNotification extends Notification {
  id: number;
  /** Epoch milliseconds. */
  at: number;
}

/** Maximum length of the list. The oldest are dropped first. */
const MAX_STORED = 50;

export interface Notifications {
  readonly list: StoreApi<readonly StoredNotification[]>;
  add(notification: Notification): void;
  clear(): void;
  /** Subscribes to new notifications, to show them as toasts. */
  onAdded(listener: (notification: Notification) => void): () => void;
}

export function createNotifications(now: () => number = Date.now): Notifications {
  const list = createStore<readonly StoredNotification[]>(() => []);
  const listeners = new Set<(notification: Notification) => void>();
  let ids = 0;
  return {
    list,
    add(notification) {
      list.setState([{ ...notification, id: ++ids, at: now() }, ...list.getState()].slice(0, MAX_STORED), true);
      for (const listener of [...listeners]) listener(notification);
    },
    clear: () => list.setState([], true),
    onAdded(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

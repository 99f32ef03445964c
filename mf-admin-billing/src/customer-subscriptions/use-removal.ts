/** Removes seats, one call per item (specification, 7). A retry skips items that are already removed. */
import { apiErrorOf, serverMessage } from 'shared-api';
import type { AdminItem } from 'shared-api/contracts';
import { usePractice, useRemote } from 'shared-ui/remote';
import { useRef, useState } from 'react';
import { useRemoveSubscriptionMutation } from '../api';
import { itemName } from './groups';
import { subscriptionsMessages } from './messages';

const messages = subscriptionsMessages.removal;

export interface FailedItem {
  id: string;
  name: string;
  /** The server's message; empty if there is none. */
  message: string;
}

export interface Removal {
  /** Items on which the practice still has its seat. */
  remaining: readonly AdminItem[];
  busy: boolean;
  failed: readonly FailedItem[];
  /** Resolves to true if all are removed. */
  run: (deactivate: boolean) => Promise<boolean>;
}

export function useRemoval(items: readonly AdminItem[]): Removal {
  const { id: practiceId } = usePractice();
  const { notify, publish } = useRemote();
  const [remove] = useRemoveSubscriptionMutation();
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const [failed, setFailed] = useState<readonly FailedItem[]>([]);
  const [busy, setBusy] = useState(false);
  /** A second click can arrive before the first one has rendered. */
  const running = useRef(false);
  const left = items.filter(({ id }) => !done.has(id));

  const run = async (deactivate: boolean): Promise<boolean> => {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    setFailed([]);
    const removed: AdminItem[] = [];
    const failures: FailedItem[] = [];
    // Sequential, because each removal affects the result of the next.
    for (const item of left) {
      const body = { subscription_item_id: item.id, deactivate_features: deactivate };
      const { error } = await remove({ practice: practiceId, body });
      if (!error) removed.push(item);
      else {
        const message = serverMessage(apiErrorOf(error)) ?? '';
        failures.push({ id: item.id, name: itemName(item), message });
      }
    }
    setDone(new Set([...done, ...removed.map(({ id }) => id)]));
    setFailed(failures);
    setBusy(false);
    running.current = false;
    if (removed.length > 0) {
      publish('entitlements-changed', { practice: practiceId });
      notify({ severity: 'success', message: messages.done(removed.map(itemName).join(', ')) });
    }
    if (failures.length > 0) notify({ severity: 'error', message: messages.failed });
    return failures.length === 0;
  };
  return { remaining: left, busy, failed, run };
}

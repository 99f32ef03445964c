/** Gives up seats, one call per item (specification, 7); those that are done are not asked for again. */
import { isApiError, serverMessage } from 'shared-api';
import type { AdminItem } from 'shared-api/contracts';
import { usePractice, useRemote } from 'shared-ui/remote';
import { useRef, useState } from 'react';
import { useRemoveSubscriptionMutation } from '../api';
import { itemName } from './groups';
import { subscriptionsMessages } from './messages';

const words = subscriptionsMessages.removal;

export interface FailedItem {
  id: string;
  name: string;
  /** The server's own words; empty where it gave none. */
  message: string;
}

export interface Removal {
  /** Items on which the practice still has its seat. */
  left: readonly AdminItem[];
  busy: boolean;
  failed: readonly FailedItem[];
  /** True when all are gone. */
  run: (deactivate: boolean) => Promise<boolean>;
}

export function useRemoval(items: readonly AdminItem[]): Removal {
  const { id: practice } = usePractice();
  const { notify, publish } = useRemote();
  const [remove] = useRemoveSubscriptionMutation();
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const [failed, setFailed] = useState<readonly FailedItem[]>([]);
  const [busy, setBusy] = useState(false);
  /** A second click comes before the first has drawn anything. */
  const running = useRef(false);
  const left = items.filter(({ id }) => !done.has(id));

  const run = async (deactivate: boolean): Promise<boolean> => {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    setFailed([]);
    const gone: AdminItem[] = [];
    const failures: FailedItem[] = [];
    // One after another: each changes what the next one leaves behind.
    for (const item of left) {
      const body = { subscription_item_id: item.id, deactivate_features: deactivate };
      const { error } = await remove({ practice, body });
      if (!error) gone.push(item);
      else {
        const message = (isApiError(error) ? serverMessage(error) : undefined) ?? '';
        failures.push({ id: item.id, name: itemName(item), message });
      }
    }
    setDone(new Set([...done, ...gone.map(({ id }) => id)]));
    setFailed(failures);
    setBusy(false);
    running.current = false;
    if (gone.length > 0) {
      publish('entitlements-changed', { practice });
      notify({ severity: 'success', message: words.done(gone.map(itemName).join(', ')) });
    }
    if (failures.length > 0) notify({ severity: 'error', message: words.failed });
    return failures.length === 0;
  };
  return { left, busy, failed, run };
}

/** Removes seats, one call per item (specification, 7). A retry skips items that are already removed. */
import { apiErrorOf, serverMessage } from 'shared-api';
import { usePractice, useRemote } from 'shared-ui/remote';
import { useRef, useState } from 'react';
import { useRemoveSubscriptionMutation } from '../api';
import { subscriptionsMessages } from './messages';
import { type Seat, seatName } from './seats';

const messages = subscriptionsMessages.removal;

export interface FailedItem {
  id: string;
  name: string;
  /** The server's message; empty if there is none. */
  message: string;
}

export interface Removal {
  /** Seats that the practice still has. */
  remaining: readonly Seat[];
  /** Names of the seats removed in this dialog. */
  removed: readonly string[];
  busy: boolean;
  failed: readonly FailedItem[];
  /** Resolves to true if all are removed. */
  run: (deactivate: boolean) => Promise<boolean>;
}

export function useRemoval(seats: readonly Seat[]): Removal {
  const { id: practiceId, time_zone } = usePractice();
  const { notify, publish } = useRemote();
  const [remove] = useRemoveSubscriptionMutation();
  const [done, setDone] = useState<ReadonlyMap<string, string>>(new Map());
  const [failed, setFailed] = useState<readonly FailedItem[]>([]);
  const [busy, setBusy] = useState(false);
  /** A second click can arrive before the first has rendered. */
  const running = useRef(false);
  const left = seats.filter(({ item }) => !done.has(item.id));

  const run = async (deactivate: boolean): Promise<boolean> => {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    setFailed([]);
    const removed = new Map<string, string>();
    const gone: string[] = [];
    const failures: FailedItem[] = [];
    // Sequential, because each removal affects the result of the next.
    for (const seat of left) {
      const { id } = seat.item;
      const name = seatName(seat, time_zone);
      const body = { subscription_item_id: id, deactivate_features: deactivate };
      const { error } = await remove({ practice: practiceId, body });
      // Without a seat there is nothing left to remove: an earlier response was lost, or somebody else was faster.
      const isGone = error !== undefined && apiErrorOf(error).status === 404;
      if (!error || isGone) removed.set(id, name);
      else failures.push({ id, name, message: serverMessage(apiErrorOf(error)) ?? '' });
      if (isGone) gone.push(name);
    }
    setDone(new Map([...done, ...removed]));
    setFailed(failures);
    setBusy(false);
    running.current = false;
    if (removed.size > 0) {
      publish('entitlements-changed', { practice: practiceId });
      const here = [...removed.values()].filter((name) => !gone.includes(name));
      if (here.length > 0) notify({ severity: 'success', message: messages.done(here.join(', ')) });
      else notify({ severity: 'info', message: messages.before(gone.join(', ')) });
    }
    if (failures.length > 0) notify({ severity: 'error', message: messages.failed });
    return failures.length === 0;
  };
  return { remaining: left, removed: [...done.values()], busy, failed, run };
}

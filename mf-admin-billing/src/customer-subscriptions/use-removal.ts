/** Removes seats, one call per item (specification, 7). A retry skips items that are already removed. */
import { type ApiError, apiErrorOf, isException, serverMessage } from 'shared-api';
import { usePractice, useRemote } from 'shared-ui/remote';
import { useRef, useState } from 'react';
import { useRemoveSubscriptionMutation } from '../api';
import { subscriptionsMessages } from './messages';
import { type Seat, seatName } from './seats';

const messages = subscriptionsMessages.removal;

export interface FailedItem {
  id: string;
  name: string;
  message: string;
  /** True without an answer: the seat may be removed already, which the list shows once it is read again. */
  isUnknown: boolean;
}

export interface Removal {
  /** Seats that the practice still has. */
  remaining: readonly Seat[];
  /** Names of the seats removed in this dialog, also of those whose response was lost. */
  removed: readonly string[];
  busy: boolean;
  /** Seats that the practice still has. */
  failed: readonly FailedItem[];
  /** Resolves to true if all are removed. */
  run: (deactivate: boolean) => Promise<boolean>;
}

const failureOf = (error: ApiError): Pick<FailedItem, 'message' | 'isUnknown'> =>
  isException(error)
    ? { message: messages.unknownItem, isUnknown: true }
    : { message: serverMessage(error) ?? '', isUnknown: false };

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
      else failures.push({ id, name, ...failureOf(apiErrorOf(error)) });
      if (isGone) gone.push(name);
    }
    setDone(new Map([...done, ...removed]));
    setFailed(failures);
    setBusy(false);
    running.current = false;
    if (removed.size > 0) {
      publish('entitlements-changed', { practice: practiceId });
      const here = [...removed.values()].filter((name) => !gone.includes(name));
      if (here.length > 0) notify({ severity: 'success', message: messages.done(here.join('; ')) });
      else notify({ severity: 'info', message: messages.before(gone.join('; ')) });
    }
    if (failures.some(({ isUnknown }) => !isUnknown)) notify({ severity: 'error', message: messages.failed });
    else if (failures.length > 0) notify({ severity: 'warning', message: messages.unknown });
    return failures.length === 0;
  };
  const isLeft = ({ id }: FailedItem): boolean => left.some(({ item }) => item.id === id);
  const lost = failed.filter((one) => !isLeft(one)).map(({ name }) => name);
  return { remaining: left, removed: [...done.values(), ...lost], busy, failed: failed.filter(isLeft), run };
}

import { useEffect, useRef, useState } from 'react';
import { apiErrorOf } from 'shared-api';
import { useUnsavedChanges } from 'shared-ui/remote';
import { useTransferPhoneNumberMutation } from '../api';
import { phoneNumbersMessages as messages } from './messages';
import { failureState, type Result, type Transfer, waitingResult } from './results';

export interface Transfers {
  results: readonly Result[];
  /** `reading`: all moves have ended and the lists are refetched. */
  phase: 'idle' | 'moving' | 'reading';
  /** Moves the numbers one after another. A failure does not stop the others. Does nothing while a transfer runs. */
  start: (transfers: readonly Transfer[]) => Promise<void>;
  clearResults: () => void;
}

/** @param refetchNumbers refetches the accounts. It reports its own errors. */
export function useTransfers(practiceId: number, refetchNumbers: () => Promise<unknown>): Transfers {
  const [transfer] = useTransferPhoneNumberMutation();
  const [results, setResults] = useState<readonly Result[]>([]);
  const [phase, setPhase] = useState<Transfers['phase']>('idle');
  /** Set synchronously, because a second click can come before the rerender after the first. */
  const busy = useRef(false);
  const unmounted = useRef(false);
  useUnsavedChanges(phase === 'moving' ? { what: messages.transfer.busy } : null);
  useEffect(() => {
    unmounted.current = false;
    return () => {
      unmounted.current = true;
    };
  }, []);

  const updateResult = (at: number, now: Partial<Result>): void =>
    setResults((before) => before.map((result, index) => (index === at ? { ...result, ...now } : result)));

  async function move(at: number, { number, origin, destination }: Transfer): Promise<void> {
    updateResult(at, { state: 'moving' });
    const body = {
      phone_number: number.phone_number,
      phone_number_sid: number.sid,
      origin_account_sid: origin,
      destination_account_sid: destination,
    };
    const { data, error } = await transfer({ practice: practiceId, body });
    if (data) return updateResult(at, { state: 'moved', changed: data.changed_settings });
    const failure = apiErrorOf(error);
    const { code, message } = failure;
    return updateResult(at, { state: failureState(failure), code, message });
  }

  async function start(transfers: readonly Transfer[]): Promise<void> {
    if (busy.current || transfers.length === 0) return;
    busy.current = true;
    setResults(transfers.map(waitingResult));
    setPhase('moving');
    for (const [at, one] of transfers.entries()) {
      if (unmounted.current) return;
      await move(at, one);
    }
    setPhase('reading');
    await refetchNumbers();
    setPhase('idle');
    busy.current = false;
  }

  return { results, phase, start, clearResults: () => setResults([]) };
}

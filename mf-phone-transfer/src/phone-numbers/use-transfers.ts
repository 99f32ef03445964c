import { useEffect, useRef, useState } from 'react';
import type { ApiError } from 'shared-api';
import { useUnsavedChanges } from 'shared-ui/remote';
import { useTransferPhoneNumberMutation } from '../api';
import { phoneNumbersMessages as words } from './messages';
import { failedAs, type Result, type Transfer, waiting } from './results';

export interface Transfers {
  results: readonly Result[];
  /** `reading`: the moves are over, and the lists are read again. */
  phase: 'idle' | 'moving' | 'reading';
  /** Moves the numbers one after another; a failed one does not stop the others. Ignored while others are moved. */
  start: (transfers: readonly Transfer[]) => Promise<void>;
  forget: () => void;
}

/** @param reread reads where the numbers are; what it fails with is its own affair */
export function useTransfers(practice: number, reread: () => Promise<unknown>): Transfers {
  const [transfer] = useTransferPhoneNumberMutation();
  const [results, setResults] = useState<readonly Result[]>([]);
  const [phase, setPhase] = useState<Transfers['phase']>('idle');
  /** A second click comes before the first has drawn anything. */
  const busy = useRef(false);
  const gone = useRef(false);
  useUnsavedChanges(phase === 'moving' ? { what: words.transfer.busy } : null);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);

  const say = (at: number, now: Partial<Result>): void =>
    setResults((before) => before.map((result, index) => (index === at ? { ...result, ...now } : result)));

  async function move(at: number, { number, origin, destination }: Transfer): Promise<void> {
    say(at, { state: 'moving' });
    const body = {
      phone_number: number.phone_number,
      phone_number_sid: number.sid,
      origin_account_sid: origin,
      destination_account_sid: destination,
    };
    const { data, error } = await transfer({ practice, body });
    if (data) return say(at, { state: 'moved', changed: data.changed_settings });
    const { code, message } = error as ApiError;
    return say(at, { state: failedAs(error as ApiError), code, message });
  }

  async function start(transfers: readonly Transfer[]): Promise<void> {
    if (busy.current || transfers.length === 0) return;
    busy.current = true;
    setResults(transfers.map(waiting));
    setPhase('moving');
    for (const [at, one] of transfers.entries()) {
      if (gone.current) return;
      await move(at, one);
    }
    setPhase('reading');
    await reread();
    setPhase('idle');
    busy.current = false;
  }

  return { results, phase, start, forget: () => setResults([]) };
}

/** Creation of clinic practices: started here or found running, and watched until it ends (4.1, 8.1 and 9). */
import type { ClinicCreation, ClinicToCreate } from 'shared-api/contracts';
import { useEffect, useEffectEvent, useState } from 'react';
import { usePractice, useRemote } from 'shared-ui/remote';
import { useCreateClinicPracticesMutation, useReadClinicCreationQuery } from '../api';
import { messages } from '../messages';
import { saidBy } from '../settings-record/use-settings';

const words = messages.clinics;

/** How often the status is asked for, and for how long, in milliseconds (section 9). */
export const POLL_MS = 5_000;
export const POLL_FOR_MS = 120_000;

export interface Creation {
  /** What to show; undefined while nothing was started in this visit or found running. */
  shown: ClinicCreation | undefined;
  /** The server's log and what was noted here. */
  log: readonly string[];
  pending: boolean;
  /** True once polling has stopped while practices are still pending. */
  stopped: boolean;
  checking: boolean;
  check: () => Promise<void>;
  close: () => void;
  /** True when the server has taken it on. */
  start: (clinics: ClinicToCreate[]) => Promise<boolean>;
  starting: boolean;
}

/** @param onEnded called when the creation has ended, well or not: there are new connected practices */
export function useCreation(onEnded: () => void): Creation {
  const { notify } = useRemote();
  const practice = usePractice().id;
  const [stopped, setStopped] = useState(false);
  const [open, setOpen] = useState(false);
  const [notes, setNotes] = useState<readonly string[]>([]);
  const [polling, setPolling] = useState(0);
  const { data, error, isFetching, refetch } = useReadClinicCreationQuery({ practice }, { pollingInterval: polling });
  const [send, { isLoading: starting }] = useCreateClinicPracticesMutation();

  const pending = data?.status === 'P';
  const interval = pending && !stopped ? POLL_MS : 0;
  if (interval !== polling) setPolling(interval);

  const [watched, setWatched] = useState(false);
  if (pending && !watched) {
    setWatched(true);
    setOpen(true);
    setStopped(false);
    setNotes([]);
  }
  const onFinal = useEffectEvent((status: ClinicCreation['status']) => {
    setWatched(false);
    if (status === 'S') notify({ severity: 'success', message: words.creation.done });
    onEnded();
  });
  const status = data?.status;
  useEffect(() => {
    if (watched && status !== undefined && status !== 'P') onFinal(status);
  }, [watched, status]);

  useEffect(() => {
    if (!watched) return undefined;
    const timer = setTimeout(() => {
      setStopped(true);
      setNotes((lines) => [...lines, words.creation.stopped]);
    }, POLL_FOR_MS);
    return () => clearTimeout(timer);
  }, [watched]);

  useEffect(() => {
    if (!error) return;
    setOpen(true);
    setNotes((lines) => [...lines, words.creation.unchecked]);
  }, [error]);

  const start = async (clinics: ClinicToCreate[]): Promise<boolean> => {
    const answer = await send({ practice, clinics });
    if (answer.error) {
      notify({ severity: 'error', message: saidBy(answer.error, words.confirm.failed) });
      return false;
    }
    notify({ severity: 'success', message: words.confirm.started(clinics.length) });
    void refetch();
    return true;
  };

  return {
    shown: open ? (data ?? { status: 'N', log: [], practice_statuses: [] }) : undefined,
    log: [...(data?.log ?? []), ...notes],
    pending,
    stopped,
    checking: isFetching,
    check: async () => {
      await refetch();
    },
    close: () => {
      setOpen(false);
      setNotes([]);
    },
    start,
    starting,
  };
}

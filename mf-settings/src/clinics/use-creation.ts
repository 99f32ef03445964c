/** Creation of clinic practices: started here or found running, and watched until it ends (4.1, 8.1 and 9). */
import type { ClinicCreation, ClinicToCreate } from 'shared-api/contracts';
import { useEffect, useEffectEvent, useState } from 'react';
import { usePractice, useRemote } from 'shared-ui/remote';
import { useCreateClinicPracticesMutation, useReadClinicCreationQuery } from '../api';
import { messages } from '../messages';
import { errorMessage } from '../settings-record/use-settings';

/** How often the status is polled, and for how long (section 9). */
export const POLL_INTERVAL_MS = 5_000;
export const POLL_TIMEOUT_MS = 120_000;

/** A line that this page adds after a number of lines of the server's log. */
interface Note {
  after: number;
  text: string;
}

/** The server's lines in their order, with each note where it was made. */
export function logOf(lines: readonly string[], notes: readonly Note[]): string[] {
  const at = (index: number): string[] => notes.filter(({ after }) => after === index).map(({ text }) => text);
  const late = notes.filter(({ after }) => after > lines.length).map(({ text }) => text);
  return [...at(0), ...lines.flatMap((line, index) => [line, ...at(index + 1)]), ...late];
}

/** A failed creation is shown again after a reload, until it was closed; which one was closed is kept in the browser. */
const closedKey = (practiceId: number): string => `closed clinic creation ${practiceId}`;

function wasClosed(practiceId: number, startedAt: number | undefined): boolean {
  try {
    return localStorage.getItem(closedKey(practiceId)) === String(startedAt);
  } catch {
    return false;
  }
}

function rememberClosed(practiceId: number, startedAt: number | undefined): void {
  try {
    localStorage.setItem(closedKey(practiceId), String(startedAt));
  } catch {
    // Without storage it is shown again on the next visit.
  }
}

export interface Creation {
  /** What to show; undefined while nothing was started in this visit or found running. */
  shown: ClinicCreation | undefined;
  /** The server's log, and entries of this page. */
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
  const practiceId = usePractice().id;
  const [stopped, setStopped] = useState(false);
  const [open, setOpen] = useState(false);
  const [dismissed, setDismissed] = useState(false);
  const [notes, setNotes] = useState<readonly Note[]>([]);
  const [polling, setPolling] = useState(0);
  const { data, error, isFetching, refetch } = useReadClinicCreationQuery(
    { practice: practiceId },
    { pollingInterval: polling },
  );
  const [send, { isLoading: starting }] = useCreateClinicPracticesMutation();

  const pending = data?.status === 'P';
  const interval = pending && !stopped ? POLL_INTERVAL_MS : 0;
  if (interval !== polling) setPolling(interval);

  const [watched, setWatched] = useState(false);
  if (pending && !watched) {
    setWatched(true);
    setOpen(true);
    setStopped(false);
    setNotes([]);
    setDismissed(false);
  }
  // Found failed when the page is opened: its reasons are shown, until the person has closed them.
  const failedBefore = data?.status === 'F' && !watched && !open && !dismissed;
  if (failedBefore && !wasClosed(practiceId, data.started_at)) setOpen(true);
  const note = useEffectEvent((text: string) => {
    setNotes((lines) => [...lines, { after: data?.log.length ?? 0, text }]);
  });
  const onFinal = useEffectEvent((status: ClinicCreation['status']) => {
    setWatched(false);
    const failed =
      data?.practice_statuses.filter((created) => created.status === 'failed').map(({ name }) => name) ?? [];
    if (status === 'S') notify({ severity: 'success', message: messages.clinics.creation.done });
    else notify({ severity: 'error', message: messages.clinics.creation.failed(failed) });
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
      note(messages.clinics.creation.stopped);
    }, POLL_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [watched]);

  useEffect(() => {
    if (!error) return;
    setOpen(true);
    note(messages.clinics.creation.unchecked);
  }, [error]);

  const start = async (clinics: ClinicToCreate[]): Promise<boolean> => {
    const answer = await send({ practice: practiceId, clinics });
    if (answer.error) {
      notify({ severity: 'error', message: errorMessage(answer.error, messages.clinics.confirm.failed) });
      return false;
    }
    notify({ severity: 'success', message: messages.clinics.confirm.started(clinics.map(({ name }) => name)) });
    void refetch();
    return true;
  };

  return {
    shown: open ? (data ?? { status: 'N', log: [], practice_statuses: [] }) : undefined,
    log: logOf(data?.log ?? [], notes),
    pending,
    stopped,
    checking: isFetching,
    check: async () => {
      await refetch();
    },
    close: () => {
      rememberClosed(practiceId, data?.started_at);
      setDismissed(true);
      setOpen(false);
      setNotes([]);
    },
    start,
    starting,
  };
}

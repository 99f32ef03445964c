/** Starts creating clinic practices, or finds a running creation, and polls it until it ends (4.1, 8.1 and 9). */
import type { ClinicCreation, ClinicToCreate } from 'shared-api/contracts';
import { useEffect, useEffectEvent, useState } from 'react';
import { usePractice, useRemote } from 'shared-ui/remote';
import { useCreateClinicPracticesMutation, useReadClinicCreationQuery } from '../api';
import { messages } from '../messages';
import { errorMessage } from '../settings-record/use-settings';

/** How often the status is polled, and for how long (section 9). */
export const POLL_INTERVAL_MS = 5_000;
export const POLL_TIMEOUT_MS = 120_000;

/** A line that this page adds after a given number of server log lines. */
interface Note {
  after: number;
  text: string;
}

/** The server's lines in order, with each note at its position. */
export function logOf(lines: readonly string[], notes: readonly Note[]): string[] {
  const at = (index: number): string[] => notes.filter(({ after }) => after === index).map(({ text }) => text);
  const late = notes.filter(({ after }) => after > lines.length).map(({ text }) => text);
  return [...at(0), ...lines.flatMap((line, index) => [line, ...at(index + 1)]), ...late];
}

/** A failed creation reappears after a reload until it is closed. Local storage remembers which one was closed. */
const closedKey = (practiceId: number, userId: string): string => `closed clinic creation ${practiceId} ${userId}`;

function wasClosed(practiceId: number, userId: string, startedAt: number | undefined): boolean {
  try {
    return localStorage.getItem(closedKey(practiceId, userId)) === String(startedAt);
  } catch {
    return false;
  }
}

function rememberClosed(practiceId: number, userId: string, startedAt: number | undefined): void {
  try {
    localStorage.setItem(closedKey(practiceId, userId), String(startedAt));
  } catch {
    // Without storage, it reappears on the next visit.
  }
}

export interface Creation {
  /** The creation to show; undefined if none was started in this visit or found running. */
  shown: ClinicCreation | undefined;
  /** The server's log with the notes of this page. */
  log: readonly string[];
  pending: boolean;
  /** True once polling has stopped while practices are still pending. */
  stopped: boolean;
  checking: boolean;
  check: () => Promise<void>;
  close: () => void;
  /** Resolves to true if the server accepted the creation. */
  start: (clinics: ClinicToCreate[]) => Promise<boolean>;
  starting: boolean;
}

/** @param onStarted called when the server has accepted the creation */
function useStartCreation(onStarted: () => void): Pick<Creation, 'start' | 'starting'> {
  const { notify } = useRemote();
  const practiceId = usePractice().id;
  const [send, { isLoading: starting }] = useCreateClinicPracticesMutation();
  const start = async (clinics: ClinicToCreate[]): Promise<boolean> => {
    const answer = await send({ practice: practiceId, clinics });
    if (answer.error) {
      notify({ severity: 'error', message: errorMessage(answer.error, messages.clinics.confirm.failed) });
      return false;
    }
    const { started, startedOf } = messages.clinics.confirm;
    const details = startedOf(clinics.map(({ name }) => name));
    notify({ severity: 'success', message: started(clinics.length), details });
    onStarted();
    return true;
  };
  return { start, starting };
}

/** @param onEnded called when the creation ends, even after a failure, because there can be new connected practices */
export function useCreation(onEnded: () => void): Creation {
  const { session, notify } = useRemote();
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
  const { start, starting } = useStartCreation(() => void refetch());

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
  // A creation that failed before this visit shows its reasons until the person closes them.
  const failedBefore = data?.status === 'F' && !watched && !open && !dismissed;
  if (failedBefore && !wasClosed(practiceId, session.user.id, data.started_at)) setOpen(true);
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
      rememberClosed(practiceId, session.user.id, data?.started_at);
      setDismissed(true);
      setOpen(false);
      setNotes([]);
    },
    start,
    starting,
  };
}

/** The sync status of a practice, kept up to date, and the commands to its agent (specification: 7.1 and 8.1). */
import type { SyncCommand, SyncInfo } from 'shared-api/contracts';
import { useEffect, useEffectEvent, useState } from 'react';
import { usePractice, useRemote } from 'shared-ui/remote';
import { type Command, useGiveCommandMutation, useReadSyncInfoQuery } from '../api';
import { messages } from '../messages';
import { errorMessage } from '../settings-record/use-settings';
import { isUnfinished } from './command-state';

const text = messages.syncStatus;

/** How often the status is polled: while a command is unfinished, and otherwise. */
const BUSY_POLL_INTERVAL_MS = 2_000;
const IDLE_POLL_INTERVAL_MS = 30_000;

export interface Sync {
  info: SyncInfo | undefined;
  /** Why the last read failed, as text. */
  problem: string | undefined;
  fetching: boolean;
  retry: () => void;
  refresh: () => Promise<void>;
  /** True while the person's own refresh is under way. */
  refreshing: boolean;
  /** When the status was read last, in epoch seconds; null before the first time. */
  updatedAt: number | null;
  sendCommand: (command: Command) => Promise<void>;
  /** The command that is on its way to the server. */
  sendingKind: SyncCommand['kind'] | null;
}

/** @param onArrived called when an update has arrived whole: the settings may know more now, such as clinics */
export function useSync(onArrived: () => void): Sync {
  const { notify } = useRemote();
  const practiceId = usePractice().id;
  const [pollingInterval, setPollingInterval] = useState(IDLE_POLL_INTERVAL_MS);
  const [refreshing, setRefreshing] = useState(false);
  const {
    data: info,
    error,
    isFetching,
    refetch,
    fulfilledTimeStamp,
  } = useReadSyncInfoQuery({ practice: practiceId }, { pollingInterval });
  const [send, { isLoading, originalArgs }] = useGiveCommandMutation();

  const nextInterval = info?.commands.some(isUnfinished) ? BUSY_POLL_INTERVAL_MS : IDLE_POLL_INTERVAL_MS;
  if (nextInterval !== pollingInterval) setPollingInterval(nextInterval);

  const problem = error && errorMessage(error, text.failed);
  const unread = info ? undefined : problem;
  useEffect(() => {
    if (unread !== undefined) notify({ severity: 'error', message: unread });
  }, [unread, notify]);

  const synced = info?.last_synced_at ?? null;
  const loaded = info !== undefined;
  const [known, setKnown] = useState({ loaded, synced });
  const compare = useEffectEvent(() => {
    if (known.loaded && synced !== null && synced !== known.synced) onArrived();
    setKnown({ loaded, synced });
  });
  useEffect(() => compare(), [synced, loaded]);

  const refresh = async (): Promise<void> => {
    setRefreshing(true);
    const answer = await refetch();
    setRefreshing(false);
    if (answer.error) notify({ severity: 'error', message: errorMessage(answer.error, text.failed) });
    else notify({ severity: 'success', message: text.refreshed });
  };

  const give = async (command: Command): Promise<void> => {
    const answer = await send({ practice: practiceId, command });
    if (answer.error) {
      notify({ severity: 'error', message: errorMessage(answer.error, text.refused[command]) });
      return;
    }
    const { status, message } = answer.data;
    notify({
      severity: status === 'info' ? 'info' : 'success',
      message: message === '' ? text.asked[command] : message,
    });
    void refetch();
  };

  return {
    info,
    problem,
    fetching: isFetching,
    retry: () => void refetch(),
    refresh,
    refreshing,
    updatedAt: fulfilledTimeStamp === undefined ? null : Math.floor(fulfilledTimeStamp / 1000),
    sendCommand: give,
    sendingKind: isLoading ? (originalArgs?.command ?? null) : null,
  };
}

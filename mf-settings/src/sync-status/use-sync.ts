/** Polls a practice's sync status and sends commands to its agent (specification: 7.1 and 8.1). */
import type { SyncCommand, SyncInfo } from 'shared-api/contracts';
import { useEffect, useEffectEvent, useState } from 'react';
import { usePractice, useRemote } from 'shared-ui/remote';
import { type Command, useGiveCommandMutation, useReadSyncInfoQuery } from '../api';
import { messages } from '../messages';
import { errorMessage, type LoadFailure, loadFailureOf } from '../settings-record/use-settings';
import { isUnfinished } from './command-state';
import { commandToast } from './command-toast';

const text = messages.syncStatus;

/** Polling intervals: while a command is unfinished, and otherwise. */
const BUSY_POLL_INTERVAL_MS = 2_000;
const IDLE_POLL_INTERVAL_MS = 30_000;

export interface Sync {
  info: SyncInfo | undefined;
  /** The message of the last failed request. */
  problem: string | undefined;
  /** Why the first load failed; undefined while loading and after a successful load. */
  loadFailure: LoadFailure | undefined;
  fetching: boolean;
  retry: () => void;
  refresh: () => Promise<void>;
  /** True during a refresh by the person. */
  refreshing: boolean;
  /** When the status was last loaded, in epoch seconds; null before the first load. */
  updatedAt: number | null;
  sendCommand: (command: Command) => Promise<void>;
  /** The command that is being sent. */
  sendingKind: SyncCommand['kind'] | null;
}

/** @param onArrived called when an update is complete, because settings such as the clinics can have changed */
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
  const loadFailure = error && !info ? loadFailureOf(error, text.failed, text.next) : undefined;
  const unread = loadFailure?.title;
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
    notify(commandToast(command, answer));
    if (!answer.error) void refetch();
  };

  return {
    info,
    problem,
    loadFailure,
    fetching: isFetching,
    retry: () => void refetch(),
    refresh,
    refreshing,
    updatedAt: fulfilledTimeStamp === undefined ? null : Math.floor(fulfilledTimeStamp / 1000),
    sendCommand: give,
    sendingKind: isLoading ? (originalArgs?.command ?? null) : null,
  };
}

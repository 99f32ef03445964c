import { type ApiError, serverMessage } from 'shared-api';
import type { BulkJob } from 'shared-api/contracts';
import { useDispatch } from 'shared-ui/redux';
import { useRemote } from 'shared-ui/remote';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { api, ENTITLEMENT_TAGS, useReadBulkJobQuery, useResumeBulkJobMutation, useStopBulkJobMutation } from '../api';
import { deedOf, isLive, toastOf } from './bulk';
import { words } from './messages';

/** How often a job is asked how far it is, in milliseconds. */
export const POLL_MS = 1000;

export interface WatchedJob {
  job: BulkJob | undefined;
  error: ApiError | undefined;
  reading: boolean;
  read: () => void;
  /** Stop or resume is being asked for. */
  busy: boolean;
  stop: () => Promise<void>;
  /** Goes on after a stop, or tries the failed practices again. */
  resume: () => Promise<void>;
}

/**
 * A bulk change that is watched until it ends, well or not. Its end is told once, to whoever saw it run.
 *
 * @param started in this visit, so that its end is told even where it came before the first look
 * @param results how many results are read at most
 */
export function useJob(job: string, started: boolean, results: number): WatchedJob {
  const { notify } = useRemote();
  const dispatch = useDispatch();
  const [polling, setPolling] = useState(0);
  const { data, error, isFetching, refetch, fulfilledTimeStamp } = useReadBulkJobQuery(
    { job, results },
    { pollingInterval: polling, refetchOnMountOrArgChange: true },
  );
  const [stopJob, stopping] = useStopBulkJobMutation();
  const [resumeJob, resuming] = useResumeBulkJobMutation();
  const failure = error as ApiError | undefined;
  const gone = failure !== undefined && failure.status >= 400 && failure.status < 500;
  const interval = !gone && (!data || isLive(data.state)) ? POLL_MS : 0;
  if (interval !== polling) setPolling(interval);

  const running = useRef(started);
  const state = data?.state;
  const ended = useEffectEvent(() => {
    if (!data) return;
    // Stopped by a person or by a fault, it is not over: the panel says so.
    if (data.state === 'done') notify(toastOf(deedOf(data), data));
    else if (data.state === 'failed') notify({ severity: 'error', message: words.toasts.failed(deedOf(data)) });
    dispatch(api.util.invalidateTags([...ENTITLEMENT_TAGS]));
  });
  useEffect(() => {
    if (state === undefined) return;
    if (isLive(state)) running.current = true;
    else if (running.current) {
      running.current = false;
      ended();
    }
    // Each answer counts: what is tried again may be over before it was seen to run.
  }, [state, fulfilledTimeStamp]);

  const ask = async (asked: PromiseLike<{ error?: unknown }>, otherwise: string): Promise<void> => {
    const { error: refused } = await asked;
    if (refused) notify({ severity: 'error', message: serverMessage(refused as ApiError) ?? otherwise });
    else running.current = true;
    void refetch();
  };
  return {
    job: data,
    error: failure,
    reading: isFetching,
    read: () => void refetch(),
    busy: stopping.isLoading || resuming.isLoading,
    stop: () => ask(stopJob({ job }), words.job.stopFailed),
    resume: () => ask(resumeJob({ job }), words.job.resumeFailed),
  };
}

import { type ApiError, apiErrorOf, serverMessage } from 'shared-api';
import type { BulkJob } from 'shared-api/contracts';
import { useDispatch } from 'shared-ui/redux';
import { useRemote } from 'shared-ui/remote';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { api, ENTITLEMENT_TAGS, useReadBulkJobQuery, useResumeBulkJobMutation, useStopBulkJobMutation } from '../api';
import { operationOf, isInProgress, resultToast } from './bulk';
import { messages } from './messages';

/** Interval between two requests for the progress of a job. */
export const POLL_INTERVAL_MS = 1000;

export interface WatchedJob {
  job: BulkJob | undefined;
  error: ApiError | undefined;
  isFetching: boolean;
  refetch: () => void;
  /** True while a stop or resume request runs. */
  busy: boolean;
  stop: () => Promise<void>;
  /** Continues after a stop, or retries the failed practices. */
  resume: () => Promise<void>;
}

/**
 * Polls a bulk change until it ends. Shows a toast at the end if this page saw it running.
 *
 * @param started true if this page started it, so that its end is reported even if it ended before the first read
 * @param results the maximum number of results to read
 */
export function useBulkJob(job: string, started: boolean, results: number): WatchedJob {
  const { notify } = useRemote();
  const dispatch = useDispatch();
  const [polling, setPolling] = useState(0);
  const { data, error, isFetching, refetch, fulfilledTimeStamp } = useReadBulkJobQuery(
    { job, results },
    { pollingInterval: polling, refetchOnMountOrArgChange: true },
  );
  const [stopJob, stopping] = useStopBulkJobMutation();
  const [resumeJob, resuming] = useResumeBulkJobMutation();
  const failure = apiErrorOf(error);
  const isMissing = failure !== undefined && failure.status >= 400 && failure.status < 500;
  const interval = !isMissing && (!data || isInProgress(data.state)) ? POLL_INTERVAL_MS : 0;
  if (interval !== polling) setPolling(interval);

  const wasRunning = useRef(started);
  const state = data?.state;
  const announceEnd = useEffectEvent(() => {
    if (!data) return;
    // A job stopped by a person or an error isn't over: the panel shows that.
    if (data.state === 'done') notify(resultToast(operationOf(data), data));
    else if (data.state === 'failed') notify({ severity: 'error', message: messages.toasts.failed(operationOf(data)) });
    dispatch(api.util.invalidateTags([...ENTITLEMENT_TAGS]));
  });
  useEffect(() => {
    if (state === undefined) return;
    if (isInProgress(state)) wasRunning.current = true;
    else if (wasRunning.current) {
      wasRunning.current = false;
      announceEnd();
    }
    // Runs for each response, because a retry can end before a response shows it running.
  }, [state, fulfilledTimeStamp]);

  const request = async (asked: PromiseLike<{ error?: unknown }>, otherwise: string): Promise<void> => {
    const { error: refused } = await asked;
    if (refused) notify({ severity: 'error', message: serverMessage(apiErrorOf(refused)) ?? otherwise });
    else wasRunning.current = true;
    void refetch();
  };
  return {
    job: data,
    error: failure,
    isFetching: isFetching,
    refetch: () => void refetch(),
    busy: stopping.isLoading || resuming.isLoading,
    stop: () => request(stopJob({ job }), messages.job.stopFailed),
    resume: () => request(resumeJob({ job }), messages.job.resumeFailed),
  };
}

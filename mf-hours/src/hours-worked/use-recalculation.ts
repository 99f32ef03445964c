/** Recalculates the hours (specification: 7.3, 8.3, 9; DECISIONS, server rule 3). */
import { apiErrorOf } from 'shared-api';
import type { Recalculation } from 'shared-api/contracts';
import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'shared-ui/redux';
import { useRemote } from 'shared-ui/remote';
import { api, useReadHoursStatusQuery, useRecalculateHoursMutation } from '../api';
import { messages } from './messages';
import { refusalToast } from './refusal-toast';
import type { HoursInView } from './use-hours-worked';

/** Delay between the accepted request and the refetch of the hours (8.3). */
const RELOAD_DELAY_MS = 2000;
/** How often the page polls for changed figures. */
const BUSY_POLL_INTERVAL_MS = 2000;
const IDLE_POLL_INTERVAL_MS = 15_000;

export const isUnderWay = (job: Recalculation | null | undefined): boolean =>
  job?.state === 'pending' || job?.state === 'running';

export interface RecalculationControl {
  recalculate: () => Promise<void>;
  asking: boolean;
  /** The latest known recalculation; null if there was none. */
  job: Recalculation | null;
  /** True while the server recomputes days in the background. */
  updating: boolean;
}

/** @param hours the hours in view, or null until they have loaded, and whether they are being fetched */
export function useRecalculation(
  practiceId: number,
  { all: hours, fetching }: Pick<HoursInView, 'all' | 'fetching'>,
): RecalculationControl {
  const { notify } = useRemote();
  const dispatch = useDispatch();
  const [send, { isLoading }] = useRecalculateHoursMutation();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [busy, setBusy] = useState(false);
  const known = hours?.recalculation ?? null;
  const stale = hours?.updating ?? false;

  const { currentData: status, isFetching: fetchingStatus } = useReadHoursStatusQuery(
    { practice: practiceId },
    {
      pollingInterval: busy || stale || isUnderWay(known) ? BUSY_POLL_INTERVAL_MS : IDLE_POLL_INTERVAL_MS,
      skipPollingIfUnfocused: true,
      refetchOnMountOrArgChange: true,
    },
  );
  const latest = status?.recalculation ?? null;
  const job = latest && (!known || latest.requested_at >= known.requested_at) ? latest : known;
  const updating = status?.updating ?? stale;
  const nowBusy = updating || isUnderWay(job);
  if (nowBusy !== busy) setBusy(nowBusy);

  useReloadOfChanges({
    shown: versionOf(hours?.status_version, known),
    latest: versionOf(status?.version, latest),
    fetching: fetching || fetchingStatus,
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  const recalculate = async (): Promise<void> => {
    const { error } = await send({ practice: practiceId });
    if (!error) {
      notify({ severity: 'success', message: messages.recalculation.started });
      clearTimeout(timer.current);
      timer.current = setTimeout(() => dispatch(api.util.invalidateTags(['hours-worked'])), RELOAD_DELAY_MS);
      return;
    }
    notify(refusalToast(apiErrorOf(error)));
  };

  return { recalculate, asking: isLoading, job, updating };
}

/** Undefined until known. The version of older consoles does not change when a recalculation ends. */
const versionOf = (version: string | undefined, job: Recalculation | null): string | undefined =>
  version && `${version} ${String(isUnderWay(job))}`;

interface Versions {
  /** Version of the hours in view. */
  shown: string | undefined;
  /** Version in the latest status. */
  latest: string | undefined;
  fetching: boolean;
}

/**
 * Refetches the hours and their status after figures or overrides changed, in this tab or elsewhere. Staged edits are
 * kept. A status that stays older than the hours causes only one refetch.
 */
function useReloadOfChanges({ shown, latest, fetching }: Versions): void {
  const dispatch = useDispatch();
  const compared = useRef<{ shown: string | undefined; latest: string }>(undefined);
  useEffect(() => {
    if (fetching || latest === undefined) return;
    const before = compared.current;
    if (before?.shown === shown && before?.latest === latest) return;
    compared.current = { shown, latest };
    // Older consoles send no version with the hours, so the previous status is used.
    if ((shown ?? before?.latest ?? latest) !== latest) dispatch(api.util.invalidateTags(['hours-worked']));
  }, [shown, latest, fetching, dispatch]);
}

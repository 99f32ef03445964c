/** Recalculating the hours (specification: 7.3, 8.3, 9; DECISIONS, server rule 3). */
import { isApiError, serverMessage } from 'shared-api';
import type { Recalculation } from 'shared-api/contracts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useDispatch } from 'shared-ui/redux';
import { useRemote } from 'shared-ui/remote';
import { api, useReadHoursWorkedQuery, useRecalculateHoursMutation } from '../api';
import { words } from './messages';

/** From the accepted call to reading the hours again (8.3), and between two looks at how far it is, in milliseconds. */
const RELOAD_AFTER_MS = 2000;
const LOOK_EVERY_MS = 2000;
/** How long the toast of the limit stays (8.3). */
const LIMIT_TOAST_MS = 7000;

export const isUnderWay = (job: Recalculation | null | undefined): boolean =>
  job?.state === 'pending' || job?.state === 'running';

export interface Recalculating {
  recalculate: () => Promise<void>;
  asking: boolean;
  /** The latest recalculation as it is known now; null when there never was one. */
  job: Recalculation | null;
}

/** @param known the recalculation that came with the hours in view */
export function useRecalculation(practice: number, known: Recalculation | null): Recalculating {
  const { notify } = useRemote();
  const dispatch = useDispatch();
  const [send, { isLoading }] = useRecalculateHoursMutation();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const underWay = isUnderWay(known);

  // One week says how far it is, whatever range is in view: a month of all providers every two seconds would be much.
  const { currentData } = useReadHoursWorkedQuery(
    { practice, range: { type: 'week', offset: 0 } },
    { skip: !underWay, pollingInterval: underWay ? LOOK_EVERY_MS : 0 },
  );
  const looked = underWay ? (currentData?.hours.recalculation ?? null) : null;
  const job = looked && known && looked.requested_at >= known.requested_at ? looked : known;

  const reload = useEffectEvent(() => {
    dispatch(api.util.invalidateTags(['hours-worked']));
  });
  const ended = underWay && !isUnderWay(job);
  useEffect(() => {
    if (ended) reload();
  }, [ended]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const recalculate = async (): Promise<void> => {
    const { error } = await send({ practice });
    if (!error) {
      notify({ severity: 'success', message: words.recalculation.started });
      clearTimeout(timer.current);
      timer.current = setTimeout(() => dispatch(api.util.invalidateTags(['hours-worked'])), RELOAD_AFTER_MS);
      return;
    }
    const said = isApiError(error) ? serverMessage(error) : undefined;
    if (isApiError(error) && error.status === 429) {
      notify({ severity: 'error', message: said ?? words.recalculation.limit, duration: LIMIT_TOAST_MS });
    } else notify({ severity: 'error', message: said ?? words.recalculation.failed });
  };

  return { recalculate, asking: isLoading, job };
}

import { isDate } from 'shared-api/contracts';
import { useRemote, useRemoteLocation } from 'shared-ui/remote';

/** What of the hours the page shows. It is in the address: `?schedule=2026-12-07`, `?view=exceptions&month=2026-12`. */
export interface ScheduleView {
  /** First day of the planned schedule that is shown; null for the one in effect. */
  schedule: string | null;
  exceptions: boolean;
  /** `YYYY-MM`; null for the month of today. */
  month: string | null;
}

export function viewFromSearch(search: string): ScheduleView {
  const query = new URLSearchParams(search);
  const schedule = query.get('schedule') ?? '';
  const month = query.get('month') ?? '';
  return {
    schedule: isDate(schedule) ? schedule : null,
    exceptions: query.get('view') === 'exceptions',
    month: isDate(`${month}-01`) ? month : null,
  };
}

/** The search part of an address with the view in it; other parameters stay. */
export function searchWithView(search: string, { schedule, exceptions, month }: ScheduleView): string {
  const query = new URLSearchParams(search);
  const set = (name: string, value: string | null): void => {
    if (value === null) query.delete(name);
    else query.set(name, value);
  };
  set('schedule', schedule);
  set('view', exceptions ? 'exceptions' : null);
  set('month', exceptions ? month : null);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

export function useScheduleView(): [ScheduleView, (change: Partial<ScheduleView>) => void] {
  const { navigate } = useRemote();
  const { pathname, search } = useRemoteLocation();
  const view = viewFromSearch(search);
  return [view, (change) => navigate(`${pathname}${searchWithView(search, { ...view, ...change })}`)];
}

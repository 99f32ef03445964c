import { isDate } from 'shared-api/contracts';
import { dateParam, flagParam, type UrlParam, urlParams, useUrlParams } from 'shared-ui/remote';

/**
 * The part of the hours that the page shows, kept in the URL: `?schedule=2026-12-07`, `?view=exceptions&month=2026-12`.
 */
export interface ScheduleView {
  /** First day of the planned schedule that is shown; null for the one in effect. */
  schedule: string | null;
  exceptions: boolean;
  /** `YYYY-MM`; null for the month of today. */
  month: string | null;
}

const monthParam: UrlParam<string | null> = {
  name: 'month',
  parse: (text) => (isDate(`${text ?? ''}-01`) ? text : null),
  format: (month) => month,
};

const viewParams = urlParams<ScheduleView>({
  schedule: dateParam('schedule'),
  exceptions: flagParam('view', 'exceptions'),
  month: monthParam,
});

export function useScheduleView(): [ScheduleView, (change: Partial<ScheduleView>) => void] {
  return useUrlParams(viewParams);
}

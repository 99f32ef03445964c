/** Activity filters as URL parameters. */
import { addDays, dayIn } from 'shared-api/contracts';
import { type ActivityArea, activityAreas, type listActivity } from 'shared-api/contracts/activity';
import type { QueryOf } from 'shared-api/contracts';
import { choiceParam, dateParam, textParam, type UrlParams, urlParams } from '../remote/url-params';

export const activityPeriods = ['all', 'today', 'week', 'month', 'dates'] as const;
export type ActivityPeriod = (typeof activityPeriods)[number];

export interface ActivityFilters {
  area: ActivityArea | '';
  /** Id of the actor; empty for everyone. */
  actor: string;
  period: ActivityPeriod;
  /** `YYYY-MM-DD`, for the period `dates`; null for no limit. */
  from: string | null;
  to: string | null;
}

export const noActivityFilters: ActivityFilters = { area: '', actor: '', period: 'all', from: null, to: null };

export const activityParams: UrlParams<ActivityFilters> = urlParams<ActivityFilters>({
  area: choiceParam<ActivityArea | ''>('area', ['', ...activityAreas], ''),
  actor: textParam('person'),
  period: choiceParam<ActivityPeriod>('period', activityPeriods, 'all'),
  from: dateParam('from'),
  to: dateParam('to'),
});

/** The number of active filters. */
export const activityFilterCount = ({ area, actor, period }: ActivityFilters): number =>
  [area !== '', actor !== '', period !== 'all'].filter(Boolean).length;

/** How many days before today each period starts. */
const daysBefore: Partial<Record<ActivityPeriod, number>> = { today: 0, week: 6, month: 29 };

export type ActivityQuery = Pick<QueryOf<typeof listActivity>, 'area' | 'actor' | 'from_date' | 'to_date'>;

/** The list call's query. Dates are in the list's time zone. */
export function toActivityQuery(filters: ActivityFilters, timeZone: string, now: Date): ActivityQuery {
  const { area, actor, period, from, to } = filters;
  const before = daysBefore[period];
  const dates =
    before !== undefined
      ? { from_date: addDays(dayIn(timeZone, now), -before) }
      : period === 'dates'
        ? { ...(from !== null && from !== '' && { from_date: from }), ...(to !== null && to !== '' && { to_date: to }) }
        : {};
  return { ...(area !== '' && { area }), ...(actor !== '' && { actor }), ...dates };
}

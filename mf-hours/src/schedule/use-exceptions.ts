import type { DateRange, HoursException } from 'shared-api/contracts';
import { useMemo } from 'react';
import { useListExceptionsQuery, useListSchedulesQuery, useReadWeeklyHoursQuery } from '../api';
import { nameOf } from '../weekly-hours/names';
import { isOffice } from '../weekly-hours/rows';
import type { Names } from './exception-text';
import { messages } from './messages';
import { monthOf, weeksOf } from './month';

const { office } = messages.exceptions;

/** A month with its exceptions, and those of the days around it that its grid shows. */
export interface ExceptionsOfMonth {
  month: string;
  today: string;
  exceptions: readonly HoursException[];
  /** The days that an exception may cover. */
  bounds: DateRange;
}

export interface Exceptions {
  /** Null until today is known. */
  month: string | null;
  names: Names;
  /** True if the schedule of the practice software applies instead. */
  overruled: boolean;
  /** Null until all of it has loaded. */
  loaded: ExceptionsOfMonth | null;
  error: unknown;
  retry: () => void;
}

/** @param requestedMonth `YYYY-MM`; null for the month of today */
export function useExceptions(practiceId: number, requestedMonth: string | null): Exceptions {
  const schedules = useListSchedulesQuery({ practice: practiceId }, { refetchOnMountOrArgChange: true });
  const week = useReadWeeklyHoursQuery({ practice: practiceId });
  const today = schedules.data?.today;
  const month = requestedMonth ?? (today === undefined ? null : monthOf(today));
  const days = month === null ? [] : weeksOf(month).flat();
  const range = { practice: practiceId, start: days[0] ?? '', end: days.at(-1) ?? '' };
  const list = useListExceptionsQuery(range, { skip: month === null, refetchOnMountOrArgChange: true });
  // The previous month stays visible until the next one has loaded, which keeps the focus.
  const exceptions = list.currentData ?? (list.isFetching ? list.data : undefined);
  const records = week.data?.records;
  const names = useMemo(
    () => new Map((records ?? []).map((row) => [row.provider_id, isOffice(row) ? office : nameOf(row)] as const)),
    [records],
  );
  return {
    month,
    names,
    overruled: week.data?.overruled === true,
    loaded:
      schedules.data && records && exceptions && month !== null
        ? { month, today: schedules.data.today, exceptions, bounds: schedules.data.exception_bounds }
        : null,
    error: schedules.error ?? week.error ?? list.error,
    retry: () => {
      for (const query of [schedules, week, list]) if (query.error) void query.refetch();
    },
  };
}

import { dayNames } from 'shared-api/contracts';
import type { ReactNode } from 'react';
import { messages } from './messages';
import { ratingOf } from './rating';
import type { WeekdayHours } from './totals';
import { UtilizationTable } from './UtilizationTable';

const { columns, weekdays: label } = messages.summary;

/** The utilization of each day of the week, to show free capacity. */
export function WeekdayUtilization({ weekdays }: { weekdays: readonly WeekdayHours[] }): ReactNode {
  if (weekdays.length === 0) return null;
  const rows = weekdays.map(({ day, progress, ...hours }) => ({
    key: day,
    name: dayNames[day],
    hours,
    rating: ratingOf(hours, hours, progress),
  }));
  return <UtilizationTable label={label} heading={columns.weekday} rows={rows} />;
}

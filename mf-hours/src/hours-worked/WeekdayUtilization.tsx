import { dayNames, utilizationOf } from 'shared-api/contracts';
import type { ReactNode } from 'react';
import { hoursText } from './cells';
import { messages } from './messages';
import { Scroll, Table } from './summary-table';
import type { WeekdayHours } from './totals';
import { UtilizationBadge } from './UtilizationBadge';

const { columns } = messages.summary;

/** The utilization of each day of the week: which days have room. */
export function WeekdayUtilization({ weekdays }: { weekdays: readonly WeekdayHours[] }): ReactNode {
  if (weekdays.length === 0) return null;
  return (
    <Scroll tabIndex={0} role="region" aria-label={messages.summary.weekdays}>
      <Table aria-label={messages.summary.weekdays}>
        <thead>
          <tr>
            <th scope="col">{columns.weekday}</th>
            <th scope="col" data-numeric="">
              {columns.available}
            </th>
            <th scope="col" data-numeric="">
              {columns.worked}
            </th>
            <th scope="col" data-numeric="">
              {columns.utilization}
            </th>
            {/* The badges belong to the utilization. */}
            <td data-badge="" />
          </tr>
        </thead>
        <tbody>
          {weekdays.map(({ day, ...hours }) => (
            <tr key={day}>
              <th scope="row">{dayNames[day]}</th>
              <td data-numeric="">{hoursText(hours.available)}</td>
              <td data-numeric="">{hoursText(hours.worked)}</td>
              <td data-numeric="">{messages.summary.percent(utilizationOf(hours))}</td>
              <td data-badge="">
                <UtilizationBadge utilization={utilizationOf(hours)} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Scroll>
  );
}

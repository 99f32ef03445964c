import { type ProviderTotals, utilizationOf } from 'shared-api/contracts';
import { Typography } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { hoursText } from './cells';
import { messages } from './messages';
import { nameOf } from './names';
import { Scroll, Table } from './summary-table';
import { rangeHoursOf, toDateOf } from './totals';
import { toDateText } from './to-date-text';
import { UtilizationBadge } from './UtilizationBadge';

const { columns } = messages.summary;

export interface ProviderUtilizationProps {
  providers: readonly ProviderTotals[];
  /** True when some of the days are still to come, so that the figures to date are others. */
  toDate: boolean;
}

/** The utilization of each provider. */
export function ProviderUtilization({ providers, toDate }: ProviderUtilizationProps): ReactNode {
  return (
    <div style={{ minWidth: 0 }}>
      <Scroll tabIndex={0} role="region" aria-label={messages.summary.table}>
        <Table aria-label={messages.summary.table}>
          <thead>
            <tr>
              <th scope="col">{columns.provider}</th>
              <th scope="col" data-numeric="">
                {columns.available}
              </th>
              <th scope="col" data-numeric="">
                {columns.worked}
              </th>
              <th scope="col" data-numeric="" data-wide="">
                {columns.days}
              </th>
              <th scope="col" data-numeric="">
                {columns.utilization}
              </th>
              {/* The badges belong to the utilization. */}
              <td data-badge="" />
              {toDate && (
                <th scope="col" data-numeric="" data-wide="">
                  {columns.toDate}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {providers.map((provider) => {
              const utilization = utilizationOf(rangeHoursOf(provider));
              return (
                <tr key={provider.provider_id}>
                  <th scope="row">
                    <span dir="auto">{nameOf(provider)}</span>
                    {provider.left_on !== undefined && (
                      <Typography variant="caption" component="div" color="textTertiary">
                        {messages.left(provider.left_on)}
                      </Typography>
                    )}
                  </th>
                  <td data-numeric="">{hoursText(provider.total_hours_available)}</td>
                  <td data-numeric="">{hoursText(provider.total_hours_worked)}</td>
                  <td data-numeric="" data-wide="">
                    {messages.summary.days(provider.total_days_worked, provider.total_days_available)}
                  </td>
                  <td data-numeric="">{messages.summary.percent(utilization)}</td>
                  <td data-badge="">
                    <UtilizationBadge utilization={utilization} />
                  </td>
                  {toDate && (
                    <td data-numeric="" data-wide="">
                      {toDateText(toDateOf(provider), hoursText)}
                    </td>
                  )}
                </tr>
              );
            })}
          </tbody>
        </Table>
      </Scroll>
      <Typography variant="body2" color="textTertiary" style={{ marginTop: 6 }}>
        {messages.summary.saved}
      </Typography>
    </div>
  );
}

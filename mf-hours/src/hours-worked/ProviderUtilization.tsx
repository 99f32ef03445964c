import { type ProviderTotals, utilizationOf } from 'shared-api/contracts';
import { color, styled } from 'shared-ui';
import { Typography } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { shortHoursText } from './cells';
import { messages } from './messages';
import { nameOf } from './names';
import { rangeHoursOf, toDateOf } from './totals';
import { toDateText } from './to-date-text';
import { UtilizationBadge } from './UtilizationBadge';

const { columns } = messages.summary;

const Scroll = styled('div')({
  maxHeight: 160,
  overflow: 'auto',
  '&:focus-visible': { outline: `2px solid ${color.focus}` },
  '@media print': { maxHeight: 'none', overflow: 'visible' },
});

const Table = styled('table')({
  width: '100%',
  borderCollapse: 'separate',
  borderSpacing: 0,
  fontSize: 12,
  lineHeight: '18px',
  'th, td': { padding: '3px 8px 3px 0', textAlign: 'left', fontWeight: 400, whiteSpace: 'nowrap' },
  'thead th, thead td': {
    position: 'sticky',
    top: 0,
    backgroundColor: color.surface,
    color: color.inkSecond,
    fontWeight: 550,
    borderBottom: `1px solid ${color.line}`,
    '@media print': { position: 'static' },
  },
  'tbody th': { fontWeight: 550, whiteSpace: 'normal', overflowWrap: 'anywhere' },
  'tbody tr:not(:last-child) > *': { borderBottom: `1px solid ${color.line}` },
  '@media (max-width: 639.95px)': { '[data-wide]': { display: 'none' } },
  '[data-numeric]': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
  // The badge is always fully visible: the table scrolls instead.
  '[data-badge]': { minWidth: 84 },
  'td:last-child, th:last-child': { paddingRight: 2 },
});

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
                  <td data-numeric="">{shortHoursText(provider.total_hours_available)}</td>
                  <td data-numeric="">{shortHoursText(provider.total_hours_worked)}</td>
                  <td data-numeric="" data-wide="">
                    {messages.summary.days(provider.total_days_worked, provider.total_days_available)}
                  </td>
                  <td data-numeric="">{messages.summary.percent(utilization)}</td>
                  <td data-badge="">
                    <UtilizationBadge utilization={utilization} />
                  </td>
                  {toDate && (
                    <td data-numeric="" data-wide="">
                      {toDateText(toDateOf(provider), shortHoursText)}
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

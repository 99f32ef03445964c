import type { ProviderTotals } from 'shared-api/contracts';
import { Typography } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { messages } from './messages';
import { nameOf } from './names';
import { type Progress, ratingOf } from './rating';
import { rangeHoursOf, toDateOf } from './totals';
import { toDateText } from './to-date-text';
import { type UtilizationRow, UtilizationTable } from './UtilizationTable';

const text = messages.summary;

export interface ProviderUtilizationProps {
  providers: readonly ProviderTotals[];
  /** True when some of the days are in the future, so that the figures to date differ. */
  toDate: boolean;
  /** The practice's progress. */
  progress: Progress;
}

/** The utilization of each provider. */
export function ProviderUtilization({ providers, toDate, progress }: ProviderUtilizationProps): ReactNode {
  const rows = providers.map((provider): UtilizationRow => ({
    key: provider.provider_id,
    name: (
      <>
        <span dir="auto">{nameOf(provider)}</span>
        {provider.left_on !== undefined && (
          <Typography variant="caption" component="div" color="textTertiary">
            {messages.left(provider.left_on)}
          </Typography>
        )}
      </>
    ),
    hours: rangeHoursOf(provider),
    rating: ratingOf(rangeHoursOf(provider), toDateOf(provider), progress),
    days: text.days(provider.total_days_worked, provider.total_days_available),
    toDate: toDateText(toDateOf(provider), progress),
  }));
  return (
    <div style={{ minWidth: 0 }}>
      <UtilizationTable label={text.table} heading={text.columns.provider} rows={rows} showsDays showsToDate={toDate} />
      <Typography variant="body2" color="textTertiary" style={{ marginTop: 6 }}>
        {text.saved}
      </Typography>
    </div>
  );
}

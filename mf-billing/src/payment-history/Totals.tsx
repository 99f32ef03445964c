import { countText } from 'shared-api/contracts';
import { apiErrorOf } from 'shared-api';
import { color, formatMoney, phone, radius, RetryNotice, styled, VisuallyHidden } from 'shared-ui';
import { useReadOn } from 'shared-ui/cards';
import { Skeleton, Typography } from 'shared-ui/mui';
import { usePractice } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { type InvoiceFilter, type InvoiceTotals, useReadInvoiceTotalsQuery } from '../api';
import { isPartial } from '../charges/partial-answer';
import { messages } from './messages';

const text = messages.totals;

const Currencies = styled('section')({ display: 'grid', gap: 8 });

const Figures = styled('dl')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '8px 32px',
  minHeight: 62,
  boxSizing: 'border-box',
  margin: 0,
  padding: '10px 16px',
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  backgroundColor: color.surface,
  [phone]: { minHeight: 0, padding: 0, border: 0, backgroundColor: 'transparent', justifyContent: 'space-between' },
  // Amounts in several currencies are stacked if they fit.
  '@media (min-width: 600px)': { '& > div': { minWidth: 136 } },
  '& dt': { fontSize: 12, lineHeight: '16px', color: color.inkThird },
  '& dd': { margin: 0, fontSize: 16, lineHeight: '24px', fontWeight: 600, whiteSpace: 'nowrap' },
});

/** Paid and outstanding totals of all invoices that match the filter, from the server. */
export function Totals({ filter }: { filter: InvoiceFilter }): ReactNode {
  const { id: practiceId } = usePractice();
  const { currentData, error, isFetching, refetch } = useReadInvoiceTotalsQuery(
    { practiceId, filter },
    { refetchOnMountOrArgChange: true },
  );
  useReadOn(currentData?.progress, isFetching, () => void refetch());
  if (!currentData && error) {
    return (
      <RetryNotice tone="attention" title={text.failed} busy={isFetching} onRetry={() => void refetch()}>
        {apiErrorOf(error).message}
      </RetryNotice>
    );
  }
  return (
    <Currencies aria-label={text.title} aria-live="polite">
      {currentData ? (
        <>
          {currentData.totals.map((total) => (
            <CurrencyTotals key={total.currency} total={total} />
          ))}
          {currentData.totals.length > 0 && isPartial(currentData) && (
            <Typography color="textSecondary">{text.missing}</Typography>
          )}
        </>
      ) : (
        <>
          <VisuallyHidden>{text.loading}</VisuallyHidden>
          <Skeleton height={62} />
        </>
      )}
    </Currencies>
  );
}

function CurrencyTotals({ total }: { total: InvoiceTotals['totals'][number] }): ReactNode {
  const figures = [
    [text.paid, formatMoney(total.paid, total.currency)],
    [text.outstanding, formatMoney(total.outstanding, total.currency)],
    [text.invoices, countText(total.invoices)],
  ] as const;
  return (
    <Figures>
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Figures>
  );
}

import { apiErrorOf } from 'shared-api';
import { commonMessages, FactLine, formatMoney, InlineStatus, styled, VisuallyHidden } from 'shared-ui';
import { useReadOn } from 'shared-ui/cards';
import { Button, Skeleton, Typography } from 'shared-ui/mui';
import { usePractice } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { type InvoiceFilter, type InvoiceTotals, useReadInvoiceTotalsQuery } from '../api';
import { isPartial } from '../charges/partial-answer';
import { messages } from './messages';

const text = messages.totals;

/** Amounts in several currencies are stacked. */
const Lines = styled('section')({ display: 'grid', minWidth: 0 });

const Failure = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 });

/** Number, paid and open amount of all invoices that match the filter, from the server. A line per currency. */
export function Totals({ filter }: { filter: InvoiceFilter }): ReactNode {
  const { id: practiceId } = usePractice();
  const { currentData, error, isFetching, refetch } = useReadInvoiceTotalsQuery(
    { practiceId, filter },
    { refetchOnMountOrArgChange: true },
  );
  useReadOn(currentData?.progress, isFetching, () => void refetch());
  if (!currentData && error) {
    return (
      <Failure>
        <InlineStatus tone="attention">{text.failed(apiErrorOf(error).message)}</InlineStatus>
        <Button variant="text" loading={isFetching} onClick={() => void refetch()}>
          {commonMessages.retry}
        </Button>
      </Failure>
    );
  }
  return (
    <Lines aria-label={text.title} aria-live="polite">
      {currentData ? (
        currentData.totals.map((total) => (
          <Typography key={total.currency} component="div" color="textSecondary">
            <FactLine facts={factsOf(total, isPartial(currentData))} />
          </Typography>
        ))
      ) : (
        <>
          <VisuallyHidden>{text.loading}</VisuallyHidden>
          <Skeleton height={12} width={280} />
        </>
      )}
    </Lines>
  );
}

const factsOf = (
  { invoices, paid, outstanding, currency }: InvoiceTotals['totals'][number],
  partial: boolean,
): ReactNode[] => [
  text.invoices(invoices),
  text.paid(formatMoney(paid, currency)),
  outstanding !== 0 && text.open(formatMoney(outstanding, currency)),
  partial && text.missing,
];

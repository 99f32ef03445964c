import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { OpenInvoice, OpenInvoices, PaymentAttempt } from 'shared-api/contracts';
import type { ReactNode } from 'react';
import { InlineStatus, StatusBadge } from '../feedback';
import { formatMoney } from '../figures';
import { FactLine } from '../layout';
import { color, radius } from '../theme';
import { cardMessages } from './messages';

const text = cardMessages.paying;

const List = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
});

const Row = styled('li')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '2px 16px',
  padding: '8px 14px',
  '&:not(:first-of-type)': { borderTop: `1px solid ${color.line}` },
});

export interface OpenInvoiceListProps {
  open: readonly OpenInvoice[];
  /** The result of each invoice, by its id. */
  results: ReadonlyMap<string, PaymentAttempt>;
  /** The remaining amount in each currency. */
  totals: OpenInvoices['totals'];
}

/** Open invoices with their payment results and the remaining total per currency. */
export function OpenInvoiceList({ open, results, totals }: OpenInvoiceListProps): ReactNode {
  const paid = [...results.values()].filter((result) => result.paid);
  const unpaid = open.filter(({ invoice_id: id }) => results.get(id)?.paid !== true);
  if (paid.length + unpaid.length === 0) return <Typography>{text.none}</Typography>;
  return (
    <List aria-label={text.invoices}>
      {paid.map(({ invoice_id: id, number, amount, currency }) => (
        <Row key={id}>
          <span>{number ?? text.unnumbered}</span>
          <Stack direction="row" spacing={2}>
            <StatusBadge tone="success">{text.paid}</StatusBadge>
            <Typography component="span" align="right">
              {formatMoney(amount, currency)}
            </Typography>
          </Stack>
        </Row>
      ))}
      {unpaid.map(({ invoice_id: id, number, amount_due: due, currency, subscription }) => (
        <Row key={id}>
          <FactLine facts={[number ?? text.unnumbered, subscription?.name]} />
          <Typography component="span" align="right">
            {formatMoney(due, currency)}
          </Typography>
          {results.get(id)?.problem != null && (
            <div style={{ flexBasis: '100%' }}>
              <InlineStatus tone="danger">{results.get(id)?.problem}</InlineStatus>
            </div>
          )}
        </Row>
      ))}
      {totals.map(({ currency, amount_due: due }) => (
        <Row key={currency}>
          <Typography component="span" variant="subtitle1">
            {text.total}
          </Typography>
          <Typography component="span" align="right" variant="subtitle1">
            {formatMoney(due, currency)}
          </Typography>
        </Row>
      ))}
    </List>
  );
}

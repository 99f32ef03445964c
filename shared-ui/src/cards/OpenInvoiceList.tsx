import { styled } from '@mui/material/styles';
import type { OpenInvoice, PaymentAttempt } from 'shared-api/contracts';
import type { ReactNode } from 'react';
import { InlineStatus, StatusBadge } from '../feedback';
import { formatMoney } from '../figures';
import { FactLine, Stack, Text } from '../layout';
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
  /** The formatted total. */
  total: string;
}

/** Open invoices with the results of their payments, and the remaining total. */
export function OpenInvoiceList({ open, results, total }: OpenInvoiceListProps): ReactNode {
  const paid = [...results.values()].filter((result) => result.paid);
  const unpaid = open.filter(({ invoice_id: id }) => results.get(id)?.paid !== true);
  if (paid.length + unpaid.length === 0) return <Text>{text.none}</Text>;
  return (
    <List aria-label={text.invoices}>
      {paid.map(({ invoice_id: id, number, amount, currency }) => (
        <Row key={id}>
          <span>{number ?? text.unnumbered}</span>
          <Stack direction="row" gap={2}>
            <StatusBadge tone="success">{text.paid}</StatusBadge>
            <Text as="span" numeric>
              {formatMoney(amount, currency)}
            </Text>
          </Stack>
        </Row>
      ))}
      {unpaid.map(({ invoice_id: id, number, amount_due: due, currency, subscription }) => (
        <Row key={id}>
          <FactLine facts={[number ?? text.unnumbered, subscription?.name]} />
          <Text as="span" numeric>
            {formatMoney(due, currency)}
          </Text>
          {results.get(id)?.problem != null && (
            <div style={{ flexBasis: '100%' }}>
              <InlineStatus tone="danger">{results.get(id)?.problem}</InlineStatus>
            </div>
          )}
        </Row>
      ))}
      <Row>
        <Text as="span" strong>
          {text.total}
        </Text>
        <Text as="span" strong numeric>
          {total}
        </Text>
      </Row>
    </List>
  );
}

import type { UnpaidInvoice } from 'shared-api/contracts';
import { FactLine, formatMoney, NewTabLink, styled } from 'shared-ui';
import { Stack, Typography } from 'shared-ui/mui';
import { usePractice } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { dayText, payerText } from '../figures';
import { messages } from './messages';

const text = messages.unpaid;

const List = styled('ul')({ display: 'grid', gap: 12, listStyle: 'none', margin: 0, padding: 0 });

const Row = styled('li')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', gap: '2px 16px' });

function stateText({ state, due_date: due }: UnpaidInvoice, timeZone: string): string {
  if (state === 'collecting') return text.collecting;
  return due === null ? text.open : text.due(dayText(due, timeZone));
}

export interface UnpaidInvoicesProps {
  invoices: readonly UnpaidInvoice[];
}

/** Open invoices that aren't overdue, which are no debt. Renders nothing without any. */
export function UnpaidInvoices({ invoices }: UnpaidInvoicesProps): ReactNode {
  const { time_zone } = usePractice();
  if (invoices.length === 0) return null;
  return (
    <List aria-label={text.title}>
      {invoices.map((invoice) => {
        const { invoice_id: id, number, amount_due: due, currency, customer, subscription } = invoice;
        const { hosted_invoice_url: url } = invoice;
        const name = number ?? text.unnumbered;
        const facts = [subscription?.name, customer.name !== null && text.billedTo(customer.name), payerText(invoice)];
        return (
          <Row key={id}>
            <Stack>
              <Typography component="span" variant="subtitle1">
                {name}
              </Typography>
              <Typography component="span" variant="body2" color="textSecondary">
                {stateText(invoice, time_zone)}
              </Typography>
              <Typography component="span" variant="body2" color="textTertiary">
                <FactLine facts={facts} />
              </Typography>
            </Stack>
            <Stack sx={{ alignItems: 'flex-end' }}>
              <Typography component="span" variant="subtitle1">
                {formatMoney(due, currency)}
              </Typography>
              {url !== null && (
                <NewTabLink href={url} aria-label={text.viewNamed(name)}>
                  {text.view}
                </NewTabLink>
              )}
            </Stack>
          </Row>
        );
      })}
    </List>
  );
}

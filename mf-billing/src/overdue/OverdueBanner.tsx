import type { UpcomingCharges } from 'shared-api/contracts';
import { color, FactLine, formatMoney, phone, phoneQuery, size, styled, useMedia } from 'shared-ui';
import { Alert, Button, Typography } from 'shared-ui/mui';
import { usePractice, useRemote } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import { debtFacts, nameOf, shortDebtFacts, subscriptionsOf, totalsOf } from './debt-text';
import { messages } from './messages';
import { PayDebt } from './PayDebt';

/** Only the icon has the color of a warning. It aligns with the first line, which is as tall as its button. */
const Banner = styled(Alert)({
  '&&': { paddingBlock: 8, color: color.ink },
  '&& > .MuiAlert-icon': { paddingBlock: `calc((${size.control} - 20px) / 2)`, color: color.attention },
});

/** On a phone, the button is below the text. */
const WrappingBanner = styled(Banner)({ [phone]: { '&& > .MuiAlert-icon': { paddingBlock: 0 } } });

const Line = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 16px',
});

/** Shows who owes what and since when, with payment buttons (specification: billing, 8). */
export function OverdueBanner({ charges }: { charges: UpcomingCharges | undefined }): ReactNode {
  const { navigate, basePath, session } = useRemote();
  return (
    <WrappingBanner severity="warning">
      <Line>
        <Typography variant="subtitle1" component="div" sx={{ flex: '1 1 min(254px, 100%)' }}>
          {messages.issue}
        </Typography>
        <Button onClick={() => navigate(`${basePath}/subscriptions/payment-methods`)}>{messages.update}</Button>
      </Line>
      {/* A page has at most one filled button. For super admins that is New Subscription. */}
      {charges && charges.debts.length > 0 && <DebtList charges={charges} isUrgent={!session.flags.super_admin} />}
    </WrappingBanner>
  );
}

/** Amount, customer and payment button. A phone has the amount below the customer. */
const List = styled('ul')({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  columnGap: 16,
  listStyle: 'none',
  margin: '8px 0 0',
  padding: 0,
  [phone]: { gridTemplateColumns: 'minmax(0, 1fr) auto' },
});

const Row = styled('li')({
  display: 'grid',
  gridColumn: '1 / -1',
  gridTemplateColumns: 'subgrid',
  alignItems: 'center',
  padding: '8px 0',
  borderTop: `1px solid ${color.attentionLine}`,
  '&:last-child': { paddingBottom: 0 },
});

interface DebtListProps {
  charges: UpcomingCharges;
  /** True if the first payment is the page's most important action. */
  isUrgent?: boolean;
}

/** A line per debt: amount, customer, subscriptions, card, date, next attempt and a payment button. */
function DebtList({ charges: { debts, overdue, as_of: asOf }, isUrgent = false }: DebtListProps): ReactNode {
  const { time_zone } = usePractice();
  const isPhone = useMedia(phoneQuery);
  return (
    <List aria-label={messages.list}>
      {debts.map((debt, at) => (
        <Row key={`${debt.customer.id} ${debt.currency}`}>
          {!isPhone && (
            <Typography component="span" variant="subtitle1" align="right">
              {formatMoney(debt.amount_due, debt.currency)}
            </Typography>
          )}
          <div>
            <Typography variant="subtitle1" component="div" dir="auto">
              {nameOf(debt)}
            </Typography>
            <Typography variant="body2" component="div" color="textSecondary">
              <FactLine
                facts={
                  isPhone
                    ? shortDebtFacts(debt, time_zone, asOf)
                    : [subscriptionsOf(debt, overdue), ...debtFacts(debt, time_zone, asOf)]
                }
              />
            </Typography>
          </div>
          <PayDebt debt={debt} filled={isUrgent && at === 0} inList={isPhone} />
        </Row>
      ))}
    </List>
  );
}

/** What customers owe in one line, for screens where a list follows. Expands to the individual debts. */
export function DebtsLine({ charges }: { charges: UpcomingCharges }): ReactNode {
  const { debts, overdue, as_of: asOf } = charges;
  const { time_zone } = usePractice();
  const [open, setOpen] = useState(false);
  const [debt] = debts;
  if (!debt) return null;
  const isOne = debts.length === 1;
  return (
    <Banner severity="warning">
      <Line>
        <Typography component="span" variant="subtitle1">
          <FactLine facts={[messages.openInvoices(Math.max(overdue.length, 1)), totalsOf(debts).join(' + ')]} />
        </Typography>
        {isOne ? (
          <PayDebt debt={debt} inList />
        ) : (
          <Button aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? messages.hide : messages.show}
          </Button>
        )}
      </Line>
      {isOne ? (
        <Typography variant="body2" component="div" color="textSecondary">
          <FactLine facts={[nameOf(debt), ...debtFacts(debt, time_zone, asOf)]} />
        </Typography>
      ) : (
        open && <DebtList charges={charges} />
      )}
    </Banner>
  );
}

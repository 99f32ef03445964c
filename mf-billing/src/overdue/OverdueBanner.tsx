import type { Debt, UpcomingCharges } from 'shared-api/contracts';
import { color, FactLine, formatMoney, lazyDialog, phone, phoneQuery, size, styled, useMedia } from 'shared-ui';
import { Alert, Button, Stack, Typography } from 'shared-ui/mui';
import { flagParam, optionalParam, urlParams, usePractice, useRemote, useRight, useUrlParams } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import { debtText, nameOf, shortDebtText, subscriptionsOf, totalsOf } from './debt-text';
import { messages } from './messages';

const PayInvoicesDialog = lazyDialog(async () => {
  const { PayInvoicesDialog: dialog } = await import(/* webpackChunkName: "pay-invoices" */ './PayInvoicesDialog');
  return dialog;
});

/**
 * `?pay=cus_…&currency=usd` opens the dialog of that debt, for links from other pages. `back=overview` adds a link back
 * to the overview.
 */
const payParams = urlParams<{ pay: string | null; currency: string | null; isFromOverview: boolean }>({
  pay: optionalParam('pay'),
  currency: optionalParam('currency'),
  isFromOverview: flagParam('back', 'overview'),
});

interface PayDebtProps {
  debt: Debt;
  filled?: boolean;
  /** True next to one of the debt's invoices. The dialog lists all of them. */
  inRow?: boolean;
  /** True next to the amount in a narrow list of debts. */
  inList?: boolean;
}

/** A button that opens the payment dialog for a debt. */
export function PayDebt({ debt, filled = false, inRow = false, inList = false }: PayDebtProps): ReactNode {
  const { reason } = useRight('billing');
  const { navigate, basePath } = useRemote();
  const [{ pay, currency, isFromOverview }, setParams] = useUrlParams(payParams);
  const [clicked, setOpen] = useState(false);
  // Only the button of the whole debt reacts to the link.
  const linked =
    !inRow && reason === undefined && pay === debt.customer.id && (currency ?? debt.currency) === debt.currency;
  const open = clicked || linked;
  const close = (): void => {
    setOpen(false);
    if (linked && isFromOverview) navigate(`${basePath}/overview`, { replace: true });
    else if (linked) setParams({ pay: null, currency: null }, { replace: true });
  };
  const amount = formatMoney(debt.amount_due, debt.currency);
  const name = nameOf(debt);
  return (
    <>
      <Button
        variant={filled ? 'contained' : 'outlined'}
        aria-label={messages.payNamed(amount, name)}
        reason={reason}
        onClick={() => setOpen(true)}
      >
        {inRow || inList ? messages.payInvoice : messages.pay(amount)}
      </Button>
      {open && <PayInvoicesDialog customer={{ id: debt.customer.id, name }} currency={debt.currency} onClose={close} />}
    </>
  );
}

/** Shows who owes what and since when, with payment buttons (specification: billing, 8). */
export function OverdueBanner({ charges }: { charges: UpcomingCharges | undefined }): ReactNode {
  const { navigate, basePath, session } = useRemote();
  const { time_zone } = usePractice();
  const debts = charges?.debts ?? [];
  const [debt] = debts;
  const update = (
    <Button onClick={() => navigate(`${basePath}/subscriptions/payment-methods`)}>{messages.update}</Button>
  );
  if (charges && debt && debts.length === 1) {
    return (
      <Alert
        severity="warning"
        action={
          <Stack direction="row" spacing={2} sx={{ flexWrap: 'wrap' }}>
            {update}
            {/* A page has at most one filled button. For super admins that is New Subscription. */}
            <PayDebt debt={debt} filled={!session.flags.super_admin} />
          </Stack>
        }
      >
        {messages.issue}
        <Typography variant="subtitle1">{debtText(debt, time_zone, charges.as_of)}</Typography>
      </Alert>
    );
  }
  return (
    <Banner severity="warning">
      <Row as="div">
        <Text>{messages.issue}</Text>
        {update}
      </Row>
      {charges && debts.length > 0 && <DebtList charges={charges} />}
    </Banner>
  );
}

/** Aligns the icon with the first line, which is as tall as its button. */
const Banner = styled(Alert)({
  '&&': { paddingBlock: 8 },
  '& > .MuiAlert-icon': { paddingBlock: `calc((${size.control} - 20px) / 2)` },
});

const List = styled('ul')({ listStyle: 'none', margin: '8px 0 0', padding: 0 });

const Row = styled('li')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 16px',
  [phone]: { 'ul > &': { flexWrap: 'nowrap' } },
  'ul > &': { padding: '8px 0', borderTop: `1px solid ${color.attentionLine}` },
  'ul > &:last-child': { paddingBottom: 0 },
});

const Text = styled('div')({ flex: '1 1 min(254px, 100%)', minWidth: 0, [phone]: { 'ul &': { flexBasis: 0 } } });

/** A line per debt, with its subscriptions and a payment button. */
function DebtList({ charges: { debts, overdue, as_of: asOf } }: { charges: UpcomingCharges }): ReactNode {
  const { time_zone } = usePractice();
  const isPhone = useMedia(phoneQuery);
  return (
    <List aria-label={messages.list}>
      {debts.map((debt) => {
        const subscriptions = subscriptionsOf(debt, overdue);
        return (
          <Row key={`${debt.customer.id} ${debt.currency}`}>
            <Text>
              {isPhone ? (
                <>
                  <Typography variant="subtitle1" dir="auto">
                    {nameOf(debt)}
                  </Typography>
                  <Typography variant="body2">{shortDebtText(debt, time_zone, asOf)}</Typography>
                </>
              ) : (
                <span>{debtText(debt, time_zone, asOf)}</span>
              )}
              {!isPhone && subscriptions !== '' && (
                <Typography variant="body2" color="textSecondary">
                  {subscriptions}
                </Typography>
              )}
            </Text>
            <PayDebt debt={debt} inList={isPhone} />
          </Row>
        );
      })}
    </List>
  );
}

const Line = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 16px',
});

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
          <FactLine facts={[messages.overdue(Math.max(overdue.length, 1)), totalsOf(debts).join(' + ')]} />
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
        <Typography variant="body2">
          {nameOf(debt)}: {shortDebtText(debt, time_zone, asOf)}
        </Typography>
      ) : (
        open && <DebtList charges={charges} />
      )}
    </Banner>
  );
}

/** A notice of one debt, with a payment button. */
export function DebtNotice({ debt, asOf }: { debt: Debt; asOf: number }): ReactNode {
  const { time_zone } = usePractice();
  return (
    <Alert severity="warning" action={<PayDebt debt={debt} />}>
      {debtText(debt, time_zone, asOf)}
    </Alert>
  );
}

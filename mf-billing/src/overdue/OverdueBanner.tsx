import type { Debt, UpcomingCharges } from 'shared-api/contracts';
import { formatMoney } from 'shared-ui';
import { Alert, Button, Stack, Typography } from 'shared-ui/mui';
import { usePractice, useRemote, useRight } from 'shared-ui/remote';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { cardText, shortDayText } from '../figures';
import { messages } from './messages';

const PayInvoicesDialog = lazy(async () => {
  const { PayInvoicesDialog: dialog } = await import(/* webpackChunkName: "pay-invoices" */ './PayInvoicesDialog');
  return { default: dialog };
});

/** The customer's name, or else its id. */
const nameOf = ({ customer }: Debt): string => customer.name ?? customer.id;

/** `Olivia Owner owes $208.00 on Visa •••• 0341 since Nov 3. Next attempt Nov 25.` */
export function debtText(debt: Debt, timeZone: string, asOf: number): string {
  const { amount_due: amount, currency, card, since, next_attempt: nextAttempt } = debt;
  const day = (seconds: number): string => shortDayText(seconds, timeZone, asOf);
  const owes = messages.owes(nameOf(debt), formatMoney(amount, currency), card && cardText(card), day(since));
  return `${owes} ${nextAttempt === null ? messages.noNextAttempt : messages.nextAttempt(day(nextAttempt))}`;
}

/** A button that opens the payment dialog for a debt. */
export function PayDebt({ debt, filled = false }: { debt: Debt; filled?: boolean }): ReactNode {
  const { reason } = useRight('billing');
  const [open, setOpen] = useState(false);
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
        {messages.pay(amount)}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <PayInvoicesDialog customer={{ id: debt.customer.id, name }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Says who owes what and since when, with buttons to pay on the page (specification: billing, 8). */
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
    <Stack spacing={2}>
      <Alert severity="warning" action={update}>
        {messages.issue}
      </Alert>
      {charges &&
        debts.map((one) => <DebtNotice key={`${one.customer.id} ${one.currency}`} debt={one} asOf={charges.as_of} />)}
    </Stack>
  );
}

/** A notice of one debt, with a button to pay it. */
export function DebtNotice({ debt, asOf }: { debt: Debt; asOf: number }): ReactNode {
  const { time_zone } = usePractice();
  return (
    <Alert severity="warning" action={<PayDebt debt={debt} />}>
      <Stack spacing={1}>{debtText(debt, time_zone, asOf)}</Stack>
    </Alert>
  );
}

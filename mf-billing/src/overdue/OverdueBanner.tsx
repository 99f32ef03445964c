import type { Debt, UpcomingCharges } from 'shared-api/contracts';
import { formatMoney } from 'shared-ui';
import { Alert, Button, Stack, Typography } from 'shared-ui/mui';
import { optionalParam, urlParams, usePractice, useRemote, useRight, useUrlParams } from 'shared-ui/remote';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { debtText, nameOf } from './debt-text';
import { messages } from './messages';

const PayInvoicesDialog = lazy(async () => {
  const { PayInvoicesDialog: dialog } = await import(/* webpackChunkName: "pay-invoices" */ './PayInvoicesDialog');
  return { default: dialog };
});

/** `?pay=cus_…` opens the dialog of that customer's debt, for links from other pages. */
const payParams = urlParams<{ pay: string | null }>({ pay: optionalParam('pay') });

/** A button that opens the payment dialog for a debt. */
export function PayDebt({ debt, filled = false }: { debt: Debt; filled?: boolean }): ReactNode {
  const { reason } = useRight('billing');
  const [{ pay }, setParams] = useUrlParams(payParams);
  const [clicked, setOpen] = useState(false);
  const linked = reason === undefined && pay === debt.customer.id;
  const open = clicked || linked;
  const close = (): void => {
    setOpen(false);
    if (linked) setParams({ pay: null }, { replace: true });
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
        {messages.pay(amount)}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <PayInvoicesDialog customer={{ id: debt.customer.id, name }} onClose={close} />
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

import type { Debt } from 'shared-api/contracts';
import { formatMoney, lazyDialog } from 'shared-ui';
import { Button } from 'shared-ui/mui';
import { flagParam, optionalParam, urlParams, useRemote, useRight, useUrlParams } from 'shared-ui/remote';
import { type ReactNode, useEffect, useState } from 'react';
import { nameOf } from './debt-text';
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

/** The button goes with its debt. The focus then moves to the page's heading, as after a navigation. */
function focusHeadingIfLost(): void {
  setTimeout(() => {
    if (document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>('[data-page-heading]')?.focus({ preventScroll: true });
  });
}

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
  useEffect(() => focusHeadingIfLost, []);
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

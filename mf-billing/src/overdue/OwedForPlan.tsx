import type { TrialPlan } from 'shared-api/contracts';
import { formatMoney, InlineStatus, lazyDialog } from 'shared-ui';
import { Button } from 'shared-ui/mui';
import { useRight } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import { useUpcomingCharges } from '../charges/use-upcoming-charges';
import { nameOf, type OwedForSubscription, owedForSubscription } from './debt-text';
import { messages } from './messages';

const PayInvoicesDialog = lazyDialog(async () => {
  const { PayInvoicesDialog: dialog } = await import(/* webpackChunkName: "pay-invoices" */ './PayInvoicesDialog');
  return dialog;
});

/** The overdue amount of the plan's own subscription. Null if nothing is overdue or it isn't known. */
export function useOwedForPlan({ offer: { owed } }: Pick<TrialPlan, 'offer'>): OwedForSubscription | null {
  const { data } = useUpcomingCharges({ skip: owed === undefined });
  return owed && data ? owedForSubscription(data.overdue, owed.subscription_id) : null;
}

/** Shows what is owed for a plan's own subscription, and offers to pay it instead of starting the plan again. */
export function OwedForPlan({ plan, debt }: { plan: TrialPlan; debt: OwedForSubscription }): ReactNode {
  const { reason } = useRight('billing');
  const [open, setOpen] = useState(false);
  return (
    <>
      <InlineStatus tone="attention">
        {messages.owedForPlan(formatMoney(debt.amount_due, debt.currency), plan.name)}
      </InlineStatus>
      <Button
        variant="outlined"
        aria-label={messages.payInsteadNamed(plan.name)}
        reason={reason}
        onClick={() => setOpen(true)}
      >
        {messages.payInstead}
      </Button>
      {open && (
        <PayInvoicesDialog
          customer={{ id: debt.customer.id, name: nameOf(debt) }}
          currency={debt.currency}
          subscriptionId={plan.offer.owed?.subscription_id}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

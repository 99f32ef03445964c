import { type CostPreview, formatMoney, type Subscription } from 'shared-api/contracts';
import { CheckboxField } from 'shared-ui/choices';
import { Typography } from 'shared-ui/mui';
import { type ReactNode, useState } from 'react';
import { ChangeDialog } from '../changes/ChangeDialog';
import { messages } from './messages';

const text = messages.endUnpaid;

function dueOf(invoices: NonNullable<CostPreview['open_invoices']>, currency: string): string {
  const due = invoices.reduce((sum, { amount_due: amount }) => sum + amount, 0);
  return formatMoney(due, currency);
}

/** Ends a subscription that isn't paid, and asks what happens to its open invoices. Super admins only. */
export function EndUnpaidDialog({
  subscription: of,
  onClose,
}: {
  subscription: Subscription;
  onClose: () => void;
}): ReactNode {
  const [isVoided, setVoided] = useState(false);
  return (
    <ChangeDialog
      danger
      title={text.title(of.plan_name)}
      customerId={null}
      change={{ kind: 'end-unpaid', subscriptionId: of.id, openInvoices: isVoided ? 'void' : 'keep' }}
      label={() => text.confirm}
      onClose={onClose}
    >
      {({ cost }) => (
        <>
          <Typography>{text.lead}</Typography>
          {cost?.open_invoices && cost.open_invoices.length > 0 && (
            <>
              <Typography>{(isVoided ? text.voided : text.stays)(dueOf(cost.open_invoices, cost.currency))}</Typography>
              <CheckboxField
                label={text.voids(cost.open_invoices.length)}
                checked={isVoided}
                onChange={(_, next) => setVoided(next)}
              />
            </>
          )}
        </>
      )}
    </ChangeDialog>
  );
}

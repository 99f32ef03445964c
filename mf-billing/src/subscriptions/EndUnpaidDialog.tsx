import { type CostPreview, listText, type Subscription } from 'shared-api/contracts';
import { formatMoney } from 'shared-ui';
import { Typography } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { isBoolean, useStoredChoice } from '../changes/stored-choice';
import { EndingDialog } from './EndingDialog';
import { messages } from './messages';

const text = messages.endUnpaid;

/** The owed amount with its invoice numbers. */
function owedText(invoices: NonNullable<CostPreview['open_invoices']>, currency: string): [due: string, of: string] {
  const due = invoices.reduce((sum, { amount_due: amount }) => sum + amount, 0);
  return [formatMoney(due, currency), listText(invoices.flatMap(({ number }) => number ?? []))];
}

interface EndUnpaidDialogProps {
  subscription: Subscription;
  onClose: () => void;
}

/** Ends an unpaid subscription, and asks what happens to its open invoices. Super admins only. */
export function EndUnpaidDialog({ subscription: of, onClose }: EndUnpaidDialogProps): ReactNode {
  const {
    form: isVoided,
    setForm: setVoided,
    isChanged,
  } = useStoredChoice<boolean>({ kind: 'end-unpaid', subscriptionId: of.id }, false, isBoolean);
  return (
    <EndingDialog
      title={text.title(of.plan_name)}
      change={{ kind: 'end-unpaid', subscriptionId: of.id, openInvoices: isVoided ? 'void' : 'keep' }}
      confirm={text.confirm}
      isChanged={isChanged}
      lead={({ cost }) => (
        <>
          <Typography>{text.lead}</Typography>
          {cost?.open_invoices && cost.open_invoices.length > 0 && (
            <Typography>
              {(isVoided ? text.voided : text.stays)(...owedText(cost.open_invoices, cost.currency))}
            </Typography>
          )}
        </>
      )}
      choice={({ cost }) =>
        cost?.open_invoices && cost.open_invoices.length > 0
          ? { label: text.voids(cost.open_invoices.length), checked: isVoided, onChange: setVoided }
          : null
      }
      onClose={onClose}
    />
  );
}

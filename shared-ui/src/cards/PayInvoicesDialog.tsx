import Stack from '@mui/material/Stack';
import { apiErrorOf } from 'shared-api';
import { listText, type OpenInvoice, type OpenInvoices, type PaymentAttempt } from 'shared-api/contracts';
import type { ReactNode } from 'react';
import { CheckboxField } from '../choices/CheckboxField';
import { TitledDialog } from '../dialogs/TitledDialog';
import { ErrorState, LoadingBlock } from '../feedback';
import { formatMoney } from '../figures';
import { commonMessages } from '../messages';
import { Button } from '../mui/Button';
import type { PaymentMethod, QueryState } from './calls';
import { cardName } from './CardTile';
import { cardMessages } from './messages';
import { OpenInvoiceList } from './OpenInvoiceList';
import { subscriptionsOfOtherCards } from './pinned-subscriptions';

const text = cardMessages.paying;

export interface PayInvoicesDialogProps {
  /** Name of the customer. */
  customer: string;
  open: QueryState<OpenInvoices>;
  /** The result of each invoice, by its id. */
  results: ReadonlyMap<string, PaymentAttempt>;
  busy: boolean;
  /** Why nothing can be paid yet. */
  why?: string | undefined;
  /** The card that pays, and whether it also pays for renewals from now on. Without it, that isn't offered. */
  renewals?: { card: PaymentMethod; checked: boolean; onChange: (checked: boolean) => void } | undefined;
  /** Content above the invoices. */
  lead?: ReactNode;
  /** Content below the invoices: a problem and the choice of a card. */
  children?: ReactNode;
  cancelLabel?: string;
  /** True if the bank's authentication may open above the dialog. */
  framesOver?: boolean;
  /**
   * Pays the listed invoices; with `keeps`, their renewals are charged to the same card. Resolves to true if everything is
   * paid or being processed.
   */
  pay: (invoices: readonly OpenInvoice[], amount: number, keeps: boolean) => Promise<boolean>;
  onClose: () => void;
}

/** Lists and pays the open invoices of a customer. Stays open while something is unpaid. */
export function PayInvoicesDialog(props: PayInvoicesDialogProps): ReactNode {
  const { customer, open, results, busy, why, lead, renewals, children, framesOver = false, pay, onClose } = props;
  const [due] = open.data?.totals ?? [];
  const amount = due?.amount_due ?? 0;
  const total = formatMoney(amount, due?.currency);
  const unpaid = (open.data?.invoices ?? []).filter(({ invoice_id: id }) => results.get(id)?.paid !== true);

  const renewed = renewals ? subscriptionsOfOtherCards(unpaid, renewals.card.id) : [];

  const confirm = async (): Promise<void> => {
    if (await pay(unpaid, amount, renewals?.checked === true && renewed.length > 0)) onClose();
    else void open.refetch();
  };

  return (
    <TitledDialog
      open
      disableEnforceFocus={framesOver}
      title={text.title(customer)}
      maxWidth="xs"
      onClose={busy ? undefined : onClose}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            {props.cancelLabel ?? commonMessages.cancel}
          </Button>
          <Button
            variant="contained"
            loading={busy || (open.isFetching && !open.data)}
            reason={open.data && unpaid.length === 0 ? text.nothing : (open.data?.pay?.reason ?? why)}
            disabled={!open.data}
            onClick={() => void confirm()}
          >
            {text.pay(total)}
          </Button>
        </>
      }
    >
      <Stack spacing={3}>
        {lead}
        {!open.data && open.error !== undefined && (
          <ErrorState
            title={text.loadFailed}
            message={apiErrorOf(open.error).message}
            busy={open.isFetching}
            onRetry={() => void open.refetch()}
          />
        )}
        {!open.data && open.error === undefined && <LoadingBlock lines={3} />}
        {open.data && <OpenInvoiceList open={open.data.invoices} results={results} total={total} />}
        {children}
        {renewals && renewed.length > 0 && (
          <CheckboxField
            label={text.keep}
            helperText={text.keepFor(listText(renewed), cardName(renewals.card))}
            checked={renewals.checked}
            disabled={busy}
            onChange={(_, checked) => renewals.onChange(checked)}
          />
        )}
      </Stack>
    </TitledDialog>
  );
}

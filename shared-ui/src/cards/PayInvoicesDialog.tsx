import Stack from '@mui/material/Stack';
import { apiErrorOf } from 'shared-api';
import { listText, type OpenInvoice, type OpenInvoices, type PaymentAttempt } from 'shared-api/contracts';
import { type ReactNode, useState } from 'react';
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
  /** Why paying isn't possible yet. */
  why?: string | undefined;
  /** The paying card, and whether it also pays for renewals from now on. Without it, that isn't offered. */
  renewals?: { card: PaymentMethod; checked: boolean; onChange: (checked: boolean) => void } | undefined;
  /** Content above the invoices. */
  lead?: ReactNode;
  /** Content below the invoices: an error and the card selection. */
  children?: ReactNode;
  cancelLabel?: string;
  /** True if the bank's authentication can open above the dialog. */
  framesOver?: boolean;
  /**
   * Pays the invoices of one currency. With `keeps`, their renewals are charged to the same card. Resolves to true if
   * everything is paid or processing.
   */
  pay: (invoices: readonly OpenInvoice[], amount: number, keeps: boolean) => Promise<boolean>;
  onClose: () => void;
}

/** The open invoices of one currency, which are paid together. Undefined currency if there is nothing to pay. */
interface Payable {
  currency: string | undefined;
  amount_due: number;
}

/**
 * Lists a customer's open invoices and pays them by currency. Stays open while any is unpaid.
 *
 * @example
 * const open = { data: undefined, isFetching: true, refetch: () => undefined };
 * return (
 *   <PayInvoicesDialog
 *     customer="Bright Smiles Dental"
 *     open={open}
 *     results={new Map()}
 *     busy={false}
 *     pay={(invoices, amount) => Promise.resolve(invoices.length > 0 && amount > 0)}
 *     onClose={() => undefined}
 *   />
 * );
 */
export function PayInvoicesDialog(props: PayInvoicesDialogProps): ReactNode {
  const { customer, open, results, busy, why, lead, renewals, children, framesOver = false, pay, onClose } = props;
  const [payingCurrency, setPayingCurrency] = useState<string>();
  const unpaid = (open.data?.invoices ?? []).filter(({ invoice_id: id }) => results.get(id)?.paid !== true);
  const totals = (open.data?.totals ?? []).filter(({ currency }) => unpaid.some((one) => one.currency === currency));
  // The button of a finished payment stays disabled with its reason.
  const [first = { currency: undefined, amount_due: 0 }, ...others] = totals;

  const renewed = renewals ? subscriptionsOfOtherCards(unpaid, renewals.card.id) : [];

  const confirm = async ({ currency, amount_due: amount }: Payable): Promise<void> => {
    const invoices = unpaid.filter((one) => one.currency === currency);
    setPayingCurrency(currency);
    const keeps = renewals !== undefined && subscriptionsOfOtherCards(invoices, renewals.card.id).length > 0;
    const isDone = await pay(invoices, amount, renewals?.checked === true && keeps);
    if (isDone && invoices.length === unpaid.length) onClose();
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
          {[...others, first].map((payable) => (
            <Button
              key={payable.currency ?? ''}
              variant={payable === first ? 'contained' : 'outlined'}
              loading={
                payable === first && open.isFetching && !open.data ? true : busy && payable.currency === payingCurrency
              }
              reason={open.data && unpaid.length === 0 ? text.nothing : (open.data?.pay?.reason ?? why)}
              disabled={!open.data || busy}
              onClick={() => void confirm(payable)}
            >
              {text.pay(formatMoney(payable.amount_due, payable.currency))}
            </Button>
          ))}
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
        {open.data && <OpenInvoiceList open={open.data.invoices} results={results} totals={totals} />}
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

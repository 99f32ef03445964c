import { apiErrorOf } from 'shared-api';
import type { OpenInvoice, OpenInvoices, PaymentAttempt } from 'shared-api/contracts';
import type { ReactNode } from 'react';
import { Button } from '../actions';
import { Dialog } from '../dialogs/Dialog';
import { ErrorState, LoadingBlock } from '../feedback';
import { formatMoney } from '../figures';
import { Stack } from '../layout';
import { commonMessages } from '../messages';
import type { QueryState } from './calls';
import { cardMessages } from './messages';
import { OpenInvoiceList } from './OpenInvoiceList';

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
  /** Content above the invoices. */
  lead?: ReactNode;
  /** Content below the invoices: a problem and the choice of a card. */
  children?: ReactNode;
  cancelLabel?: string;
  /** True if the bank's authentication may open above the dialog. */
  framesOver?: boolean;
  /** Pays the listed invoices. Resolves to true if everything is paid or being processed. */
  pay: (invoices: readonly OpenInvoice[], amount: number) => Promise<boolean>;
  onClose: () => void;
}

/** Lists and pays the open invoices of a customer. Stays open while something is unpaid. */
export function PayInvoicesDialog(props: PayInvoicesDialogProps): ReactNode {
  const { customer, open, results, busy, why, lead, children, framesOver = false, pay, onClose } = props;
  const [due] = open.data?.totals ?? [];
  const amount = due?.amount_due ?? 0;
  const total = formatMoney(amount, due?.currency);
  const unpaid = (open.data?.invoices ?? []).filter(({ invoice_id: id }) => results.get(id)?.paid !== true);

  const confirm = async (): Promise<void> => {
    if (await pay(unpaid, amount)) onClose();
    else void open.refetch();
  };

  return (
    <Dialog
      open
      framesOver={framesOver}
      title={text.title(customer)}
      size="small"
      onClose={busy ? undefined : onClose}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            {props.cancelLabel ?? commonMessages.cancel}
          </Button>
          <Button
            variant="primary"
            busy={busy || (open.isFetching && !open.data)}
            why={open.data && unpaid.length === 0 ? text.nothing : why}
            disabled={!open.data}
            onClick={() => void confirm()}
          >
            {text.pay(total)}
          </Button>
        </>
      }
    >
      <Stack gap={3}>
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
      </Stack>
    </Dialog>
  );
}

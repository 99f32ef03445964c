import type { Customer, Debt, OpenInvoices, PaymentMethod } from 'shared-api/contracts';
import { FactLine, formatMoney, NewTabLink, Panel, RetryNotice, StatusBadge } from 'shared-ui';
import { AddCardDialog, CustomerCards } from 'shared-ui/cards';
import { usePractice } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import {
  useConfirmPaymentMethodMutation,
  useCreateSetupIntentMutation,
  useDeletePaymentMethodMutation,
  useLazyListOpenInvoicesQuery,
  useListOpenInvoicesQuery,
  useListPaymentMethodsQuery,
  useReadStripeInfoQuery,
  useSetDefaultPaymentMethodMutation,
} from '../api';
import { dayText } from '../instants';
import { messages } from './messages';
import { PayInvoicesDialog } from './PayInvoicesDialog';

interface OfCustomer {
  customer: Customer;
}

/** The customer's name, email or id, whichever is present first. */
export const customerName = ({ name, email, id }: Customer): string => name ?? email ?? id;

export interface CustomerPanelProps extends OfCustomer {
  /** Null except for super admins; shows the id as plain text. */
  dashboard: string | null;
  debts: readonly Debt[];
  /** True while the customers are refetched. */
  busy: boolean;
  onRetry: () => void;
}

/** One customer with cards and debts. */
export function CustomerPanel({ customer, dashboard, debts, busy, onRetry }: CustomerPanelProps): ReactNode {
  const { time_zone } = usePractice();
  const { id, name, email, description, error } = customer;
  const title = customerName(customer);
  return (
    <Panel
      title={title}
      description={
        <FactLine
          facts={[
            <>
              <span>{messages.customerId}</span>{' '}
              {dashboard === null ? (
                <span>{id}</span>
              ) : (
                <NewTabLink href={`${dashboard}/customers/${id}`} aria-label={messages.dashboardOf(id, title)}>
                  {id}
                </NewTabLink>
              )}
            </>,
            name === null ? null : email,
            description,
          ]}
        />
      }
      actions={
        debts.length > 0 &&
        debts.map(({ currency, amount_due: amount, since }) => (
          <StatusBadge key={currency} tone="attention">
            {messages.owes(formatMoney(amount, currency), dayText(since, time_zone))}
          </StatusBadge>
        ))
      }
    >
      {error === null ? (
        <Cards customer={customer} />
      ) : (
        <RetryNotice title={messages.customerFailed(name ?? messages.unnamed)} busy={busy} onRetry={onRetry}>
          {error}
        </RetryNotice>
      )}
    </Panel>
  );
}

interface PayOffer {
  card: PaymentMethod;
  open: OpenInvoices;
}

function Cards({ customer }: OfCustomer): ReactNode {
  const { id } = customer;
  const title = customerName(customer);
  const methods = useListPaymentMethodsQuery({ customer: id }, { refetchOnMountOrArgChange: true });
  const [setDefault] = useSetDefaultPaymentMethodMutation();
  const [remove] = useDeletePaymentMethodMutation();
  const [readOpenInvoices] = useLazyListOpenInvoicesQuery();
  const [offer, setOffer] = useState<PayOffer | null>(null);

  const offerToPay = async (cardId: string): Promise<void> => {
    const card = methods.data?.cards.find((method) => method.id === cardId);
    const { data: open } = await readOpenInvoices({ customer: id }, false);
    if (card && open && open.invoices.length > 0) setOffer({ card, open });
  };

  return (
    <>
      <CustomerCards
        customer={title}
        cards={{ ...methods, data: methods.data?.cards }}
        otherMethods={methods.data?.others}
        setDefault={(card) => setDefault({ customer: id, card })}
        moveSubscriptions={(card, move) => setDefault({ customer: id, card, move })}
        onDefault={(card) => void offerToPay(card)}
        remove={(card, nextDefault) => remove({ customer: id, card, nextDefault })}
        refusals="inline"
        noneHelp={messages.noCardHelp}
        adding={(close) => <AddCard customer={customer} onClose={close} />}
      />
      {offer && (
        <PayInvoicesDialog
          customer={{ id, name: title }}
          card={offer.card}
          open={offer.open}
          onClose={() => setOffer(null)}
        />
      )}
    </>
  );
}

function AddCard({ customer, onClose }: OfCustomer & { onClose: () => void }): ReactNode {
  const info = useReadStripeInfoQuery(undefined);
  const open = useListOpenInvoicesQuery({ customer: customer.id }, { refetchOnMountOrArgChange: true });
  const [create] = useCreateSetupIntentMutation();
  const [confirm] = useConfirmPaymentMethodMutation();
  return (
    <AddCardDialog
      customer={customerName(customer)}
      hasCard={customer.has_payment_method}
      overdue={open.data?.invoices ?? []}
      overdueTotals={open.data?.totals ?? []}
      // Keeps the options next to the form unchanged while the person types.
      info={open.isLoading ? { ...info, data: undefined } : info}
      calls={{
        createIntent: () => create({ customer: customer.id }),
        confirm: (sent) => confirm({ customer: customer.id, ...sent }),
      }}
      onClose={onClose}
    />
  );
}

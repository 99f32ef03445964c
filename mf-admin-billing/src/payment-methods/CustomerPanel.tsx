import { type Customer, dayIn } from 'shared-api/contracts';
import { Link, Panel } from 'shared-ui';
import { AddCardDialog, CustomerCards } from 'shared-ui/cards';
import { usePractice } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import {
  useConfirmPaymentMethodMutation,
  useCreateSetupIntentMutation,
  useDeletePaymentMethodMutation,
  useListPaymentMethodsQuery,
  useReadStripeInfoQuery,
  useSetDefaultPaymentMethodMutation,
} from '../api';
import { words } from './messages';

interface OfCustomer {
  customer: Customer;
}

/** What a customer is called: by name, else by what is known. */
export const nameOf = ({ name, email, id }: Customer): string => name ?? email ?? id;

/** One customer with its cards. `dashboard` is null for all but super admins: the id is then plain text. */
export function CustomerPanel({ customer, dashboard }: OfCustomer & { dashboard: string | null }): ReactNode {
  const { time_zone } = usePractice();
  const { id, name, email, description } = customer;
  const cards = useListPaymentMethodsQuery({ customer: id }, { refetchOnMountOrArgChange: true });
  const [setDefault] = useSetDefaultPaymentMethodMutation();
  const [remove] = useDeletePaymentMethodMutation();
  const called = nameOf(customer);
  return (
    <Panel
      title={called}
      description={
        <>
          {words.customerId}{' '}
          {dashboard === null ? (
            id
          ) : (
            <Link href={`${dashboard}/customers/${id}`} newTab aria-label={words.dashboardOf(id, called)}>
              {id}
            </Link>
          )}
          {[name === null ? null : email, description].filter(Boolean).map((text) => ` · ${text}`)}
        </>
      }
    >
      <CustomerCards
        customer={called}
        cards={cards}
        setDefault={(card) => setDefault({ customer: id, card })}
        remove={(card) => remove({ customer: id, card })}
        refusals="inline"
        today={dayIn(time_zone, new Date())}
        noneHelp={words.noCardHelp}
        adding={(close) => <AddCard customer={customer} onClose={close} />}
      />
    </Panel>
  );
}

function AddCard({ customer, onClose }: OfCustomer & { onClose: () => void }): ReactNode {
  const info = useReadStripeInfoQuery(undefined);
  const [create] = useCreateSetupIntentMutation();
  const [confirm] = useConfirmPaymentMethodMutation();
  return (
    <AddCardDialog
      customer={nameOf(customer)}
      hasCard={customer.has_payment_method}
      info={info}
      calls={{
        createIntent: () => create({ customer: customer.id }),
        confirm: (sent) => confirm({ customer: customer.id, ...sent }),
      }}
      onClose={onClose}
    />
  );
}

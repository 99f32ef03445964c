import { type Customer, dayIn } from 'shared-api/contracts';
import { CustomerCards as Cards } from 'shared-ui/cards';
import { usePractice } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { useDeletePaymentMethodMutation, useListPaymentMethodsQuery, useSetDefaultPaymentMethodMutation } from '../api';
import { customerName } from '../starting/CustomerPicker';
import { AddCardDialog } from './AddCardDialog';
import { words } from './messages';

/** The cards of a customer, as the clinic works with them. */
export function CustomerCards({ customer }: { customer: Customer }): ReactNode {
  const { time_zone } = usePractice();
  const cards = useListPaymentMethodsQuery({ customer: customer.id }, { refetchOnMountOrArgChange: true });
  const [setDefault] = useSetDefaultPaymentMethodMutation();
  const [remove] = useDeletePaymentMethodMutation();
  return (
    <Cards
      customer={customerName(customer)}
      cards={cards}
      setDefault={(card) => setDefault({ customer: customer.id, card })}
      remove={(card) => remove({ customer: customer.id, card })}
      refusals="toast"
      today={dayIn(time_zone, new Date())}
      noneHelp={words.noneHelp}
      adding={(close) => <AddCardDialog customer={customer} onClose={close} />}
    />
  );
}

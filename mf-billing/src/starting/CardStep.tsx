import { apiErrorOf } from 'shared-api';
import type { Customer } from 'shared-api/contracts';
import { commonMessages, ErrorState, LoadingBlock, TitledDialog } from 'shared-ui';
import { Button, Stack, Typography } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { useListPaymentMethodsQuery } from '../api';
import { AddCardDialog } from '../payment-methods/AddCardDialog';
import { CustomerCards } from '../payment-methods/CustomerCards';
import { customerName } from './CustomerPicker';
import { messages } from './messages';

export interface CardStepProps {
  customer: Customer;
  /** Called once the customer has a default card. */
  onReady: () => void;
  onChangeCustomer: () => void;
  onClose: () => void;
}

/**
 * Sets a default card for a customer without one: a saved card or a new one. Without saved cards, the form for a new
 * card opens immediately (specification: billing, 4).
 */
export function CardStep({ customer, onReady, onChangeCustomer, onClose }: CardStepProps): ReactNode {
  const { data, error, isFetching, refetch } = useListPaymentMethodsQuery(
    { customerId: customer.id },
    { refetchOnMountOrArgChange: true },
  );
  if (data?.cards.length === 0) return <AddCardDialog customer={customer} onSaved={onReady} onClose={onClose} />;
  return (
    <TitledDialog
      open
      title={messages.card.title(customerName(customer))}
      onClose={onClose}
      actions={
        <>
          <Button variant="text" onClick={onChangeCustomer}>
            {messages.customer.change}
          </Button>
          <Button onClick={onClose}>{commonMessages.cancel}</Button>
          <Button
            variant="contained"
            reason={data?.cards.some(({ is_default }) => is_default) ? undefined : messages.trial.noCard}
            onClick={onReady}
          >
            {messages.choose.go}
          </Button>
        </>
      }
    >
      {!data && error !== undefined && (
        <ErrorState message={apiErrorOf(error).message} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && error === undefined && <LoadingBlock lines={3} />}
      {data && (
        <Stack spacing={3}>
          <Typography color="textSecondary">{messages.card.lead}</Typography>
          <CustomerCards customer={customer} />
        </Stack>
      )}
    </TitledDialog>
  );
}

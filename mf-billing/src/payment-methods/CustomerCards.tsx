import { type ApiError, serverMessage } from 'shared-api';
import type { Customer, PaymentMethod } from 'shared-api/contracts';
import { Button, EmptyState, ErrorState, LoadingBlock, PlusIcon, Skeleton, Stack, styled } from 'shared-ui';
import { useRemote } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import { useListPaymentMethodsQuery, useSetDefaultPaymentMethodMutation } from '../api';
import { customerName } from '../starting/CustomerPicker';
import { AddCardDialog } from './AddCardDialog';
import { cardName, CardTile } from './CardTile';
import { words } from './messages';
import { RemoveCardDialog } from './RemoveCardDialog';

const text = words.cards;

const Grid = styled('ul')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 260px), 1fr))',
  gap: 12,
  listStyle: 'none',
  margin: 0,
  padding: 0,
});

const shape = (
  <Grid as="div">
    <Skeleton height={112} />
    <Skeleton height={112} />
  </Grid>
);

/** The cards of a customer: list, default, add, remove. A list that could not be read is never shown as an empty one. */
export function CustomerCards({ customer }: { customer: Customer }): ReactNode {
  const { notify } = useRemote();
  const { data, error, isFetching, refetch } = useListPaymentMethodsQuery(
    { customer: customer.id },
    { refetchOnMountOrArgChange: true },
  );
  const [setDefault, { isLoading, originalArgs }] = useSetDefaultPaymentMethodMutation();
  const [removed, setRemoved] = useState<PaymentMethod | null>(null);
  const [adding, setAdding] = useState(false);
  const name = customerName(customer);

  const choose = async (method: PaymentMethod): Promise<void> => {
    const { error: refused } = await setDefault({ customer: customer.id, card: method.id });
    if (refused) notify({ severity: 'error', message: serverMessage(refused as ApiError) ?? text.defaultFailed });
    else notify({ severity: 'success', message: text.defaultSet(cardName(method)) });
  };

  const add = (
    <Button icon={<PlusIcon size={14} />} aria-label={text.addTo(name)} onClick={() => setAdding(true)}>
      {text.add}
    </Button>
  );
  return (
    <Stack gap={3}>
      {error ? (
        <ErrorState
          title={text.failed}
          message={(error as ApiError).message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <LoadingBlock label={text.loading} shape={shape} />
      ) : data.length === 0 ? (
        <EmptyState title={text.none} action={add}>
          {text.noneHelp}
        </EmptyState>
      ) : (
        <Grid aria-label={text.list(name)}>
          {data.map((method) => (
            <CardTile
              key={method.id}
              method={method}
              busy={isLoading && originalArgs?.card === method.id}
              onDefault={() => void choose(method)}
              onRemove={() => setRemoved(method)}
            />
          ))}
        </Grid>
      )}
      {(error !== undefined || data?.length !== 0) && <div>{add}</div>}
      {removed && <RemoveCardDialog customer={customer.id} method={removed} onClose={() => setRemoved(null)} />}
      {adding && <AddCardDialog customer={customer} onClose={() => setAdding(false)} />}
    </Stack>
  );
}

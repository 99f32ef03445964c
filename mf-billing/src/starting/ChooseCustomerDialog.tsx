import { apiErrorOf, serverMessage } from 'shared-api';
import { Button, commonMessages, Dialog, ErrorState, LoadingBlock, Stack, Text } from 'shared-ui';
import { usePractice, useRemote } from 'shared-ui/remote';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useListCustomersQuery } from '../api';
import { CustomerChoice } from './CustomerChoice';
import type { CustomerPickerProps } from './CustomerPicker';
import { messages } from './messages';

const text = messages.choose;

export interface ChooseCustomerDialogProps extends Pick<CustomerPickerProps, 'blocked'> {
  onChosen: (customerId: string) => void;
  onClose: () => void;
}

/** Chooses the payer: one of the practice's customers, or a new one. */
export function ChooseCustomerDialog({ blocked = [], onChosen, onClose }: ChooseCustomerDialogProps): ReactNode {
  const { id: practiceId } = usePractice();
  const { notify } = useRemote();
  const { data, error, isFetching, refetch } = useListCustomersQuery({ practiceId });
  const [chosen, setChosen] = useState<string | null>(null);
  const failure = apiErrorOf(error);
  const customer = data?.customers.find(({ id }) => id === chosen);

  const notifyFailure = useEffectEvent(() => {
    if (failure) notify({ severity: 'error', message: serverMessage(failure) ?? text.failed });
  });
  useEffect(() => notifyFailure(), [failure]);

  return (
    <Dialog
      open
      title={text.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{commonMessages.cancel}</Button>
          <Button
            variant="primary"
            why={customer ? undefined : text.first}
            onClick={() => customer && onChosen(customer.id)}
          >
            {text.go}
          </Button>
        </>
      }
    >
      {!data && failure && (
        <ErrorState title={text.failed} message={failure.message} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !failure && <LoadingBlock label={text.loading} lines={4} />}
      {data && (
        <Stack gap={3}>
          {data.customers.length > 0 && <Text tone="second">{text.lead}</Text>}
          <CustomerChoice
            data={data}
            value={chosen}
            blocked={blocked}
            busy={isFetching}
            none={
              <div>
                <Text strong>{text.none}</Text>
                {data.practice_owners.length > 0 && <Text tone="second">{text.noneHelp}</Text>}
              </div>
            }
            onChange={setChosen}
            onRetry={() => void refetch()}
          />
        </Stack>
      )}
    </Dialog>
  );
}

import { apiErrorOf, serverMessage } from 'shared-api';
import { commonMessages, ErrorState, LoadingBlock, TitledDialog } from 'shared-ui';
import { Button, Stack, Typography } from 'shared-ui/mui';
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
    <TitledDialog
      open
      title={text.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{commonMessages.cancel}</Button>
          <Button
            variant="contained"
            reason={customer ? undefined : text.first}
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
        <Stack spacing={3}>
          {data.customers.length > 0 && <Typography color="textSecondary">{text.lead}</Typography>}
          <CustomerChoice
            data={data}
            value={chosen}
            blocked={blocked}
            busy={isFetching}
            none={
              <div>
                <Typography variant="subtitle1">{text.none}</Typography>
                {data.practice_owners.length > 0 && <Typography color="textSecondary">{text.noneHelp}</Typography>}
              </div>
            }
            onChange={setChosen}
            onRetry={() => void refetch()}
          />
        </Stack>
      )}
    </TitledDialog>
  );
}

import { apiErrorOf, serverMessage } from 'shared-api';
import { ErrorState, FormDialog, LoadingBlock } from 'shared-ui';
import { Stack, Typography } from 'shared-ui/mui';
import { useRemote } from 'shared-ui/remote';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useCustomers } from '../customers/use-customers';
import { CustomerChoice, type CustomerChoiceProps } from './CustomerChoice';
import { messages } from './messages';

const text = messages.choose;

export interface ChooseCustomerDialogProps extends Pick<
  CustomerChoiceProps,
  'blocked' | 'request' | 'value' | 'onChange'
> {
  /** True if closing would lose a choice. */
  isChanged: boolean;
  onChosen: (customerId: string) => void;
  onClose: () => void;
}

/** Chooses the payer: one of the practice's customers, or a new one. */
export function ChooseCustomerDialog({
  request,
  blocked = [],
  value,
  isChanged,
  onChange,
  onChosen,
  onClose,
}: ChooseCustomerDialogProps): ReactNode {
  const { notify } = useRemote();
  const { data, error, isFetching, refetch } = useCustomers();
  const failure = apiErrorOf(error);
  const customer = data?.customers.find(({ id }) => id === value);

  const notifyFailure = useEffectEvent(() => {
    if (failure) notify({ severity: 'error', message: serverMessage(failure) ?? text.failed });
  });
  useEffect(() => notifyFailure(), [failure]);

  return (
    <FormDialog
      title={text.title}
      maxWidth="sm"
      isChanged={isChanged}
      confirmLabel={text.go}
      reason={customer ? undefined : text.first}
      onConfirm={() => customer && onChosen(customer.id)}
      onClose={onClose}
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
            request={request}
            value={value}
            blocked={blocked}
            busy={isFetching}
            none={
              <div>
                <Typography variant="subtitle1">{text.none}</Typography>
                {data.practice_owners.length > 0 && <Typography color="textSecondary">{text.noneHelp}</Typography>}
              </div>
            }
            onChange={onChange}
            onRetry={() => void refetch()}
          />
        </Stack>
      )}
    </FormDialog>
  );
}

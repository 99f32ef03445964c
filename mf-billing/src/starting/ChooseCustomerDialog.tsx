import { type ApiError, serverMessage } from 'shared-api';
import type { Customer, PracticeOwner } from 'shared-api/contracts';
import { Button, commonMessages, Dialog, ErrorState, LoadingBlock, Notice, Stack, Text } from 'shared-ui';
import { usePractice, useRemote } from 'shared-ui/remote';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { type Customers, useListCustomersQuery } from '../api';
import { ManageCardsDialog } from '../payment-methods/ManageCardsDialog';
import { CreateCustomer } from './CreateCustomer';
import { CustomerPicker } from './CustomerPicker';
import { words } from './messages';

const text = words.choose;

export interface ChooseCustomerDialogProps {
  onChosen: (customer: Customer) => void;
  onClose: () => void;
}

/** Who pays: one of the practice's customers, or one made here of an owner. */
export function ChooseCustomerDialog({ onChosen, onClose }: ChooseCustomerDialogProps): ReactNode {
  const { id: practice } = usePractice();
  const { notify } = useRemote();
  const { data, error, isFetching, refetch } = useListCustomersQuery({ practice });
  const [chosen, setChosen] = useState<string | null>(null);
  const failure = error as ApiError | undefined;
  const customer = data?.customers.find(({ id }) => id === chosen);

  const tell = useEffectEvent(() => {
    if (failure) notify({ severity: 'error', message: serverMessage(failure) ?? text.failed });
  });
  useEffect(() => tell(), [failure]);

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
            onClick={() => customer && onChosen(customer)}
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
      {data && <KnownCustomers of={data} chosen={chosen} onChoose={setChosen} />}
    </Dialog>
  );
}

function KnownCustomers({
  of: { customers, practice_owners: owners },
  chosen,
  onChoose,
}: {
  of: Customers;
  chosen: string | null;
  onChoose: (id: string) => void;
}): ReactNode {
  const [creating, setCreating] = useState(false);
  const [managed, setManaged] = useState<Customer | null>(null);
  const [first, ...others] = owners;
  const none = customers.length === 0;
  const create = (all: [PracticeOwner, ...PracticeOwner[]]): ReactNode =>
    creating || none ? (
      <CreateCustomer
        owners={all}
        onCreated={({ id }) => {
          setCreating(false);
          onChoose(id);
        }}
      />
    ) : (
      <div>
        <Button onClick={() => setCreating(true)}>{words.create.open}</Button>
      </div>
    );
  return (
    <Stack gap={3}>
      {none ? (
        <div>
          <Text strong>{text.none}</Text>
          {first && <Text tone="second">{text.noneHelp}</Text>}
        </div>
      ) : (
        <>
          <Text tone="second">{text.lead}</Text>
          <CustomerPicker customers={customers} value={chosen} onChange={onChoose} onManage={setManaged} />
        </>
      )}
      {first ? create([first, ...others]) : <Notice tone="attention">{text.noOwners}</Notice>}
      {managed && <ManageCardsDialog customer={managed} onClose={() => setManaged(null)} />}
    </Stack>
  );
}

import type { Customer, PracticeOwner } from 'shared-api/contracts';
import { useStoredRequest } from 'shared-ui';
import { Alert, Button, Stack, Typography } from 'shared-ui/mui';
import { usePractice, useRemote } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import type { Customers } from '../api';
import { newCustomerRecord, type StartRequest } from '../changes/stored-choice';
import { ManageCardsDialog } from '../payment-methods/ManageCardsDialog';
import { CreateCustomer } from './CreateCustomer';
import { CustomerPicker, type CustomerPickerProps } from './CustomerPicker';
import { messages } from './messages';

const text = messages.choose;

export interface CustomerChoiceProps extends Omit<CustomerPickerProps, 'customers' | 'onManage'> {
  data: Customers;
  /** The surrounding dialog. */
  request: StartRequest;
  /** Content above the new customer form, if the practice has no customers. */
  none: ReactNode;
}

/** Chooses one of the practice's customers, or creates one for an owner. Without owners, it shows what to do. */
export function CustomerChoice({ data, request, none, ...picker }: CustomerChoiceProps): ReactNode {
  const { customers, practice_owners: owners } = data;
  const [managed, setManaged] = useState<Customer | null>(null);
  const [first, ...others] = owners;
  return (
    <Stack spacing={3}>
      {customers.length === 0 ? none : <CustomerPicker {...picker} customers={customers} onManage={setManaged} />}
      {first ? (
        <NewCustomer
          owners={[first, ...others]}
          request={request}
          expanded={customers.length === 0}
          onCreated={picker.onChange}
        />
      ) : (
        <NoOwners />
      )}
      {managed && <ManageCardsDialog customer={managed} onClose={() => setManaged(null)} />}
    </Stack>
  );
}

interface NewCustomerProps extends Pick<CustomerChoiceProps, 'request'> {
  owners: readonly [PracticeOwner, ...PracticeOwner[]];
  expanded: boolean;
  onCreated: (id: string) => void;
}

function NewCustomer({ owners, request, expanded, onCreated }: NewCustomerProps): ReactNode {
  const stored = useStoredRequest(newCustomerRecord(usePractice().id));
  const [creating, setCreating] = useState(JSON.stringify(stored) === JSON.stringify(request));
  if (!creating && !expanded) {
    return (
      <div>
        <Button onClick={() => setCreating(true)}>{messages.create.open}</Button>
      </div>
    );
  }
  return (
    <CreateCustomer
      owners={owners}
      request={request}
      onCreated={({ id }) => {
        setCreating(false);
        onCreated(id);
      }}
    />
  );
}

/** Super admins also see how to add an owner. */
function NoOwners(): ReactNode {
  const { session } = useRemote();
  return (
    <Alert severity="warning">
      <Typography component="div">{text.noOwners}</Typography>
      {session.flags.super_admin && <Typography component="div">{text.noOwnersHelp}</Typography>}
    </Alert>
  );
}

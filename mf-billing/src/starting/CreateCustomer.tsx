import { apiErrorOf } from 'shared-api';
import type { Customer, PracticeOwner } from 'shared-api/contracts';
import { useStoredForm } from 'shared-ui';
import { SelectField } from 'shared-ui/choices';
import { TextField } from 'shared-ui/text-fields';
import { Alert, AlertTitle, Button, Stack, Typography } from 'shared-ui/mui';
import { useAttempt, usePractice } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import { useCreateCustomerMutation } from '../api';
import { newCustomerRecord, type StartRequest } from '../changes/stored-choice';
import { useCustomers } from '../customers/use-customers';
import { POLL_INTERVAL_MS } from '../subscriptions/use-feature-summary';
import { type CustomerDraft, customersWithEmail, draftOf, problemsOf, toRequest } from './create-customer-form';
import { customerName } from './CustomerPicker';
import { messages } from './messages';

const text = messages.create;

/** The customers, and whether one can be created. Polls while an earlier one is being confirmed, until it is listed. */
function useListedCustomers() {
  const [waits, setWaits] = useState(false);
  const { data } = useCustomers({ pollingInterval: waits ? POLL_INTERVAL_MS : 0 });
  const refused = data?.create?.allowed === false;
  if (refused !== waits) setWaits(refused);
  return data;
}

interface CustomerFieldsProps {
  owners: CreateCustomerProps['owners'];
  draft: CustomerDraft;
  /** Errors by request field. */
  problems: Readonly<Record<string, string>>;
  onEdit: (draft: CustomerDraft) => void;
}

/** The owner's name and email are prefilled from the account until the person changes them. */
function CustomerFields({ owners, draft, problems, onEdit }: CustomerFieldsProps): ReactNode {
  const set = (over: Partial<CustomerDraft>): void => onEdit({ ...draft, ...over });
  return (
    <>
      <SelectField
        label={text.owner}
        value={draft.owner}
        options={owners.map(({ user_id, name }) => ({ value: user_id, label: name }))}
        onChange={({ target: { value: owner } }) =>
          onEdit(draftOf(owners.find(({ user_id }) => user_id === owner) ?? owners[0]))
        }
      />
      <TextField
        label={text.firstName}
        value={draft.firstName}
        errorText={problems['first_name']}
        onChange={(event) => set({ firstName: event.target.value })}
      />
      <TextField
        label={text.lastName}
        value={draft.lastName}
        errorText={problems['last_name']}
        onChange={(event) => set({ lastName: event.target.value })}
      />
      <TextField
        type="email"
        label={text.email}
        value={draft.email}
        errorText={problems['email']}
        onChange={(event) => set({ email: event.target.value })}
      />
    </>
  );
}

interface SameEmailProps {
  /** Customers with the same email. */
  customers: readonly Customer[];
  onUse: (customer: Customer) => void;
}

function SameEmail({ customers, onUse }: SameEmailProps): ReactNode {
  return (
    <Alert severity="warning" role="alert">
      <AlertTitle>{text.same}</AlertTitle>
      <Stack spacing={1} sx={{ alignItems: 'flex-start' }}>
        {customers.map((customer) => (
          <Button key={customer.id} onClick={() => onUse(customer)}>
            {text.use(customerName(customer))}
          </Button>
        ))}
      </Stack>
    </Alert>
  );
}

export interface CreateCustomerProps {
  owners: readonly [PracticeOwner, ...PracticeOwner[]];
  /** The surrounding dialog, which reopens after a reload. */
  request: StartRequest;
  onCreated: (customer: Customer) => void;
}

/** Creates a customer for an owner of the practice. Failures show here, without a toast (specification: billing, 8). */
export function CreateCustomer({ owners, request, onCreated }: CreateCustomerProps): ReactNode {
  const { id: practiceId } = usePractice();
  const { form: draft, setForm: setDraft } = useStoredForm<CustomerDraft>({
    record: newCustomerRecord(practiceId),
    request,
    initial: draftOf(owners[0]),
  });
  const [tried, setTried] = useState(false);
  /** Customers with the same email, until the person decides. */
  const [same, setSame] = useState<readonly Customer[]>([]);
  const [create, { isLoading, error }] = useCreateCustomerMutation();
  const listed = useListedCustomers();
  // Never reset, so that the same customer is created only once, even after a lost response.
  const attempt = useAttempt<ReturnType<typeof toRequest>>();
  const failure = apiErrorOf(error);
  const problems = tried ? { ...failure?.fields, ...problemsOf(draft, practiceId) } : {};

  const edit = (next: CustomerDraft): void => {
    setDraft(next);
    setSame([]);
  };
  const submit = async (): Promise<void> => {
    setTried(true);
    if (isLoading || Object.keys(problemsOf(draft, practiceId)).length > 0) return;
    const found = same.length > 0 ? [] : customersWithEmail(listed?.customers ?? [], draft.email);
    setSame(found);
    if (found.length > 0) return;
    const customer = toRequest(draft, practiceId);
    const { key, sent } = attempt.begin(customer, customer);
    const { data: created } = await create({ customer: sent, idempotencyKey: key });
    if (created) onCreated(created.customer);
  };

  return (
    <form
      noValidate
      aria-label={text.title}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack spacing={3}>
        <Typography component="h3" variant="subtitle1">
          {text.title}
        </Typography>
        <CustomerFields owners={owners} draft={draft} problems={problems} onEdit={edit} />
        {failure && (
          <Alert severity="error" role="alert">
            <AlertTitle>{text.failed}</AlertTitle>
            <span>{failure.message}</span>
          </Alert>
        )}
        {same.length > 0 && <SameEmail customers={same} onUse={onCreated} />}
        <div>
          <Button type="submit" loading={isLoading} reason={listed?.create?.reason ?? undefined}>
            {same.length > 0 ? text.another : text.go}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

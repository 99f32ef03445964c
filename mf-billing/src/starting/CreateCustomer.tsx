import { apiErrorOf } from 'shared-api';
import type { Customer, PracticeOwner } from 'shared-api/contracts';
import { Button, Notice, SelectInput, Stack, Text, TextInput } from 'shared-ui';
import { usePractice } from 'shared-ui/remote';
import { type ReactNode, useRef, useState } from 'react';
import { useCreateCustomerMutation } from '../api';
import { type CustomerDraft, draftOf, problemsOf, toRequest } from './create-customer-form';
import { messages } from './messages';

const text = messages.create;

/** Creates a customer for an owner of the practice. Failures show here, without a toast (specification: billing, 8). */
export function CreateCustomer({
  owners,
  onCreated,
}: {
  owners: readonly [PracticeOwner, ...PracticeOwner[]];
  onCreated: (customer: Customer) => void;
}): ReactNode {
  const { id: practiceId } = usePractice();
  const [draft, setDraft] = useState<CustomerDraft>(() => draftOf(owners[0]));
  const [tried, setTried] = useState(false);
  const [create, { isLoading, error }] = useCreateCustomerMutation();
  /** The last request body as JSON, and its idempotency key. */
  const sent = useRef({ text: '', key: '' });
  const failure = apiErrorOf(error);
  const problems = tried ? { ...failure?.fields, ...problemsOf(draft, practiceId) } : {};

  const set = (over: Partial<CustomerDraft>): void => setDraft({ ...draft, ...over });
  const submit = async (): Promise<void> => {
    setTried(true);
    if (isLoading || Object.keys(problemsOf(draft, practiceId)).length > 0) return;
    const customer = toRequest(draft, practiceId);
    // The same customer uses the same key, so that a retry after a lost response creates only one.
    if (JSON.stringify(customer) !== sent.current.text)
      sent.current = { text: JSON.stringify(customer), key: crypto.randomUUID() };
    const { data } = await create({ customer, idempotencyKey: sent.current.key });
    if (data) onCreated(data.customer);
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
      <Stack gap={3}>
        <Text strong as="h3">
          {text.title}
        </Text>
        <SelectInput
          label={text.owner}
          value={draft.owner}
          options={owners.map(({ user_id, name }) => ({ value: user_id, label: name }))}
          onChange={(owner) => setDraft(draftOf(owners.find(({ user_id }) => user_id === owner) ?? owners[0]))}
        />
        <TextInput
          label={text.firstName}
          value={draft.firstName}
          error={problems['first_name']}
          onChange={(firstName) => set({ firstName })}
        />
        <TextInput
          label={text.lastName}
          value={draft.lastName}
          error={problems['last_name']}
          onChange={(lastName) => set({ lastName })}
        />
        <TextInput
          type="email"
          label={text.email}
          value={draft.email}
          error={problems['email']}
          onChange={(email) => set({ email })}
        />
        {failure && (
          <Notice tone="danger" live="assertive" title={text.failed}>
            {failure.message}
          </Notice>
        )}
        <div>
          <Button type="submit" busy={isLoading}>
            {text.go}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

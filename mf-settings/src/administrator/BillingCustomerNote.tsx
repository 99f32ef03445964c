import { editedValue } from 'shared-api/contracts';
import { usePractice } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { useReadBillingCustomerQuery } from '../api';
import { messages } from '../messages';
import { useDraft, useSettingsForm } from '../settings-record/form';
import { errorMessage } from '../settings-record/use-settings';

const text = messages.administrator.customer;

/** The customer's name and status, below its id. Fetched separately from the settings. */
export function BillingCustomerNote(): ReactNode {
  const { saved } = useSettingsForm();
  const edit = useDraft(({ edits }) => edits.get('stripe_customer_id'));
  const visited = useDraft((draft) => draft.visited.has('stripe_customer_id'));
  const practiceId = usePractice().id;
  // A typed id is looked up on blur, not on each keystroke.
  const isTyping = edit !== undefined && !visited;
  const id = (edit ? editedValue(edit) : saved.stripe_customer_id) as string | null | undefined;
  const customer = id?.trim() ?? '';
  const { currentData, error, isFetching } = useReadBillingCustomerQuery(
    { practice: practiceId, customer },
    { skip: customer === '' || isTyping },
  );
  if (customer === '') return text.none;
  if (isTyping) return text.typing;
  if (currentData) return text.found(currentData);
  return error && !isFetching ? errorMessage(error, text.failed) : text.loading;
}

import type { SubscriptionItem } from 'shared-api/contracts';
import { usePractice, useRemote, useRight } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { apiErrorOf, serverMessage } from 'shared-api';
import { useAssignSubscriptionItemMutation } from '../api';
import { ActionButton } from './ActionButton';
import { messages } from './messages';

const text = messages.current;

/** Assigns the practice an item that it pays for and nobody uses. Nothing is charged. */
export function AssignItem({ subscriptionId, item }: { subscriptionId: string; item: SubscriptionItem }): ReactNode {
  const { id: practiceId } = usePractice();
  const { notify } = useRemote();
  const { reason } = useRight('billing');
  const [assign, { isLoading }] = useAssignSubscriptionItemMutation();
  const run = async (): Promise<void> => {
    const { error } = await assign({ practiceId, subscriptionId, itemId: item.id });
    if (error === undefined) notify({ severity: 'success', message: text.assigned(item.plan_name) });
    else notify({ severity: 'error', message: serverMessage(apiErrorOf(error)) ?? text.assignFailed });
  };
  return (
    <ActionButton
      action={{ allowed: reason === undefined, reason: reason ?? null }}
      loading={isLoading}
      aria-label={text.assignNamed(item.plan_name)}
      onClick={() => void run()}
    >
      {text.assign}
    </ActionButton>
  );
}

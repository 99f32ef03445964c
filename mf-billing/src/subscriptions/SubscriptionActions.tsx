import type { Subscription } from 'shared-api/contracts';
import { PlusIcon } from 'shared-ui';
import { useRemote } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { ActionButton } from './ActionButton';
import type { DialogRequest } from './dialog-request';
import { messages } from './messages';

const text = messages.current;

export interface SubscriptionActionsProps {
  subscription: Subscription;
  onRequest: (request: DialogRequest) => void;
}

/** The buttons of a subscription. Ending it is for super admins. */
export function SubscriptionActions({ subscription, onRequest }: SubscriptionActionsProps): ReactNode {
  const { session } = useRemote();
  const { id, plan_name: name, items, actions, needs_attention: needsAttention } = subscription;
  const isUnused = items.length > 0 && items.every(({ used_by: user }) => user !== undefined);
  /** The person has to pay first, or can only end what nobody uses. */
  const hideDenied = needsAttention || isUnused;
  return (
    <>
      <ActionButton
        startIcon={<PlusIcon size={14} />}
        action={actions.add_features}
        hideDenied={hideDenied}
        aria-label={text.addTo(name)}
        onClick={() => onRequest({ kind: 'add', subscription })}
      >
        {text.add}
      </ActionButton>
      <ActionButton
        action={actions.switch_plan}
        hideDenied={hideDenied}
        aria-label={text.switchNamed(name)}
        onClick={() => onRequest({ kind: 'switch', subscriptionId: id })}
      >
        {text.switch}
      </ActionButton>
      {actions.change_card && (
        <ActionButton
          action={actions.change_card}
          hideDenied={hideDenied}
          aria-label={text.changeCardNamed(name)}
          onClick={() => onRequest({ kind: 'card', subscriptionId: id })}
        >
          {text.changeCard}
        </ActionButton>
      )}
      {session.flags.super_admin && (
        <ActionButton
          color="error"
          action={actions.cancel}
          hideDenied={hideDenied}
          aria-label={text.cancelNamed(name)}
          onClick={() => onRequest({ kind: 'cancel', subscription })}
        >
          {text.cancel}
        </ActionButton>
      )}
      {session.flags.super_admin && actions.end_unpaid && (
        <ActionButton
          color="error"
          action={actions.end_unpaid}
          aria-label={text.endNamed(name)}
          onClick={() => onRequest({ kind: 'end-unpaid', subscription })}
        >
          {text.end}
        </ActionButton>
      )}
    </>
  );
}

import type { Subscription } from 'shared-api/contracts';
import { color, PlusIcon, styled } from 'shared-ui';
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

const List = styled('ul')({
  flex: '1 1 200px',
  listStyle: 'none',
  margin: 0,
  padding: 0,
  fontSize: 12,
  lineHeight: '16px',
  color: color.inkThird,
});

export interface DeniedAction {
  label: string;
  reason: string;
}

/** Why a subscription's buttons are disabled. */
export function Reasons({ reasons }: { reasons: readonly DeniedAction[] }): ReactNode {
  return (
    <List>
      {reasons.map(({ label, reason }) => (
        <li key={label}>{text.denied(label, reason)}</li>
      ))}
    </List>
  );
}

/** The disabled buttons of a subscription, for people who can change it. */
export function deniedActions(subscription: Subscription): DeniedAction[] {
  const { actions, needs_attention: needsAttention } = subscription;
  if (needsAttention || isUnused(subscription)) return [];
  return [
    { label: text.add, action: actions.add_features },
    { label: text.switch, action: actions.switch_plan },
    { label: text.changeCard, action: actions.change_card },
  ].flatMap(({ label, action }) =>
    action?.allowed === false && action.reason !== null ? [{ label, reason: action.reason }] : [],
  );
}

const isUnused = ({ items }: Subscription): boolean =>
  items.length > 0 && items.every(({ used_by: user }) => user !== undefined);

/** A subscription's buttons, for people who can change it. Only super admins can end it. */
export function SubscriptionActions({ subscription, onRequest }: SubscriptionActionsProps): ReactNode {
  const { session } = useRemote();
  const { id, plan_name: name, actions, needs_attention: needsAttention } = subscription;
  /** The person has to pay first, or can only end an unused subscription. */
  const hideDenied = needsAttention || isUnused(subscription);
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

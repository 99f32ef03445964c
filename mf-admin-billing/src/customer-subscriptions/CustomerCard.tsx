import type { AdminCustomer } from 'shared-api/contracts';
import { ChevronDownIcon, ChevronRightIcon, color, FactLine, Panel, RetryNotice, styled } from 'shared-ui';
import { Button, Typography } from 'shared-ui/mui';
import { BrandIcon } from 'shared-ui/cards';
import { type ReactNode, useId, useState } from 'react';
import { DashboardId } from './DashboardId';
import { customerName, type PaymentMethodGroup, groupsOf, methodLabel } from './groups';
import { subscriptionsMessages } from './messages';
import { SubscriptionBlock } from './SubscriptionBlock';

const messages = subscriptionsMessages.customer;

const Method = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  padding: '8px 16px',
  borderTop: `1px solid ${color.line}`,
  backgroundColor: color.subtle,
});

const Inset = styled('div')({ padding: '0 16px 12px' });

const Fold = styled('div')({ padding: '8px 10px', borderTop: `1px solid ${color.line}` });

export interface CustomerCardProps {
  customer: AdminCustomer;
  dashboard: string | null;
  /** True while the customers are refetched. */
  busy: boolean;
  onRetry: () => void;
  /** Called with the ids of the items whose seats are to be removed. */
  onRemove: (items: readonly string[]) => void;
}

/** A customer and its subscriptions by payment method. Ended subscriptions are collapsed. */
export function CustomerCard({ customer, dashboard, busy, onRetry, onRemove }: CustomerCardProps): ReactNode {
  const { id, email, description, error } = customer;
  const [showsEnded, setShowsEnded] = useState(false);
  const endedId = useId();
  const name = customerName(customer);
  const facts = [email, description].filter((fact) => fact !== null && fact !== '' && fact !== name);
  const { current, ended } = groupsOf(customer);
  const endedCount = ended.reduce((sum, { subscriptions: entries }) => sum + entries.length, 0);
  const groupProps = { isKnown: error === null, dashboard, onRemove };
  return (
    <Panel
      flush
      title={name}
      description={
        <FactLine facts={[...facts, <DashboardId key="id" id={id} of="customer" dashboard={dashboard} />]} />
      }
    >
      {error !== null && (
        <Inset>
          <RetryNotice title={messages.failed(name)} busy={busy} onRetry={onRetry}>
            {`${error} ${messages.lastKnown}`}
          </RetryNotice>
        </Inset>
      )}
      {current.map((group) => (
        <MethodGroup key={group.method?.id ?? 'none'} group={group} {...groupProps} />
      ))}
      {endedCount > 0 && (
        <>
          <Fold>
            <Button
              variant="text"
              startIcon={showsEnded ? <ChevronDownIcon size={14} /> : <ChevronRightIcon size={14} />}
              aria-expanded={showsEnded}
              aria-controls={endedId}
              onClick={() => setShowsEnded(!showsEnded)}
            >
              {showsEnded ? messages.hideEnded : messages.showEnded(endedCount)}
            </Button>
          </Fold>
          <div id={endedId} hidden={!showsEnded}>
            {showsEnded &&
              ended.map((group) => <MethodGroup key={group.method?.id ?? 'none'} group={group} {...groupProps} />)}
          </div>
        </>
      )}
    </Panel>
  );
}

interface MethodGroupProps extends Pick<CustomerCardProps, 'dashboard' | 'onRemove'> {
  group: PaymentMethodGroup;
  /** Whether the customer's cards could be loaded. */
  isKnown: boolean;
}

function MethodGroup({ group, isKnown, dashboard, onRemove }: MethodGroupProps): ReactNode {
  const label = methodLabel(group.method, isKnown);
  return (
    <div role="group" aria-label={label}>
      <Method>
        {group.method && <BrandIcon brand={group.method.card.brand} />}
        <Typography component="h3" style={{ fontSize: 13 }} variant="subtitle1">
          {label}
        </Typography>
      </Method>
      {group.subscriptions.map((entry) => (
        <SubscriptionBlock key={entry.subscription.id} {...{ entry, dashboard, onRemove }} />
      ))}
    </div>
  );
}

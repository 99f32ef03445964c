import type { AdminCustomer, AdminItem } from 'shared-api/contracts';
import { color, Panel, styled, Text } from 'shared-ui';
import { BrandIcon } from 'shared-ui/cards';
import type { ReactNode } from 'react';
import { DashboardId } from './DashboardId';
import { customerName, type Group, groupsOf, methodLabel } from './groups';
import { SubscriptionBlock } from './SubscriptionBlock';

const Method = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  padding: '8px 16px',
  borderTop: `1px solid ${color.line}`,
  backgroundColor: color.subtle,
});

export interface CustomerCardProps {
  customer: AdminCustomer;
  dashboard: string | null;
  onRemove: (items: readonly AdminItem[]) => void;
}

/** A customer and its subscriptions by what pays for them. */
export function CustomerCard({ customer, dashboard, onRemove }: CustomerCardProps): ReactNode {
  const { id, email, description } = customer;
  const name = customerName(customer);
  const facts = [email, description].filter((fact) => fact !== null && fact !== '' && fact !== name);
  return (
    <Panel
      flush
      title={name}
      description={
        <>
          {facts.map((fact) => `${fact} · `)}
          <DashboardId id={id} of="customer" dashboard={dashboard} />
        </>
      }
    >
      {groupsOf(customer).map((group) => (
        <MethodGroup key={group.method?.id ?? 'none'} {...{ group, dashboard, onRemove }} />
      ))}
    </Panel>
  );
}

function MethodGroup({
  group,
  dashboard,
  onRemove,
}: Omit<CustomerCardProps, 'customer'> & { group: Group }): ReactNode {
  const label = methodLabel(group.method);
  return (
    <div role="group" aria-label={label}>
      <Method>
        {group.method && <BrandIcon brand={group.method.card.brand} />}
        <Text as="h3" strong style={{ fontSize: 13 }}>
          {label}
        </Text>
      </Method>
      {group.families.map((family) => (
        <SubscriptionBlock key={family.subscription.id} {...{ family, dashboard, onRemove }} />
      ))}
    </div>
  );
}

import { ChevronDownIcon, ChevronRightIcon, color, radius, styled } from 'shared-ui';
import type { Subscription, SubscriptionPrice } from 'shared-api/contracts';
import { type ReactNode, useState } from 'react';
import { recurringText } from '../figures';
import { isAlteredPrice, isByUsage } from './subscription-facts';
import { SubscriptionBadge } from './subscription-status';

const Line = styled('button')({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto auto',
  alignItems: 'center',
  gap: 10,
  width: '100%',
  minHeight: 52,
  padding: '10px 14px',
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  backgroundColor: color.surface,
  color: color.ink,
  font: 'inherit',
  textAlign: 'left',
  cursor: 'pointer',
  overflowWrap: 'anywhere',
  '& > :nth-of-type(2)': { fontWeight: 600 },
  '& > :nth-of-type(3)': { fontVariantNumeric: 'tabular-nums' },
});

export interface FoldedSubscriptionProps {
  subscription: Subscription;
  /** Its price after discounts and taxes. Absent until it is known, and if nothing is charged. */
  price: SubscriptionPrice | undefined;
  amountsHidden: boolean;
  /** The whole subscription, below its line. */
  children: ReactNode;
}

/** One line for a subscription of which there is nothing to say. It opens the whole one. */
export function FoldedSubscription({
  subscription,
  price,
  amountsHidden,
  children,
}: FoldedSubscriptionProps): ReactNode {
  const [open, setOpen] = useState(false);
  const { plan_name: name, plan_interval: interval, every, currency } = subscription;
  const { amount } = isAlteredPrice(price) ? price : subscription;
  const isProvided = (subscription.provided_by ?? null) !== null;
  const Chevron = open ? ChevronDownIcon : ChevronRightIcon;
  return (
    <>
      <Line type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
        <SubscriptionBadge subscription={subscription} />
        <span>{name}</span>
        <span>
          {!amountsHidden &&
            !isProvided &&
            recurringText({ amount, interval, every, by_usage: isByUsage(subscription) }, currency)}
        </span>
        <Chevron size={14} />
      </Line>
      {open && children}
    </>
  );
}

import type { SubscriptionPrice } from 'shared-api/contracts';
import { ChevronDownIcon, ChevronRightIcon, color, FactLine, radius, styled } from 'shared-ui';
import { Typography } from 'shared-ui/mui';
import { usePractice } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import { recurringText } from '../figures';
import { foldedFacts, isAlteredPrice, isByUsage } from './subscription-facts';
import type { SubscriptionWithSchedules } from './subscription-rules';
import { SubscriptionBadge } from './subscription-status';

const Line = styled('button')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: '4px 10px',
  width: '100%',
  minHeight: 52,
  padding: '10px 16px',
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  backgroundColor: color.surface,
  color: color.ink,
  font: 'inherit',
  textAlign: 'left',
  cursor: 'pointer',
  overflowWrap: 'anywhere',
  '&[aria-expanded=true]': { borderBottomLeftRadius: 0, borderBottomRightRadius: 0 },
});

/** With large text, the price is below the name. */
const Head = styled('span')({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  columnGap: 10,
  '& > :first-of-type': { flex: '1 1 5.5em', minWidth: 0 },
});

const Status = styled('span')({
  gridColumn: '1 / -1',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
});

export interface FoldedSubscriptionProps extends SubscriptionWithSchedules {
  /** Its price after discounts and taxes. Absent while loading and if nothing is charged. */
  price: SubscriptionPrice | undefined;
  amountsHidden: boolean;
  /** The subscription's details. */
  children: ReactNode;
}

/** A collapsed subscription: name, price, status and next change. Expands to the details. */
export function FoldedSubscription({
  subscription,
  scheduled,
  price,
  amountsHidden,
  children,
}: FoldedSubscriptionProps): ReactNode {
  const { time_zone } = usePractice();
  const [open, setOpen] = useState(false);
  const { plan_name: name, plan_interval: interval, every, currency } = subscription;
  const { amount } = isAlteredPrice(price) ? price : subscription;
  const isProvided = (subscription.provided_by ?? null) !== null;
  const Chevron = open ? ChevronDownIcon : ChevronRightIcon;
  return (
    <div>
      <Line type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Head>
          <Typography component="span" variant="subtitle1">
            {name}
          </Typography>
          <Typography component="span" align="right">
            {!amountsHidden &&
              !isProvided &&
              recurringText({ amount, interval, every, by_usage: isByUsage(subscription) }, currency)}
          </Typography>
        </Head>
        <Chevron size={14} />
        <Status>
          <SubscriptionBadge subscription={subscription} />
          <Typography component="span" variant="body2" color="textSecondary">
            <FactLine facts={foldedFacts({ subscription, scheduled }, time_zone)} />
          </Typography>
        </Status>
      </Line>
      {open && children}
    </div>
  );
}

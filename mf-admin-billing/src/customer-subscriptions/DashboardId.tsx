import { NewTabLink, styled, touch, VisuallyHidden } from 'shared-ui';
import { Typography } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { isSchedule } from './groups';
import { subscriptionsMessages } from './messages';

const messages = subscriptionsMessages.customer;

const Small = styled(NewTabLink)({
  fontSize: 12,
  lineHeight: '16px',
  overflowWrap: 'anywhere',
  // Next to a badge, its target reaches into the space around the line.
  [touch]: { display: 'inline-block', padding: '14px 0', '[data-head] &': { marginBlock: -10 } },
});

export interface DashboardIdProps {
  /** Id of a customer, a subscription or a schedule. */
  id: string;
  of: 'customer' | 'subscription';
  /** The provider's dashboard; null shows the id as plain text. */
  dashboard: string | null;
}

/** An id of the payment provider, with a link to its page there. */
export function DashboardId({ id, of, dashboard }: DashboardIdProps): ReactNode {
  if (dashboard === null) {
    return (
      <Typography component="span" variant="body2" color="textSecondary" style={{ overflowWrap: 'anywhere' }}>
        {id}
      </Typography>
    );
  }
  const what = of === 'subscription' && isSchedule({ id }) ? 'schedule' : of;
  const folder = { customer: 'customers', subscription: 'subscriptions', schedule: 'subscription_schedules' }[what];
  return (
    <Small href={`${dashboard}/${folder}/${id}`}>
      <VisuallyHidden>
        <span>{messages[what]}</span>{' '}
      </VisuallyHidden>
      <span>{id}</span>
    </Small>
  );
}

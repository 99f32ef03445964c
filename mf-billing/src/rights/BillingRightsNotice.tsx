import { color, styled } from 'shared-ui';
import { Alert } from 'shared-ui/mui';
import { usePractice, useRight } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { messages } from './messages';

/** Only the icon has the color of the severity. */
const Notice = styled(Alert)({ '&&': { color: color.ink }, '&& > .MuiAlert-icon': { color: color.information } });

/**
 * Says once per page what the person can't see or change, and whom to ask. Hidden for people with the `billing` right.
 */
export function BillingRightsNotice(): ReactNode {
  const { owners } = usePractice();
  const read = useRight('billing.read');
  const change = useRight('billing');
  if (change.held) return null;
  return <Notice severity="info">{(read.held ? messages.changesMissing : messages.amountsMissing)(owners)}</Notice>;
}

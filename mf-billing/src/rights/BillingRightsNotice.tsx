import { Alert } from 'shared-ui/mui';
import { useRight } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { messages } from './messages';

/**
 * Says once per page what the person can't see or change, and whom to ask. Hidden for people with the `billing` right.
 */
export function BillingRightsNotice(): ReactNode {
  const read = useRight('billing.read');
  const change = useRight('billing');
  if (change.held) return null;
  return <Alert severity="info">{read.held ? messages.changesMissing : messages.amountsMissing}</Alert>;
}

/** Texts that the specification quotes (billing). They must match exactly. All other texts can change. */
import { expect, it } from '@jest/globals';
import { textsOf } from 'shared-ui/testing';
import { messages as addOns } from './add-ons/messages';
import { messages as changes } from './changes/messages';
import { messages as overdue } from './overdue/messages';
import { messages as history } from './payment-history/messages';
import { messages as paymentMethods } from './payment-methods/messages';
import { messages as starting } from './starting/messages';
import { messages as subscriptions } from './subscriptions/messages';

const texts = textsOf({ addOns, changes, overdue, history, paymentMethods, starting, subscriptions });

it.each([
  // Section 2
  'New Subscription',
  'Available Plans',
  'Monthly',
  'Yearly',
  'Active Bundles',
  'Additional Features',
  'Load More Invoices',
  // Section 4
  'Scheduled Changes',
  'Trial Active',
  'Already Have All Features',
  // Section 5
  'Please select at least one feature to add',
  'Please select a customer first',
  'A payment method is required',
  'Please provide consent to start the trial',
  'No subscription item selected',
  'No subscription selected',
  'Non-cancellable',
  // Section 8
  'Failed to add features',
  'Failed to cancel subscription',
  'Failed to remove subscription item',
  'Failed to start trial',
  'Failed to cancel trial',
  'Failed to start subscription',
  'Failed to fetch customers',
  'Failed to load payment history. Please try again later.',
  'No payment history found',
  'One or more of your subscriptions has payment issues. Please update your payment method.',
  'No Customers Found',
  'No practice owners found. Please contact support.',
  'No additional features available for this subscription.',
  'No Stripe customers found. Please create a customer first.',
])('keeps "%s"', (text) => {
  expect(texts).toContain(text);
});

it('keeps the texts with parameters', () => {
  expect(subscriptions.plans.tryFree(14)).toBe('Try 14 Days Free');
  expect(subscriptions.current.ends('Jan 5, 2027')).toBe('Ends: Jan 5, 2027');
});

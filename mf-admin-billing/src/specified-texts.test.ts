/** Texts that the specification quotes (internal administration). They are frozen; all others can change. */
import { expect, it } from '@jest/globals';
import { textsOf } from 'shared-ui/testing';
import { messages as allPractices } from './all-practices/messages';
import { subscriptionsMessages } from './customer-subscriptions/messages';
import { featuresMessages } from './features-summary/messages';
import { messages as paymentMethods } from './payment-methods/messages';
import { historyMessages } from './product-history/messages';

const texts = textsOf({ allPractices, subscriptionsMessages, featuresMessages, paymentMethods, historyMessages });

it.each([
  // 2
  'RESTRICTED ACCESS ZONE',
  'Attach a Subscription',
  'Search for customers...',
  'Selected Subscriptions',
  'Save Selected Subscriptions',
  'Confirm Remove',
  'Edit Practice Features',
  // 4
  'Cancelled',
  'Selected',
  'Already Attached',
  'Attach',
  'No Availability',
  'Added Bundle',
  'Trial Started',
  'Trial Ended',
  'Trial Cancelled',
  // 5
  'You have selected subscriptions from different payment methods. This may cause billing confusion for the customer.',
  'Please select practices first',
  // 8
  'Failed to load practice features',
  'Unknown error',
  'An unexpected error occurred while saving changes',
  'Failed to load product change history. Please try again later.',
  'No product changes found',
  'There are no product changes in the selected time period.',
  'Failed to load subscriptions. Please try again.',
  'Failed to search customers. Please try again.',
  'Failed to load owner users. Please try again later.',
  'Failed to save subscriptions. Please try again.',
  'Already assigned to:',
  'Failed to remove subscription item',
  'Failed to remove subscription. Please try again.',
  'No subscriptions available',
  'No owner users found.',
  'Failed to load practice features data',
  'Failed to update practice features',
  'Successfully updated practice features',
  'No practices found matching your criteria.',
  'Failed to load customers. Please try again later.',
  'No customer accounts found for this practice.',
])('keeps "%s"', (text) => {
  expect(texts).toContain(text);
});

it('keeps the texts with parameters', () => {
  const { failure } = featuresMessages;
  expect(failure.access('Gone')).toBe('Failed to save features and bundles: Gone');
  expect(failure.flags('Gone')).toBe('Failed to save feature flags: Gone');
  expect(subscriptionsMessages.attach.none('Lee')).toMatch(/^No customers found matching /);
  const addBundles = { action: 'add', type: 'bundle', forInsiders: false } as const;
  const removeFlag = { action: 'remove', type: 'feature_flag', forInsiders: true } as const;
  expect(allPractices.toasts.failed(addBundles)).toBe('Failed to add bundles');
  expect(allPractices.toasts.failed(removeFlag)).toBe('Failed to remove feature flag for insider practices');
  expect(allPractices.toasts.done(addBundles)).toBe('Successfully added bundles');
});

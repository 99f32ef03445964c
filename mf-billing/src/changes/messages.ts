import { factsText } from 'shared-api/contracts';
import type { ChangeKind } from './change';

export const messages = {
  /** Fallbacks for failures without a server message. All but 3 are quoted by the specification (billing, 8). */
  failed: {
    add: 'Failed to add features',
    switch: 'Failed to switch the plan',
    remove: 'Failed to remove subscription item',
    'undo-removal': 'Failed to keep the feature',
    cancel: 'Failed to cancel subscription',
    'end-unpaid': 'Failed to end the subscription',
    start: 'Failed to start subscription',
    trial: 'Failed to start trial',
    'cancel-trial': 'Failed to cancel trial',
  } satisfies Record<ChangeKind, string>,
  done: {
    add: 'Features added',
    switch: 'Plan switched',
    remove: 'The feature ends with the paid period',
    'undo-removal': 'The feature stays',
    cancel: 'Subscription canceled',
    'end-unpaid': 'Subscription ended',
    start: 'Subscription started',
    trial: 'Trial started',
    'cancel-trial': 'Trial canceled',
  } satisfies Record<ChangeKind, string>,
  /** Titles above the reason of a declined payment. */
  anotherCard: {
    add: 'Nothing was added. Try another card.',
    switch: 'Nothing was switched. Try another card.',
    remove: 'Nothing was removed. Try another card.',
    'undo-removal': 'Nothing was changed. Try another card.',
    cancel: 'Nothing was canceled. Try another card.',
    'end-unpaid': 'Nothing was ended. Try again.',
    start: 'Nothing was started. Try another card.',
    trial: 'Nothing was started. Try another card.',
    'cancel-trial': 'Nothing was canceled. Try another card.',
  } satisfies Record<ChangeKind, string>,
  outdated: 'The subscription or its cost has changed, so nothing was charged. Check the cost and confirm again.',
  unknown:
    'We didn’t get a response, so we don’t know whether this happened. You can safely try again: it happens at most once.',
  signedOut: 'You’re signed out. Nothing changed, and your choices are still here. Sign in and try again.',
  confirming: 'The payment provider is confirming this change.',
  bank: {
    waiting: 'Your bank is asking you to confirm the payment.',
    refused: 'Your bank did not confirm the payment.',
    notOpened: 'Your bank’s confirmation didn’t open. Check your connection and try again.',
  },
  keep: 'Go back',
  cards: {
    legend: 'Pay with',
    isDefault: 'Default',
    declined: 'Declined',
    expiresSoon: (date: string) => factsText(['Expires soon', date]),
    expired: (date: string) => factsText(['Expired', date]),
    add: 'Add a card',
    loading: 'Loading cards...',
    failed: 'Couldn’t load the cards',
    none: 'No other saved cards.',
    choose: 'Choose a card first',
  },
  preview: {
    title: 'Cost',
    loading: 'Calculating the cost...',
    failed: 'Couldn’t calculate the cost',
    wait: 'Calculating the cost',
    needed: 'Wait for the cost to load',
    today: 'Charged today',
    credited: 'Credited today',
    card: 'Card',
    credit: 'Added to your balance for the next charges',
    next: (date: string) => `Next invoice, ${date}`,
    sharedBalance: (note: string) => `Next invoice: ${note}`,
    noNext: 'No further invoice',
    recurring: 'Then',
    trialEnd: 'Trial ends',
    from: 'In effect from',
    starts: 'Starts',
    stays: 'Stays',
    ends: (date: string) => `Ends ${date}`,
    lifts: (name: string, by: string, date: string) => `Also restores ${name}, withheld by ${by} on ${date}`,
    paidTwice: (name: string, through: string) =>
      name === through
        ? `You would pay for ${name} twice.`
        : `You would pay for ${name} twice: you have it through ${through}.`,
  },
} as const;

import type { Change } from './change';

export const words = {
  /** Fallbacks of the specification (billing, 8), where the server says nothing of its own. */
  failed: {
    add: 'Failed to add features',
    remove: 'Failed to remove subscription item',
    cancel: 'Failed to cancel subscription',
    start: 'Failed to start subscription',
    trial: 'Failed to start trial',
    'cancel-trial': 'Failed to cancel trial',
  } satisfies Record<Change['kind'], string>,
  done: {
    add: 'Features added',
    remove: 'The feature ends with the paid period',
    cancel: 'Subscription canceled',
    start: 'Subscription started',
    trial: 'Trial started',
    'cancel-trial': 'Trial canceled',
  } satisfies Record<Change['kind'], string>,
  unknown: 'No answer came, so it is not known whether this happened. Trying again is safe: it happens once at most.',
  signedOut: 'You are signed out. Nothing was changed, and nothing here is lost: sign in and try again.',
  bankRefused: 'Your bank did not confirm the payment.',
  keep: 'Go back',
  preview: {
    title: 'What it costs',
    loading: 'Working out what it costs…',
    failed: 'What this costs could not be worked out',
    wait: 'Wait for what it costs',
    needed: 'What it costs must be known first',
    today: 'Charged today',
    credited: 'Credited today',
    next: (date: string) => `Next invoice, ${date}`,
    noNext: 'No further invoice',
    from: 'In effect from',
  },
} as const;

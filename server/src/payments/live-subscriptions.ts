/** Which subscriptions charge a card, now or one day. */
import type Stripe from 'stripe';

const LIVE_STATUSES = new Set(['active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete']);

export const isLive = ({ status }: Pick<Stripe.Subscription, 'status'>): boolean => LIVE_STATUSES.has(status);

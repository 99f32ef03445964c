import { plural } from 'shared-api/contracts';
import { messages as charges } from '../charges/messages';
import { messages as overdue } from '../overdue/messages';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const monthOf = (month: string): string => months[Number(month.slice(5)) - 1] ?? month;

/** Texts of this module's contributions to the overview, the navigation and the palette. */
export const contributionMessages = {
  charges: {
    link: 'Subscriptions',
    pastDue: 'Past due',
    owes: (customer: string, amount: string) => `${customer} owes ${amount}`,
    since: (payer: string | null, day: string, nextAttempt: string | null) => {
      const attempt = nextAttempt === null ? overdue.noNextAttempt : overdue.nextAttempt(nextAttempt);
      return `${payer === null ? 'Due' : `${payer} couldn’t be charged`} since ${day}. ${attempt}.`;
    },
    pay: (amount: string) => `Pay ${amount}`,
    trial: 'Trial',
    aSubscription: 'Subscription',
    trialEnds: (name: string, day: string) => `The trial of ${name} ends ${day}`,
    trialCosts: (amount: string) => `${amount} will be charged unless it’s canceled before.`,
    review: 'Review',
    card: 'Card',
    noCard: (amount: string, day: string) => `No card for the charge of ${amount} on ${day}`,
    noCardDetail: (customer: string) => `${customer} has no payment method. Add a card before the charge.`,
    addCard: 'Add card',
    incomplete: 'Some charges couldn’t be loaded, so amounts may be missing.',
    next: (day: string) => `Next, ${day}`,
    nextCharge: 'Next charge',
    nextKnown: (day: string) => `Next known, ${day}`,
    none: 'None',
    unknown: 'Not known',
    sixMonths: 'Upcoming 6 months',
    sixMonthsKnown: 'Known, 6 months',
    bars: 'Paid and upcoming charges by month',
    inCurrency: (label: string, currency: string) => `${label}, ${currency.toUpperCase()}`,
    kinds: { paid: 'paid', upcoming: 'upcoming', overdue: 'past due' },
    month: monthOf,
    monthText: (month: string, amounts: readonly (readonly [kind: string, amount: string])[], partial: boolean) => {
      const listed = amounts.filter(([, amount]) => amount !== '').map(([kind, amount]) => `${amount} ${kind}`);
      const none = partial ? 'not known' : 'no charges';
      const others = partial ? ', others not known' : '';
      return `${monthOf(month)} ${month.slice(0, 4)}: ${listed.length === 0 ? none : listed.join(', ') + others}`;
    },
    noCharges: 'No charges are planned.',
    missing: charges.missing,
    collecting: 'Being collected',
  },
  expiring: {
    expired: 'Card expired',
    expires: 'Card expires',
    title: (last4: string, date: string, expired: boolean) =>
      `The card ending in ${last4} ${expired ? 'expired' : 'expires'} ${date}`,
    detail: (customer: string) => `It’s the default card of ${customer}. Add another one so that charges go through.`,
    action: 'Update card',
  },
  badge: (count: number) => `${plural(count, 'payment is', 'payments are')} past due`,
  commands: {
    addCard: 'Add a card',
    addFeatures: 'Add features',
    invoices: 'See invoices and payments',
  },
} as const;

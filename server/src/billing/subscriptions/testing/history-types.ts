/** Shared types and helpers for the steps and checks of a generated history. */
import type Stripe from 'stripe';
import type { FakeStripe } from '../../stripe/testing/fake-stripe.js';
import type { BillingServer } from '../../../testing/billing-server.js';
import { type signedIn } from '../../../testing/test-server.js';
import type { Random } from './random.js';

export const CARDS = {
  good: 'pm_card_visa',
  other: 'pm_card_mastercard',
  declines: 'pm_card_chargeCustomerFail',
  asks: 'pm_card_authenticationRequired',
} as const;
export type CardKind = keyof typeof CARDS;

/** Thrown when a check of a history fails. */
export class InvariantViolation extends Error {}

export function assert(isTrue: boolean, message: string): void {
  if (!isTrue) throw new InvariantViolation(message);
}

export const DAY_S = 86_400;

/** A manual removal according to server rule 9. Implemented independently of the code under test. */
export interface Removal {
  kind: 'bundle' | 'feature';
  name: string;
  against: Set<string>;
}

export interface HistoryCounts {
  steps: Record<string, number>;
  purchasesChecked: number;
  chargesChecked: number;
  /** Charges whose proration was announced as unknown. */
  unknownCharges: number;
  offersChecked: number;
  refusalsChecked: number;
}

export const noCounts = (): HistoryCounts => ({
  steps: {},
  purchasesChecked: 0,
  chargesChecked: 0,
  unknownCharges: 0,
  offersChecked: 0,
  refusalsChecked: 0,
});

export interface World {
  /** Changes with each restart. */
  server: BillingServer;
  /** A second replica on the same database. */
  otherReplica: BillingServer;
  restart: () => Promise<void>;
  setClock: (now: Date) => void;
  fakeStripe: FakeStripe;
  random: Random;
  counts: HistoryCounts;
}

export interface People {
  owner: Parameters<typeof signedIn>[1];
  staff: Parameters<typeof signedIn>[1];
}

export type SelectedAddOns = { feature_name: string; plan_id: string; bundle_name: string }[];

export const idOf = (reference: string | { id: string } | null): string =>
  typeof reference === 'string' ? reference : (reference?.id ?? '');

export function subscriptionOf(invoice: Stripe.Invoice): string | null {
  const subscription = invoice.parent?.subscription_details?.subscription ?? null;
  return subscription === null ? null : idOf(subscription);
}

/** Compares times with a tolerance, because a preview precedes its change by some seconds. */
export const sameMoment = (one: number, other: number): boolean => Math.abs(one - other) <= 120;

export interface Charge {
  customer: string;
  /** Null for a charge that starts a subscription. */
  subscription: string | null;
  date: number;
  amount: number;
}

export const momentOf = ({ customer: customerId, date }: Pick<Charge, 'customer' | 'date'>): string =>
  `${customerId} ${date}`;

/**
 * A line for each charge, sorted. Charges that share a balance at the same time are one line with their sum, because
 * the provider chooses which of them uses the balance.
 *
 * @param shared the amount to add to the sum, by time
 */
export function describeCharges(charges: readonly Charge[], shared: ReadonlyMap<string, number>): string {
  const moments = new Map<string, Charge[]>();
  for (const charge of charges) moments.set(momentOf(charge), [...(moments.get(momentOf(charge)) ?? []), charge]);
  return [...moments]
    .flatMap(([moment, list]) => {
      const balance = shared.get(moment);
      if (balance === undefined) {
        return list.map(
          ({ subscription: subscriptionId, date, amount }) => `${subscriptionId ?? 'new'} at ${date}: ${amount}`,
        );
      }
      const names = list.map(({ subscription: subscriptionId }) => subscriptionId ?? 'new').sort();
      const sum = list.reduce((all, { amount }) => all + amount, balance);
      return [`${names.join(' and ')} at ${list[0]?.date}: ${sum}`];
    })
    .sort()
    .join('\n');
}

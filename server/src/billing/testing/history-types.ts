/** What the steps and checks of a generated history share. */
import type Stripe from 'stripe';
import type { StandIn } from '../../stripe/testing/stripe-stand-in.js';
import type { BillingServer } from '../../testing/a-billing-server.js';
import { type signedIn } from '../../testing/test-server.js';
import type { Random } from './random.js';

export const CARDS = {
  good: 'pm_card_visa',
  other: 'pm_card_mastercard',
  declines: 'pm_card_chargeCustomerFail',
  asks: 'pm_card_authenticationRequired',
} as const;
export type CardKind = keyof typeof CARDS;

/** A promise that was not kept. */
export class BrokenPromise extends Error {}

export function assert(isTrue: boolean, message: string): void {
  if (!isTrue) throw new BrokenPromise(message);
}

export const DAY_S = 86_400;

/** Removals by hand as this test understands server rule 9, apart from the code under test. */
export interface Removal {
  kind: 'bundle' | 'feature';
  name: string;
  against: Set<string>;
}

export interface HistoryCounts {
  steps: Record<string, number>;
  purchasesChecked: number;
  chargesChecked: number;
  offersChecked: number;
  refusalsChecked: number;
}

export const noCounts = (): HistoryCounts => ({
  steps: {},
  purchasesChecked: 0,
  chargesChecked: 0,
  offersChecked: 0,
  refusalsChecked: 0,
});

export interface World {
  server: BillingServer;
  standIn: StandIn;
  random: Random;
  counts: HistoryCounts;
}

export interface People {
  owner: Parameters<typeof signedIn>[1];
  staff: Parameters<typeof signedIn>[1];
}

export type Chosen = { feature_name: string; plan_id: string; bundle_name: string }[];

export const idOf = (reference: string | { id: string } | null): string =>
  typeof reference === 'string' ? reference : (reference?.id ?? '');

export function subscriptionOf(invoice: Stripe.Invoice): string | null {
  const subscription = invoice.parent?.subscription_details?.subscription ?? null;
  return subscription === null ? null : idOf(subscription);
}

/** Previews are made some seconds before the change itself, by a clock that goes on. */
export const sameMoment = (one: number, other: number): boolean => Math.abs(one - other) <= 120;

export const describeCharge = (subscription: string | null, date: number, amount: number): string =>
  `${subscription ?? 'new'} at ${date}: ${amount}`;

/** What a customer's balance takes off the charges to come. Amounts are cents, credit is below zero. Pure. */
import type Stripe from 'stripe';
import type { UpcomingCharge } from 'shared-api/contracts';
import { dueWith } from './provider-previews.js';

/** A charge before the customer's balance is looked at. */
export interface ChargeDraft extends Omit<UpcomingCharge, 'amount' | 'customer' | 'id'> {
  /** Before what is on the customer's balance. */
  total: number;
  /** True where the balance is accounted for already. */
  isDue: boolean;
}

const sumOf = (drafts: readonly ChargeDraft[]): number => drafts.reduce((sum, { total }) => sum + total, 0);

/** What of a balance each charge of one moment takes, in the order of the list; and what is left. */
function settleMoment(
  drafts: readonly ChargeDraft[],
  balance: number,
): { settled: { draft: ChargeDraft; amount: number; shared?: number }[]; balance: number } {
  const charged = drafts.filter(({ total, isDue }) => !isDue && total > 0);
  const credited = drafts.filter(({ total, isDue }) => !isDue && total < 0);
  const pool = balance + sumOf(credited);
  // Where the balance covers all of them, or one alone can use it, their order makes no difference.
  if (pool !== 0 && charged.length > 1 && sumOf(charged) + pool > 0) {
    const settled = drafts.map((draft) =>
      charged.includes(draft)
        ? { draft, amount: draft.total, shared: pool }
        : { draft, amount: draft.isDue ? draft.total : 0 },
    );
    return { settled, balance: 0 };
  }
  let left = balance;
  const settled = drafts.map((draft) => {
    if (draft.isDue) return { draft, amount: draft.total };
    const { due, balance: after } = dueWith(draft.total, left);
    left = after;
    return { draft, amount: due };
  });
  return { settled, balance: left };
}

/** By date, with what is on the customer's balance used up from the first moment on. */
export function settleBalance(drafts: readonly ChargeDraft[], customer: Stripe.Customer): UpcomingCharge[] {
  let { balance } = customer;
  const dates = [...new Set(drafts.map(({ date }) => date))].sort((one, other) => one - other);
  return dates.flatMap((date) => {
    const moment = settleMoment(
      drafts.filter((draft) => draft.date === date),
      balance,
    );
    balance = moment.balance;
    return moment.settled.map(({ draft, amount, shared }) => {
      const { kind, currency, card, subscription, lines } = draft;
      return {
        id: [kind, subscription?.id ?? customer.id, date].join(':'),
        kind,
        date,
        amount,
        ...(shared !== undefined && { shared_balance: shared }),
        currency,
        customer: { id: customer.id, name: customer.name ?? customer.email },
        card,
        subscription,
        lines,
      };
    });
  });
}

/** What is charged of a customer in all: a balance that charges of one moment share is used once. */
export function usedBalances(charges: readonly UpcomingCharge[]): { amount: number; date: number; currency: string }[] {
  const moments = new Map<string, { amount: number; date: number; currency: string }>();
  for (const { customer, date, currency, shared_balance: shared } of charges) {
    if (shared !== undefined) moments.set(`${customer.id} ${date}`, { amount: shared, date, currency });
  }
  return [...moments.values()];
}

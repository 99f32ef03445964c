/** Applies a customer's balance to upcoming charges. Amounts are cents; credit is negative. Pure functions. */
import type Stripe from 'stripe';
import type { UpcomingCharge } from 'shared-api/contracts';
import { balanceLine, dueWith } from './provider-previews.js';

/** A charge before the customer's balance is applied. */
export interface ChargeDraft extends Omit<UpcomingCharge, 'amount' | 'customer' | 'id'> {
  /** The amount before the customer's balance is applied. */
  total: number;
  /** True when the amount already includes the balance. */
  isDue: boolean;
  /** True for an invoice that the provider has drafted and is about to charge. */
  isDrafted?: true;
  /** True for an invoice during a pause. It may use the balance, but the rest isn't collected. */
  isForgiven?: true;
}

/** The customer with the balance. */
export type BalanceOwner = Pick<Stripe.Customer, 'id' | 'name' | 'email' | 'balance' | 'currency'>;

const sumOf = (drafts: readonly ChargeDraft[]): number => drafts.reduce((sum, { total }) => sum + total, 0);

interface SettledCharge {
  draft: ChargeDraft;
  amount: number;
  /** The balance before and after the charge. */
  balances: { before: number; after: number };
  shared?: number;
}

/** The part of the balance that each simultaneous charge uses, in list order, and the remaining balance. */
function settleMoment(drafts: readonly ChargeDraft[], balance: number): { settled: SettledCharge[]; balance: number } {
  const charged = drafts.filter(({ total, isDue }) => !isDue && total > 0);
  const credited = drafts.filter(({ total, isDue }) => !isDue && total < 0);
  const pool = balance + sumOf(credited);
  // When the balance applies to several charges and doesn't cover all of them, the provider chooses which one uses it,
  // so they share it. Otherwise their order makes no difference.
  if (pool !== 0 && charged.length > 1 && sumOf(charged) + pool > 0) {
    const settled = drafts.map((draft) =>
      charged.includes(draft)
        ? { draft, amount: draft.total, balances: { before: pool, after: pool }, shared: pool }
        : { draft, amount: draft.isDue ? draft.total : 0, balances: { before: balance, after: balance } },
    );
    return { settled, balance: 0 };
  }
  let remaining = balance;
  const settled = drafts.map((draft) => {
    const before = remaining;
    if (draft.isDue) return { draft, amount: draft.total, balances: { before, after: before } };
    const { due, balance: after } = dueWith(draft.total, before, draft.currency);
    remaining = after;
    return { draft, amount: due, balances: { before, after } };
  });
  return { settled, balance: remaining };
}

/** Charges by date. The earliest charges use the customer's balance first. The lines of each add up to its amount. */
export function applyBalance(drafts: readonly ChargeDraft[], customer: BalanceOwner): UpcomingCharge[] {
  let { balance } = customer;
  const isInCurrency = ({ currency }: ChargeDraft): boolean => currency === (customer.currency ?? currency);
  const dates = [...new Set(drafts.map(({ date }) => date))].sort((one, other) => one - other);
  return dates.flatMap((date) => {
    const due = drafts.filter((draft) => draft.date === date);
    // The balance is in the customer's currency, and doesn't apply to another one.
    const moment = settleMoment(due.filter(isInCurrency), balance);
    const others = settleMoment(
      due.filter((draft) => !isInCurrency(draft)),
      0,
    );
    balance = moment.balance;
    const stated = [...moment.settled, ...others.settled].filter(({ draft }) => draft.isForgiven !== true);
    return stated.map(({ draft, amount, balances, shared }) => {
      const {
        kind,
        currency,
        card,
        method_name: name,
        is_sent: isMailed,
        by_usage: byUsage,
        before_proration: isBefore,
        subscription,
        lines,
      } = draft;
      return {
        id: [kind, subscription?.id ?? customer.id, date].join(':'),
        kind,
        date,
        amount,
        ...(byUsage === true && { by_usage: true }),
        ...(isBefore === true && { before_proration: true }),
        ...(shared !== undefined && { shared_balance: shared }),
        currency,
        customer: { id: customer.id, name: customer.name ?? customer.email },
        card,
        ...(name !== undefined && { method_name: name }),
        ...(isMailed === true && { is_sent: true }),
        subscription,
        lines: [...lines, ...balanceLine(draft.total, amount, balances)],
      };
    });
  });
}

/** Placeholder id for the next invoice's subscription, so that no other charge has it. */
const NEXT = 'next';

/** The next invoice of a subscription after a change. */
export interface NextInvoice {
  /** Null when nothing is charged after the existing drafts. */
  total: number | null;
  /** The customer's balance after the change. Undefined: unchanged. */
  balance: number | undefined;
  date: number;
  /** True if the change doesn't affect the dates of charges. A phase within the period may be charged earlier. */
  keepsDates?: boolean;
  /** True if usage determines a part of it, which `total` doesn't include. */
  by_usage?: boolean;
  currency: string;
}

/**
 * What a subscription's next invoice charges after a change, when the customer's other charges also use the balance. A
 * drafted renewal is the next invoice, because no change affects it anymore.
 *
 * @param drafts of the customer before the change
 * @param subscriptionId of the next invoice; null for a subscription that the change starts
 * @returns null if there is none
 */
export function nextWithBalance(
  drafts: readonly ChargeDraft[],
  customer: BalanceOwner,
  subscriptionId: string | null,
  { total, balance = customer.balance, date: latest, keepsDates = false, by_usage: byUsage, currency }: NextInvoice,
): Pick<UpcomingCharge, 'amount' | 'date' | 'shared_balance' | 'by_usage'> | null {
  const isOwn = ({ subscription }: ChargeDraft): boolean =>
    subscriptionId !== null && subscription?.id === subscriptionId;
  const [drafted] = drafts
    .filter((draft) => isOwn(draft) && draft.isDrafted === true)
    .sort((one, other) => one.date - other.date);
  if (!drafted && total === null) return null;
  const planned = drafts.filter(
    (draft) => isOwn(draft) && draft.isDrafted !== true && draft.isForgiven !== true && draft.kind !== 'open_invoice',
  );
  const date = keepsDates ? Math.min(latest, ...planned.map((draft) => draft.date)) : latest;
  const own: ChargeDraft = drafted ?? {
    ...{ kind: 'renewal', date, total: total ?? 0, currency, isDue: false, card: null, lines: [] },
    subscription: null,
    ...(byUsage === true && { by_usage: true }),
  };
  const others = drafts.filter(
    (draft) =>
      draft !== drafted &&
      (!isOwn(draft) || draft.isDrafted === true || draft.isForgiven === true || draft.kind === 'open_invoice'),
  );
  const next = { ...own, subscription: { id: NEXT, name: '' } };
  const stated = applyBalance([...others, next], { ...customer, balance }).find(
    ({ subscription: of }) => of?.id === NEXT,
  );
  const shared = stated?.shared_balance;
  return {
    amount: stated?.amount ?? Math.max(0, own.total),
    date: own.date,
    ...(own.by_usage === true && { by_usage: true }),
    ...(shared !== undefined && { shared_balance: shared }),
  };
}

/** The balances that several charges of a customer share. Each one counts once in the customer's total. */
export function usedBalances(charges: readonly UpcomingCharge[]): { amount: number; date: number; currency: string }[] {
  const moments = new Map<string, { amount: number; date: number; currency: string }>();
  for (const { customer, date, currency, shared_balance: shared } of charges) {
    if (shared !== undefined) moments.set(`${customer.id} ${date}`, { amount: shared, date, currency });
  }
  return [...moments.values()];
}

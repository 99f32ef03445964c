/** What customers owe, as the server returns it. */
import { type Debt, type OverdueInvoice, readUpcomingCharges, type UpcomingCharges } from 'shared-api/contracts';
import { reply } from 'shared-api/testing';

/** Noon in Chicago on November 3. */
export const CHARGED_AT = Date.UTC(2026, 10, 3, 18) / 1000;

/** The response about charges. Nothing is overdue by default. */
export function charges(over: Partial<UpcomingCharges> = {}) {
  return reply(readUpcomingCharges, {
    as_of: CHARGED_AT,
    until: CHARGED_AT,
    charges: [],
    next_charge: null,
    overdue: [],
    debts: [],
    ends: [],
    months: [],
    problems: [],
    ...over,
  });
}

export const owed: Debt = {
  customer: { id: 'cus_olivia', name: 'Olivia Owner' },
  currency: 'usd',
  amount_due: 45_000,
  card: null,
  since: CHARGED_AT,
  next_attempt: null,
};

export const debtOf = (amount: number, currency = 'usd'): Debt => ({ ...owed, amount_due: amount, currency });

/** An overdue invoice of a subscription. */
export const overdueOf = (subscriptionId: string): OverdueInvoice => ({
  invoice_id: `in_${subscriptionId}`,
  number: null,
  amount_due: 6900,
  currency: 'usd',
  customer: owed.customer,
  card: null,
  subscription: { id: subscriptionId, name: 'Practice Core' },
  since: CHARGED_AT,
  next_attempt: null,
  attempts: 1,
  last_problem: null,
  hosted_invoice_url: null,
});

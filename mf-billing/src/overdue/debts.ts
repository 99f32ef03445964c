import type { OverdueInvoice } from 'shared-api/contracts';

/** What one customer owes. */
export interface Debt {
  customerId: string;
  customerName: string | null;
  currency: string;
  /** Sum of the invoices, which are paid together, in cents. */
  amount: number;
  card: OverdueInvoice['card'];
  /** Epoch seconds. */
  since: number;
  nextAttempt: number | null;
  invoices: OverdueInvoice[];
}

const earliest = (times: readonly (number | null)[]): number | null => {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
};

/** One debt for each customer and currency, in the order of the oldest invoice. */
export function debtsOf(overdue: readonly OverdueInvoice[]): Debt[] {
  const groups = new Map<string, OverdueInvoice[]>();
  for (const invoice of overdue) {
    const key = `${invoice.customer.id} ${invoice.currency}`;
    groups.set(key, [...(groups.get(key) ?? []), invoice]);
  }
  return [...groups.values()].flatMap((invoices) => {
    const [first] = invoices;
    if (!first) return [];
    return {
      customerId: first.customer.id,
      customerName: first.customer.name,
      currency: first.currency,
      amount: invoices.reduce((sum, { amount_due: due }) => sum + due, 0),
      card: first.card,
      since: Math.min(...invoices.map(({ since }) => since)),
      nextAttempt: earliest(invoices.map(({ next_attempt: next }) => next)),
      invoices,
    };
  });
}

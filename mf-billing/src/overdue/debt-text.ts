import { type Debt, type Invoice, listText, type OverdueInvoice } from 'shared-api/contracts';
import { formatMoney } from 'shared-ui';
import { payerText, shortDayText } from '../figures';
import { messages } from './messages';

/** The customer's name, or its id if there is none. */
export const nameOf = ({ customer }: Pick<Debt, 'customer'>): string => customer.name ?? customer.id;

/** `Nov 3`, on one line. */
const dayOf = (seconds: number, timeZone: string, asOf: number): string =>
  shortDayText(seconds, timeZone, asOf).replaceAll(' ', '\u00a0');

/** `Next attempt Nov 25`. */
export const nextAttemptText = ({ next_attempt: next }: Debt, timeZone: string, asOf: number): string =>
  next === null ? messages.noNextAttempt : messages.nextAttempt(dayOf(next, timeZone, asOf));

/** `Owes $208.00 since Nov 3`, next to the name of the customer. */
export const owesText = ({ amount_due: amount, currency, since }: Debt, timeZone: string, asOf: number): string =>
  messages.owes(formatMoney(amount, currency), dayOf(since, timeZone, asOf));

/** `Visa •••• 0341`, `Past due since Nov 3`, `Next attempt Nov 25`, next to amount and customer. */
export const debtFacts = (debt: Debt, timeZone: string, asOf: number): string[] => [
  payerText(debt) ?? '',
  messages.since(dayOf(debt.since, timeZone, asOf)),
  nextAttemptText(debt, timeZone, asOf),
];

/** `Owes $208.00 since Nov 3`, `Next attempt Nov 25`, below the name of the customer. */
export const shortDebtFacts = (debt: Debt, timeZone: string, asOf: number): string[] => [
  owesText(debt, timeZone, asOf),
  debt.next_attempt === null ? '' : nextAttemptText(debt, timeZone, asOf),
];

/** The debt that includes an open invoice. Undefined while the bank is collecting the invoice. */
export const debtOf = (
  { status, invoice_id: id, customer_id: customerId, currency }: Invoice,
  debts: readonly Debt[],
  collecting: ReadonlySet<string>,
): Debt | undefined =>
  status === 'open' && !collecting.has(id)
    ? debts.find((debt) => debt.customer.id === customerId && debt.currency === currency)
    : undefined;

/** The overdue amount of one subscription, which has one customer and one currency. */
export type OwedForSubscription = Pick<Debt, 'customer' | 'currency' | 'amount_due'>;

/** The part of a debt that is for one subscription. Null if nothing is overdue for it. */
export function owedForSubscription(
  overdue: readonly OverdueInvoice[],
  subscriptionId: string,
): OwedForSubscription | null {
  const [first, ...others] = overdue.filter(({ subscription }) => subscription?.id === subscriptionId);
  if (!first) return null;
  const { customer, currency } = first;
  return { customer, currency, amount_due: others.reduce((sum, one) => sum + one.amount_due, first.amount_due) };
}

/** Total debt per currency. */
export function totalsOf(debts: readonly Debt[]): string[] {
  const currencies = [...new Set(debts.map(({ currency }) => currency))];
  const dueIn = (currency: string): number =>
    debts.filter((debt) => debt.currency === currency).reduce((sum, { amount_due: due }) => sum + due, 0);
  return currencies.map((currency) => formatMoney(dueIn(currency), currency));
}

/** Names of the debt's subscriptions. Empty if its invoices belong to none. */
export function subscriptionsOf({ customer, currency }: Debt, overdue: readonly OverdueInvoice[]): string {
  const invoices = overdue.filter((invoice) => invoice.customer.id === customer.id && invoice.currency === currency);
  return listText([...new Set(invoices.flatMap(({ subscription }) => subscription?.name ?? []))]);
}

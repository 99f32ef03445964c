import { type Debt, type Invoice, listText, type OverdueInvoice } from 'shared-api/contracts';
import { formatMoney } from 'shared-ui';
import { payerText, shortDayText } from '../figures';
import { messages } from './messages';

/** The customer's name, or its id if there is none. */
export const nameOf = ({ customer }: Pick<Debt, 'customer'>): string => customer.name ?? customer.id;

/** `Olivia Owner owes $208.00 on Visa •••• 0341 since Nov 3. Next attempt Nov 25.` */
export function debtText(debt: Debt, timeZone: string, asOf: number): string {
  const { amount_due: amount, currency, since, next_attempt: nextAttempt } = debt;
  // A date stays on one line.
  const day = (seconds: number): string => shortDayText(seconds, timeZone, asOf).replaceAll(' ', '\u00a0');
  const owes = messages.owes(nameOf(debt), formatMoney(amount, currency), payerText(debt), day(since));
  return `${owes} ${nextAttempt === null ? messages.noNextAttempt : messages.nextAttempt(day(nextAttempt))}`;
}

/** `Owes $208.00 since Nov 3. Next attempt Nov 25.`, below the name of the customer. */
export function shortDebtText(debt: Debt, timeZone: string, asOf: number): string {
  const { amount_due: amount, currency, since, next_attempt: nextAttempt } = debt;
  const day = (seconds: number): string => shortDayText(seconds, timeZone, asOf).replaceAll(' ', '\u00a0');
  const owes = `${messages.owesShort(formatMoney(amount, currency), day(since))}.`;
  return nextAttempt === null ? owes : `${owes} ${messages.nextAttempt(day(nextAttempt))}`;
}

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

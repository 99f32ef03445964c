import type { AdminCustomer, UpcomingCharges } from 'shared-api/contracts';
import { formatMoney } from 'shared-ui';
import { isSchedule } from './groups';
import { subscriptionsMessages } from './messages';

const messages = subscriptionsMessages.page;

/** `2 of 4 subscriptions owe $277.00.` Null if nothing is owed. Pure. */
export function owedText(
  customers: readonly Pick<AdminCustomer, 'subscriptions'>[],
  { debts, overdue }: Pick<UpcomingCharges, 'debts' | 'overdue'>,
): string | null {
  if (debts.length === 0) return null;
  const currencies = [...new Set(debts.map(({ currency }) => currency))];
  const amounts = currencies.map((currency) => {
    const due = debts.filter((debt) => debt.currency === currency).reduce((sum, debt) => sum + debt.amount_due, 0);
    return formatMoney(due, currency);
  });
  const subscriptions = customers.flatMap((customer) => customer.subscriptions).filter((one) => !isSchedule(one));
  const late = new Set(overdue.map(({ subscription }) => subscription?.id));
  const owing = subscriptions.filter(({ id }) => late.has(id));
  const running = subscriptions.filter((one) => !one.is_over || late.has(one.id));
  return messages.owed(owing.length, running.length, amounts.join(' + '));
}

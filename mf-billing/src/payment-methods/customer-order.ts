/** Filters and sorts the customers on the payment methods page. Pure. */
import { type Customer, type Debt, foldText, wordsOf } from 'shared-api/contracts';
import { customerName } from '../starting/CustomerPicker';

/** Customers whose payment needs attention first, then by name. The provider's order is meaningless to people. */
export function orderCustomers(customers: readonly Customer[], debts: readonly Debt[]): Customer[] {
  const owing = new Set(debts.map(({ customer }) => customer.id));
  const needsSomebody = ({ id, error }: Customer): boolean => error !== null || owing.has(id);
  return [...customers].sort(
    (left, right) =>
      Number(needsSomebody(right)) - Number(needsSomebody(left)) ||
      customerName(left).localeCompare(customerName(right), 'en-US'),
  );
}

/** Customers whose name, email address or description contains all search words. */
export function filterCustomers(customers: readonly Customer[], search: string): Customer[] {
  const words = wordsOf(search);
  return customers.filter(({ name, email, description }) => {
    const texts = foldText([name, email, description].filter((text) => text !== null).join(' '));
    return words.every((word) => texts.includes(word));
  });
}

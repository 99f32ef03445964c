/** Which customers the page of payment methods shows, and in which order. Pure. */
import { type Customer, type Debt, foldText, wordsOf } from 'shared-api/contracts';
import { customerName } from '../starting/CustomerPicker';

/** Customers whose payment needs somebody first, then by name. The provider's order has no meaning for people. */
export function orderCustomers(customers: readonly Customer[], debts: readonly Debt[]): Customer[] {
  const owing = new Set(debts.map(({ customer }) => customer.id));
  const needsSomebody = ({ id, error }: Customer): boolean => error !== null || owing.has(id);
  return [...customers].sort(
    (left, right) =>
      Number(needsSomebody(right)) - Number(needsSomebody(left)) ||
      customerName(left).localeCompare(customerName(right), 'en-US'),
  );
}

/** Those with all words of a search in their name, email address or description. */
export function filterCustomers(customers: readonly Customer[], search: string): Customer[] {
  const words = wordsOf(search);
  return customers.filter(({ name, email, description }) => {
    const texts = foldText([name, email, description].filter((text) => text !== null).join(' '));
    return words.every((word) => texts.includes(word));
  });
}

import { factsText, plural } from 'shared-api/contracts';

/** Texts about the cards themselves are in `shared-ui/cards`. */
export const messages = {
  title: 'Payment methods',
  lead: 'The payment methods that pay for this practice’s subscriptions.',
  loading: 'Loading customers...',
  failed: 'Failed to fetch customers',
  charges: 'Overdue invoices',
  customers: 'Payment methods',
  chargesFailed: 'Couldn’t check for overdue invoices',
  noCustomers: 'No Customers Found',
  noCustomersHelp: 'A customer is created with the first subscription. Choose a plan on the Subscriptions page.',
  toPlans: 'Go to Subscriptions',
  search: 'Search customers',
  count: (shown: number, all: number) =>
    shown === all ? plural(all, 'customer') : `${shown} of ${plural(all, 'customer')}`,
  showAll: (count: number) => `Show all ${plural(count, 'customer')}`,
  noMatch: 'No matching customers',
  noMatchHelp: 'Search for another name or email address.',
  noneHelp: 'Add a card to start a subscription or a trial.',
  customerFailed: (customer: string) => `Couldn’t load ${customer}`,
  manage: { title: (customer: string) => factsText(['Manage Payment Methods', customer]) },
} as const;

/** What is said about the cards themselves is in `shared-ui/cards`. */
export const words = {
  title: 'Payment methods',
  lead: 'The cards that pay for this practice’s subscriptions.',
  loading: 'Loading customers...',
  failed: 'Failed to fetch customers',
  noCustomers: 'No Customers Found',
  noCustomersHelp: 'A customer comes with the first subscription: choose a plan on the Subscriptions page.',
  toPlans: 'Go to Subscriptions',
  noneHelp: 'Add a card to start a subscription or a trial.',
  manage: { title: (customer: string) => `Manage Payment Methods · ${customer}` },
} as const;

/** Every text of the page of payment methods; what is said about the cards themselves is in `shared-ui/cards`. */
export const words = {
  title: 'Payment methods',
  lead: (practice: string) => `The cards of each customer that pays for ${practice}.`,
  loading: 'Loading customers...',
  failed: 'Failed to load customers. Please try again later.',
  none: 'No customer accounts found for this practice.',
  noneHelp: 'A customer comes with the first subscription of the practice, or with one that is attached to it.',
  toSubscriptions: 'Go to Features and subscriptions',
  customerId: 'Customer',
  /** Begins with what is seen of the link, so that it can be called by it. */
  dashboardOf: (id: string, customer: string) => `${id}: dashboard of ${customer} (opens in a new tab)`,
  noCardHelp: 'A card that is added here pays for this customer’s subscriptions. The first one becomes the default.',
} as const;

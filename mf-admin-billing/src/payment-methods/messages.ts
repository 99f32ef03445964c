import { plural } from 'shared-api/contracts';
/** Texts of the payment methods page. Texts about single cards are in `shared-ui/cards`. */
export const messages = {
  title: 'Payment methods',
  lead: 'The cards of each customer that pays for this practice.',
  loading: 'Loading customers...',
  failed: 'Failed to load customers. Please try again later.',
  none: 'No customer accounts found for this practice.',
  noneHelp: 'A customer is added with the first subscription of the practice, or with one that you attach to it.',
  toSubscriptions: 'Go to Features and subscriptions',
  customerId: 'Customer',
  customerFailed: (customer: string) => `Couldn’t load ${customer}`,
  unnamed: 'this customer',
  /** Starts with the link's visible text, so that voice control finds it. */
  dashboardOf: (id: string, customer: string) => `${id}: dashboard of ${customer} (opens in a new tab)`,
  noCardHelp: 'A card that you add here pays for this customer’s subscriptions. The first one becomes the default.',
  owes: (amount: string, since: string) => `Owes ${amount} since ${since}`,
  chargesFailed: 'Couldn’t check for overdue invoices',
  customers: 'Payment methods',
  charges: 'Overdue invoices',
  pay: {
    question: (card: string, count: number) =>
      `${card} is now the default. Do you also want to charge it for ${plural(count, 'open invoice')}?`,
    later: 'Not now',
    done: (amount: string) => `${amount} paid`,
    failed: 'Not everything was paid',
    noAnswer:
      'We didn’t get a response, so we don’t know whether this was paid. The invoices above show their current status.',
    confirming: 'The payment provider is confirming this payment. This list updates automatically.',
    notKept: (subscription: string, problem: string) =>
      `${subscription} still renews with its previous card. ${problem}`,
    cardholder: 'Send the cardholder the invoice, so that they can confirm the payment with their bank.',
  },
} as const;

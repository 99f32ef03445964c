import { plural } from 'shared-api/contracts';

export const messages = {
  /** Quoted by the specification (billing, 8). */
  issue: 'One or more of your subscriptions has payment issues. Please update your payment method.',
  list: 'Overdue payments',
  openInvoices: (count: number) => plural(count, 'open invoice'),
  show: 'Show',
  hide: 'Hide',
  update: 'Update payment method',
  owes: (amount: string, since: string) => `Owes ${amount} since ${since}`,
  since: (date: string) => `Past due since ${date}`,
  nextAttempt: (date: string) => `Next attempt ${date}`,
  noNextAttempt: 'No further attempt is planned',
  pay: (amount: string) => `Pay ${amount} now`,
  payInvoice: 'Pay',
  payNamed: (amount: string, customer: string) => `Pay ${amount} now for ${customer}`,
  owedForPlan: (amount: string, plan: string) => `You owe ${amount} for ${plan}.`,
  payInstead: 'Pay it instead',
  payInsteadNamed: (plan: string) => `Pay it instead: ${plan}`,
  dialog: {
    lastProblem: (reason: string) => `Last attempt: ${reason}`,
    done: (amount: string) => `${amount} paid`,
    failed: 'Nothing was paid. Try another card.',
    partial: 'Some invoices are still open. Try another card.',
    waiting: 'Your bank has confirmed the payment. The payment provider is still processing it.',
    confirming: 'The payment provider is confirming this payment.',
    notKept: (subscription: string, problem: string) =>
      `${subscription} still renews with its previous card. ${problem}`,
    chooseCard: 'Choose a card first',
    outdated: 'The amount has changed, so nothing was charged. Check the new amount and confirm again.',
    view: 'View invoice',
    unknown:
      'We didn’t get a response, so we don’t know whether this was paid. The invoices above show their current status.',
  },
} as const;

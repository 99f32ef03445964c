import { plural } from 'shared-api/contracts';
export const messages = {
  choose: {
    title: 'Choose Customer',
    lead: 'Choose whose card to charge.',
    loading: 'Loading customers...',
    failed: 'Failed to fetch customers',
    none: 'No Customers Found',
    noneHelp: 'A customer pays for a subscription. Create one for an owner of this practice.',
    noOwners: 'No practice owners found. Please contact support.',
    noOwnersHelp: 'Add an owner to this practice first, then create the customer here.',
    go: 'Continue',
    pick: 'Customer',
    first: 'Choose a customer first',
    hasCard: 'Payment method on file',
    declined: 'Last payment declined',
    noCard: 'No card yet',
    needsCard: 'Needs a card before it can be chosen',
    unknown: 'Not available',
    subscriptions: (count: number) => plural(count, 'subscription'),
    manage: 'Manage Payment Methods',
    manageOf: (customer: string) => `Manage Payment Methods of ${customer}`,
    retryOf: (customer: string) => `Retry ${customer}`,
  },
  create: {
    open: 'Create Customer',
    title: 'New customer',
    owner: 'Practice owner',
    firstName: 'First name',
    lastName: 'Last name',
    email: 'Email',
    go: 'Create Customer',
    failed: 'Couldn’t create the customer',
    same: 'There is already a customer with this email. Use it?',
    use: (customer: string) => `Use ${customer}`,
    another: 'Create another one',
  },
  card: {
    title: (customer: string) => `Choose a card for ${customer}`,
    lead: 'Choose a saved card as the default, or add a new one. The default card is charged.',
  },
  trial: {
    title: (days: number) => `Start ${days}-Day Free Trial`,
    lead: (plan: string, end: string) => `${plan} is free until ${end}. You can cancel before then.`,
    consent: (rate: string, end: string) =>
      `I agree that the trial becomes a paid subscription at ${rate} on ${end}, unless it is canceled before.`,
    consentDue: (today: string, rate: string, end: string) =>
      `I agree that the customer’s card is charged ${today} now, and that the trial becomes a paid subscription at ${rate} on ${end}, unless it is canceled before.`,
    consentFree: (end: string) => `I agree that the trial ends on ${end}.`,
    go: (days: number, today: string | null) =>
      `Start ${days}-Day Free Trial${today === null ? '' : ` — ${today} today`}`,
    noCustomer: 'Please select a customer first',
    noCard: 'A payment method is required',
    noConsent: 'Please provide consent to start the trial',
  },
  start: {
    title: 'Start Subscription',
    lead: (plan: string, rate: string) => `${plan}, ${rate}.`,
    consent: (today: string, rate: string | null) =>
      rate === null
        ? `I agree that the customer’s card is charged ${today} now.`
        : `I agree that the customer’s card is charged ${today} now, and then ${rate} until the subscription is canceled.`,
    go: (today: string | null) => `Start Subscription${today === null ? '' : ` — ${today} today`}`,
    noConsent: 'Please provide consent to start the subscription',
  },
  consentWaits: 'Your consent covers these amounts.',
  addOns: {
    open: (chosen: number) => (chosen === 0 ? 'Optional features' : `Optional features, ${chosen} chosen`),
    failed: 'Couldn’t load the optional features',
  },
  customer: {
    label: 'Paid by',
    change: 'Change Customer',
  },
  newSubscription: {
    title: 'Start New Subscription',
    plan: 'Plan',
    choosePlan: 'Choose a plan',
    plansFailed: 'Couldn’t load the plans',
    customersFailed: 'Couldn’t load the customers',
    noCustomers: 'No Stripe customers found. Please create a customer first.',
    first: 'Choose a customer and a plan first',
  },
} as const;

/** Builders for server records, typed by the contracts. */
import type {
  AddOnOffer,
  Bundle,
  CostPreview,
  Feature,
  FeatureSummary,
  Invoice,
  Debt,
  OverdueInvoice,
  UnpaidInvoice,
  PermittedAction,
  Plan,
  PlanOffer,
  ScheduledDifference,
  Subscription,
  SubscriptionItem,
  TrialPlan,
  UpcomingCharge,
  UpcomingCharges,
  WithheldEntitlement,
} from 'shared-api/contracts';
import type { Flags } from 'shared-api';

export { aCard, aCustomer, cardless } from 'shared-ui/testing/cards';

export const staff: Flags = { super_admin: false, task_admin: false, internal: false, developer: false };
export const superAdmin: Flags = { ...staff, super_admin: true, internal: true, developer: true };

/** 18:00 UTC of a day, in epoch seconds: noon in Chicago, or 1 PM in daylight saving time. */
export const noon = (date: string): number => Date.parse(`${date}T18:00:00Z`) / 1000;

export const named = (name: string) => ({ name: name.toLowerCase().replaceAll(' ', '_'), display_name: name });

export const allowed: PermittedAction = { allowed: true, reason: null };
export const refused = (reason: string | null = null): PermittedAction => ({ allowed: false, reason });

export function aWithheld(over: Partial<WithheldEntitlement> = {}): WithheldEntitlement {
  return {
    ...named('Phones'),
    kind: 'bundle',
    by: 'Kim Support',
    at: noon('2026-11-03'),
    notes: null,
    paid_by: ['Phone Intelligence'],
    can_restore: true,
    ...over,
  };
}

export function anItem(over: Partial<SubscriptionItem> = {}): SubscriptionItem {
  const plan_name = over.plan_name ?? 'Practice Core';
  const amount = over.amount ?? 45_000;
  return {
    id: 'si_core',
    price_id: 'price_core',
    plan_name,
    plan_details: { name: plan_name, amount, interval: 'month' },
    description: null,
    plan_interval: 'month',
    quantity: 1,
    stop_date: null,
    features: [],
    bundles: [],
    amount,
    meta_data: { plan: 'price_core' },
    optional_feature: null,
    required_by: [],
    actions: {
      remove: over.optional_feature == null || over.stop_date != null ? refused() : allowed,
      undo_removal: over.stop_date == null ? refused() : allowed,
    },
    ...over,
  };
}

export const coreFeatures = [
  'Appointment list',
  'Patient search',
  'Recall list',
  'Morning report',
  'Team chat',
  'Document archive',
  'Audit trail',
].map(named);

export const coreItem = anItem({ features: coreFeatures, bundles: [{ ...named('Core'), features: [] }] });
export const smsItem = anItem({
  id: 'si_sms',
  price_id: 'price_sms',
  plan_name: 'Two-way SMS',
  amount: 4900,
  optional_feature: 'two_way_sms',
});

export function aSubscription(over: Partial<Subscription> = {}): Subscription {
  const status = over.status ?? 'active';
  const items = (over.items ?? [coreItem, smsItem]).map((item) =>
    status === 'active' ? item : { ...item, actions: { remove: refused(), undo_removal: refused() } },
  );
  const action = status === 'active' ? allowed : refused();
  const isOver = status === 'canceled' || status === 'incomplete_expired';
  return {
    id: 'sub_core',
    parent_subscription_id: null,
    status: 'active',
    plan_name: 'Practice Core',
    plan_interval: 'month',
    amount: items.reduce((sum, { amount }) => sum + amount, 0),
    currency: 'usd',
    created: noon('2025-03-03'),
    trial_start: null,
    trial_end: null,
    canceled_at: null,
    current_phase: { start_date: noon('2026-11-01'), end_date: noon('2026-12-01') },
    customer_id: 'cus_olivia',
    customer_name: 'Olivia Owner',
    payment_method: { id: 'pm_visa', brand: 'visa', last4: '4242', is_own: false },
    payment_url: null,
    needs_attention: status === 'past_due' || status === 'unpaid',
    is_over: isOver,
    actions: { add_features: action, switch_plan: action, cancel: action, change_card: isOver ? refused() : allowed },
    scheduled_differences: [],
    ...over,
    items,
  };
}

export function aSchedule(over: Partial<Subscription> = {}): Subscription {
  return aSubscription({
    id: 'sub_sched_core',
    parent_subscription_id: 'sub_core',
    status: 'not_started',
    current_phase: { start_date: noon('2027-01-01'), end_date: noon('2027-02-01') },
    items: [anItem({ id: 'sub_sched_core:phase:1:0', plan_name: 'Practice Core 2027', amount: 47_000 })],
    payment_method: null,
    ...over,
  });
}

export function aDifference(over: Partial<ScheduledDifference> = {}): ScheduledDifference {
  return {
    kind: 'ends',
    name: 'Treatment Plan Builder',
    amount_change: -3900,
    currency: 'usd',
    interval: 'month',
    date: noon('2026-12-03'),
    ...over,
  };
}

export function aFeature(display: string, over: Partial<Feature> = {}): Feature {
  return {
    ...named(display),
    is_active: true,
    is_trial: false,
    trial_status: null,
    trial_end_date: null,
    addon: false,
    sources: ['subscription'],
    ...over,
  };
}

export function aBundle(over: Partial<Bundle> = {}): Bundle {
  return {
    id: 1,
    name: 'core',
    display_name: 'Core',
    description: 'What every practice works with.',
    included_features: coreFeatures.map(({ name }) => name),
    features: coreFeatures,
    is_active: true,
    is_trial: false,
    trial_end_date: null,
    sources: ['subscription'],
    ...over,
  };
}

export function aSummary(over: Partial<FeatureSummary> = {}): FeatureSummary {
  return {
    subscriptions: [aSubscription()],
    bundles: [aBundle()],
    features: [
      ...coreFeatures.map(({ display_name }) => aFeature(display_name)),
      aFeature('Two-way SMS', { name: 'two_way_sms', addon: true }),
    ],
    feature_flags: [],
    dashboard_url: null,
    confirming: false,
    pending_requests: [],
    withheld: [],
    revision: '1',
    ...over,
  };
}

export function anOffer(over: Partial<PlanOffer> = {}): PlanOffer {
  return {
    state: 'offered',
    reason: null,
    gains: ['Recall campaigns', 'Reviews', 'Referral tracking'].map(named),
    paid_twice: [],
    switch_from: [],
    trial: { offered: true, reason: null, ends: noon('2026-12-04'), blocked_customers: [] },
    yearly_saving: null,
    withheld: [],
    ...over,
  };
}

const noTrialOffer = (reason: string): PlanOffer =>
  anOffer({ trial: { offered: false, reason, ends: noon('2026-12-04'), blocked_customers: [] } });

export function aPlan(over: Partial<TrialPlan> = {}): TrialPlan {
  return {
    id: 'price_growth',
    name: 'Growth',
    description: 'Recall campaigns, reviews and referral tracking.',
    amount: 18_900,
    currency: 'usd',
    interval: 'month',
    features: ['Recall campaigns', 'Reviews', 'Referral tracking'].map(named),
    bundles: [],
    trial_settings: { trial_days: 14, max_trials_allowed: 1 },
    trial_eligibility: { is_eligible: true, trials_used: 0, trials_remaining: 1, max_trials: 1 },
    active_trial: null,
    offer: anOffer(),
    ...over,
  };
}

export const noTrial = {
  trial_settings: { trial_days: 0, max_trials_allowed: 0 },
  trial_eligibility: { is_eligible: false, trials_used: 0, trials_remaining: 0, max_trials: 0 },
  offer: noTrialOffer('This plan has no trial.'),
} satisfies Partial<TrialPlan>;

export const trialUsed = {
  trial_eligibility: { is_eligible: false, trials_used: 1, trials_remaining: 0, max_trials: 1 },
  offer: noTrialOffer('All trials of this plan are used.'),
} satisfies Partial<TrialPlan>;

export function aCatalogPlan(over: Partial<Plan> = {}): Plan {
  return {
    id: 'price_voice',
    name: 'Voice',
    amount: 9900,
    currency: 'usd',
    interval: 'month',
    features: [],
    bundles: [],
    ...over,
  };
}

export function anAddOn(display: string, cents: number, over: Partial<AddOnOffer> = {}): AddOnOffer {
  const { name } = named(display);
  const plan = (interval: 'month' | 'year', amount: number) => ({
    is_default: interval === 'month',
    plan: { id: `price_${name}_${interval}`, amount, interval },
  });
  return {
    feature_name: name,
    display_name: display,
    bundle_name: 'core',
    feature_group: 'Messaging',
    group_min_required: 1,
    group_max_allowed: 2,
    display_order: 1,
    is_recommended: false,
    mutually_exclusive_with: [],
    incompatible_with: [],
    requires_features: [],
    stripe_plans: [plan('month', cents), plan('year', cents * 10)],
    state: 'offered',
    reason: null,
    price: plan('month', cents).plan,
    withheld: null,
    ...over,
  };
}

/** Appointment reminders require the archive and exclude basic reminders. Route map is in a separate group. */
export const addOns: AddOnOffer[] = [
  anAddOn('Appointment reminders', 2900, {
    is_recommended: true,
    requires_features: ['message_archive'],
    mutually_exclusive_with: ['basic_reminders'],
  }),
  anAddOn('Message archive', 900, { display_order: 2, description: 'Keeps what was sent for ten years.' }),
  anAddOn('Basic reminders', 1200, { display_order: 3 }),
  anAddOn('Route map', 500, {
    display_order: 4,
    feature_group: 'Extras',
    group_min_required: 0,
    group_max_allowed: null,
  }),
];

export function aPreview(over: Partial<CostPreview> = {}): CostPreview {
  return {
    currency: 'usd',
    due_today: 1240,
    lines: [{ description: 'Remaining time, Nov 20 – Dec 1', amount: 1240 }],
    next_invoice: { amount: 53_700, date: noon('2026-12-01') },
    effective_at: noon('2026-11-20'),
    proration_date: noon('2026-11-20'),
    recurring: { amount: 53_700, interval: 'month' },
    credit: 0,
    card: { id: 'pm_visa', brand: 'visa', last4: '4242' },
    trial_end: null,
    starts: [],
    ends: [],
    lifts: [],
    paid_twice: [],
    ...over,
  };
}

export function anInvoice(over: Partial<Invoice> = {}): Invoice {
  return {
    invoice_id: 'in_1',
    customer_id: 'cus_olivia',
    number: 'BSD-0001',
    created: noon('2026-11-01'),
    customer_name: 'Olivia Owner',
    customer_email: 'owner@bright-smiles.example',
    total: 49_900,
    amount_paid: 49_900,
    amount_remaining: 0,
    currency: 'usd',
    status: 'paid',
    invoice_pdf: 'https://pay.example/in_1.pdf',
    hosted_invoice_url: 'https://pay.example/in_1',
    ...over,
  };
}

const visa = { id: 'pm_visa', brand: 'visa', last4: '4242' };

export function aCharge(over: Partial<UpcomingCharge> = {}): UpcomingCharge {
  return {
    id: 'renewal:sub_core:2026-12-01',
    kind: 'renewal',
    date: noon('2026-12-01'),
    amount: 49_900,
    currency: 'usd',
    customer: { id: 'cus_olivia', name: 'Olivia Owner' },
    card: visa,
    subscription: { id: 'sub_core', name: 'Practice Core' },
    lines: [
      { description: 'Practice Core', amount: 45_000 },
      { description: 'Two-way SMS', amount: 4900 },
    ],
    ...over,
  };
}

export function anOverdue(over: Partial<OverdueInvoice> = {}): OverdueInvoice {
  return {
    invoice_id: 'in_late',
    number: 'BSD-0009',
    amount_due: 20_800,
    currency: 'usd',
    customer: { id: 'cus_olivia', name: 'Olivia Owner' },
    card: { ...visa, id: 'pm_0341', last4: '0341' },
    subscription: { id: 'sub_core', name: 'Practice Core' },
    since: noon('2026-11-03'),
    next_attempt: noon('2026-11-25'),
    attempts: 1,
    last_problem: 'Your card was declined.',
    hosted_invoice_url: 'https://pay.example/in_late',
    ...over,
  };
}

export function anUnpaid(over: Partial<UnpaidInvoice> = {}): UnpaidInvoice {
  return {
    invoice_id: 'in_2',
    number: 'BSD-0002',
    amount_due: 6900,
    currency: 'usd',
    customer: { id: 'cus_olivia', name: 'Olivia Owner' },
    card: null,
    subscription: { id: 'sub_core', name: 'Practice Core' },
    state: 'due',
    due_date: null,
    hosted_invoice_url: null,
    ...over,
  };
}

const monthNames = ['06', '07', '08', '09', '10', '11', '12'].map((month) => `2026-${month}`);
const months: UpcomingCharges['months'] = [...monthNames, '2027-01', '2027-02', '2027-03', '2027-04', '2027-05'].map(
  (month) => ({
    month,
    currency: 'usd',
    paid: month < '2026-12' ? 49_900 : 0,
    upcoming: month > '2026-11' ? 49_900 : 0,
    overdue: 0,
  }),
);

/** Sums overdue invoices by customer, as the server does. */
function debtsOf(overdue: readonly OverdueInvoice[]): Debt[] {
  const debts = new Map<string, Debt>();
  for (const { customer, currency, card, method_name, since, next_attempt, amount_due } of overdue) {
    const key = `${customer.id} ${currency}`;
    const debt = debts.get(key) ?? {
      customer,
      currency,
      card,
      method_name,
      since,
      next_attempt,
      amount_due: 0,
    };
    debts.set(key, {
      ...debt,
      amount_due: debt.amount_due + amount_due,
      next_attempt: debt.next_attempt ?? next_attempt,
    });
  }
  return [...debts.values()];
}

/** Upcoming charges as of November 20, 2026. */
export function upcomingCharges(over: Partial<UpcomingCharges> = {}): UpcomingCharges {
  const charges = over.charges ?? [aCharge()];
  return {
    as_of: noon('2026-11-20'),
    until: noon('2027-12-20'),
    charges,
    next_charge: charges.find(({ amount }) => amount > 0) ?? null,
    overdue: [],
    debts: debtsOf(over.overdue ?? []),
    ends: [],
    months,
    problems: [],
    ...over,
  };
}

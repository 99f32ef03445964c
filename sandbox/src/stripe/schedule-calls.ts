/** The endpoints of subscription schedules: https://docs.stripe.com/api/subscription_schedules */
import type Stripe from 'stripe';
import { type CallContext, type StripeCall, page } from './calls.js';
import { invalidRequest, missing, notSupported } from './errors.js';
import { type ItemSpec, assertQuantity, checkPrices, periodOf, priceOf, recurringOf } from './items.js';
import type { Reader } from './params.js';
import { type Recurring, periodEnd } from './periods.js';
import { saveSubscription } from './save-subscription.js';
import {
  applyPhase,
  currentPhaseAt,
  releaseSchedule,
  saveSchedule,
  schedulesOf,
  setPlannedEnd,
  startSchedule,
  withCurrentPhase,
} from './schedule-lifecycle.js';
import { defaultSettingsIn, itemSettingsIn, settingsIn, settingsOfPhase } from './phase-settings.js';
import { type Phase, type Schedule, phaseItems } from './schedule-phases.js';
import { isMetered } from './pricing.js';
import { type Store, idOf } from './store.js';
import { itemSpecs } from './subscription-calls.js';
import { cancelNow } from './subscription-lifecycle.js';

/** Maximum age of a start date that is treated as now. */
const BACKDATE_TOLERANCE_S = 60;
/** https://docs.stripe.com/billing/subscriptions/subscription-schedules */
const MAX_PHASES = 10;
const prorations = ['create_prorations', 'always_invoice', 'none'] as const;
const intervals = ['day', 'week', 'month', 'year'] as const;

function startIn(params: Reader, now: number): number | undefined {
  const start = params.text('start_date');
  if (start === undefined || start === null) return undefined;
  return start === 'now' ? now : (params.integer('start_date') ?? now);
}

/** The end of a phase with a length in intervals. It keeps the subscription's renewal day of the month. */
function endAfter(start: number, length: Recurring, anchor: number | undefined): number {
  if (anchor === undefined) return periodEnd(start, length, start);
  const lastDay = new Date(
    Date.UTC(new Date(start * 1000).getUTCFullYear(), new Date(start * 1000).getUTCMonth() + 1, 0),
  );
  const renewalDay = Math.min(new Date(anchor * 1000).getUTCDate(), lastDay.getUTCDate());
  return periodEnd(start, length, new Date(start * 1000).getUTCDate() === renewalDay ? anchor : start);
}

function endIn(phase: Reader, from: number, length: Recurring, anchor: number | undefined, now: number): number {
  const duration = phase.object('duration');
  const endText = phase.text('end_date');
  if (duration && endText) {
    throw invalidRequest('You may only specify one of these parameters: duration, end_date.', { param: 'phases' });
  }
  if (endText === 'now') return now;
  const end = phase.integer('end_date');
  if (typeof end === 'number') return end;
  if (!duration) return endAfter(from, length, anchor);
  const interval = duration.oneOf('interval', intervals);
  if (!interval) throw missing('phases[duration][interval]');
  return endAfter(from, { interval, interval_count: duration.integer('interval_count') ?? 1 }, anchor);
}

function trialEndIn(phase: Reader, end: number, now: number): number | null {
  if (phase.flag('trial') === true) return end;
  const trialEnd = phase.text('trial_end');
  if (trialEnd === undefined || trialEnd === null || trialEnd === 'now') return null;
  const at = phase.integer('trial_end') ?? null;
  return at !== null && at > now ? at : null;
}

/**
 * @param begins the start of the first phase if the request has none. Each later phase starts at the end of the one
 * before.
 */
function phasesIn(
  params: Reader,
  { store }: CallContext,
  begins: number,
  subscription?: Stripe.Subscription,
): Phase[] | undefined {
  const phaseParams = params.list('phases');
  if (!phaseParams) return undefined;
  if (phaseParams.length > MAX_PHASES) {
    throw invalidRequest(`A subscription schedule can have up to ${MAX_PHASES} current and future phases.`, {
      param: 'phases',
    });
  }
  const now = store.now();
  const billed = subscription?.items.data.map((item) => priceOf(item).id);
  let start = begins;
  return phaseParams.map((phase, index): Phase => {
    const items = itemSpecs(phase, store);
    const itemSettings = (phase.list('items') ?? []).map((item) => itemSettingsIn(item, store));
    const prices = items.map((item) => item.price);
    if (new Set(prices).size < prices.length) {
      throw invalidRequest('A phase may not have several items with the same price.', {
        param: `phases[${index}][items]`,
      });
    }
    const price = checkPrices(store, prices, billed);
    const from = startIn(phase, now) ?? start;
    if (index > 0 && from !== start) {
      throw invalidRequest('The start_date of a phase must be the end_date of the phase before it.', {
        param: `phases[${index}][start_date]`,
      });
    }
    const end = endIn(phase, from, recurringOf(price), subscription?.billing_cycle_anchor ?? begins, now);
    if (end <= from) {
      throw invalidRequest('The end_date of a phase must be after its start_date.', {
        param: `phases[${index}][end_date]`,
      });
    }
    start = end;
    return newPhase({
      currency: phase.text('currency') ?? price.currency,
      billing_cycle_anchor: phase.oneOf('billing_cycle_anchor', ['automatic', 'phase_start']) ?? null,
      end_date: end,
      ...settingsIn(phase, `phases[${index}]`, store),
      items: items.map((item, at) => ({
        billing_thresholds: null,
        discounts: [],
        ...itemSettings[at],
        metadata: item.metadata,
        plan: item.price,
        price: item.price,
        ...phaseQuantity(store, item, phase.at(`items[${at}]`)),
      })),
      metadata: phase.metadata(),
      proration_behavior: phase.oneOf('proration_behavior', prorations) ?? 'create_prorations',
      start_date: from,
      trial_end: trialEndIn(phase, end, now),
    });
  });
}

/** The quantity of an item of a phase; empty for a metered price. */
function phaseQuantity(store: Store, { price, quantity }: ItemSpec, param: string): { quantity?: number } {
  const found = store.table('price').get(price);
  assertQuantity(found, quantity, `${param}[quantity]`);
  return isMetered(found) ? {} : { quantity: quantity ?? 1 };
}

type PhaseFields = 'currency' | 'items' | 'start_date' | 'end_date';

function newPhase(fields: Partial<Phase> & Pick<Phase, PhaseFields>): Phase {
  return {
    add_invoice_items: [],
    application_fee_percent: null,
    billing_cycle_anchor: null,
    billing_thresholds: null,
    collection_method: null,
    default_payment_method: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    invoice_settings: null,
    metadata: {},
    on_behalf_of: null,
    proration_behavior: 'create_prorations',
    transfer_data: null,
    trial_end: null,
    ...fields,
  };
}

function newSchedule(
  context: CallContext,
  fields: Partial<Schedule> & Pick<Schedule, 'customer' | 'phases'>,
): Schedule {
  return {
    id: context.store.newId('sub_sched'),
    object: 'subscription_schedule',
    application: null,
    billing_mode: { flexible: null, type: 'flexible' },
    canceled_at: null,
    completed_at: null,
    created: context.store.now(),
    current_phase: null,
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      automatic_tax: { disabled_reason: null, enabled: false, liability: null },
      billing_cycle_anchor: 'automatic',
      billing_thresholds: null,
      collection_method: 'charge_automatically',
      default_payment_method: null,
      description: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: 'self' },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: 'release',
    livemode: false,
    metadata: {},
    pause_schedules: [],
    released_at: null,
    released_subscription: null,
    status: 'not_started',
    subscription: null,
    test_clock: null,
    ...fields,
  };
}

/** Creates a schedule from a subscription. Its first phase is the current period. */
function fromSubscription(context: CallContext, id: string): Schedule {
  const { store } = context;
  const subscription = store.table('subscription').get(id, 'from_subscription');
  if (idOf(subscription.schedule) !== null) {
    throw invalidRequest(
      `You cannot migrate a subscription that is already attached to a schedule: ${idOf(subscription.schedule) ?? ''}.`,
      { param: 'from_subscription' },
    );
  }
  if (!['trialing', 'active', 'past_due', 'unpaid'].includes(subscription.status)) {
    throw invalidRequest(
      `You cannot migrate a subscription that is currently in the \`${subscription.status}\` status.`,
      { param: 'from_subscription' },
    );
  }
  const { start, end } = periodOf(subscription);
  const phase = newPhase({
    currency: subscription.currency,
    ...settingsOfPhase(subscription),
    end_date: end,
    items: phaseItems(subscription),
    start_date: start,
    trial_end: subscription.status === 'trialing' ? subscription.trial_end : null,
  });
  const schedule = newSchedule(context, {
    customer: idOf(subscription.customer) ?? '',
    subscription: id,
    status: 'active',
    phases: [phase],
    current_phase: { start_date: start, end_date: end },
    // If the subscription is set to end with its period, the schedule now ends it instead.
    end_behavior: subscription.cancel_at === end ? 'cancel' : 'release',
  });
  saveSubscription(context, { ...subscription, schedule: schedule.id });
  return saveSchedule(context, schedule, 'created');
}

function checkOpen(schedule: Schedule, verb: string): void {
  if (schedule.status === 'active' || schedule.status === 'not_started') return;
  throw invalidRequest(
    `You cannot ${verb} a subscription schedule that is currently in the \`${schedule.status}\` status.`,
  );
}

/** The current phase after an update of an active schedule. */
function currentPhaseAfter(params: Reader, phases: Phase[], now: number): Phase {
  const hasStart = params.list('phases')?.some((phase) => phase.has('start_date')) ?? true;
  const current = currentPhaseAt(phases, now);
  if (current && hasStart) return current;
  throw invalidRequest(
    'The subscription schedule update is missing at least one phase with a `start_date` to anchor end dates to.',
    { param: 'phases' },
  );
}

function update(params: Reader, context: CallContext, before: Schedule): Schedule {
  checkOpen(before, 'update');
  const { store } = context;
  const now = store.now();
  const subscription = store.table('subscription').find(idOf(before.subscription));
  const given = phasesIn(params, context, before.phases[0]?.start_date ?? now, subscription);
  const phases = given ?? before.phases;
  const current = before.status === 'active' ? currentPhaseAfter(params, phases, now) : undefined;
  const proration = params.oneOf('proration_behavior', prorations) ?? 'create_prorations';
  const after = saveSchedule(
    context,
    withCurrentPhase(
      {
        ...before,
        phases,
        default_settings: defaultSettingsIn(params, before.default_settings, store),
        end_behavior: params.oneOf('end_behavior', ['release', 'cancel']) ?? before.end_behavior,
        metadata: params.metadata(before.metadata ?? {}),
      },
      current,
    ),
  );
  const isEntered = current?.start_date !== before.current_phase?.start_date;
  if (subscription && current && given) {
    const former = isEntered ? undefined : currentPhaseAt(before.phases, now);
    applyPhase(context, subscription, current, { proration, isEntered, former });
  }
  setPlannedEnd(context, after);
  const startsNow = after.status === 'not_started' && (phases[0]?.start_date ?? now + 1) <= now;
  return startsNow ? startSchedule(context, after) : store.table('subscription_schedule').get(after.id);
}

/** Creates a schedule with its own phases, and its subscription if it starts now. */
function create(params: Reader, context: CallContext, customerId: string, start: number): Schedule {
  const { store } = context;
  const customer = store.table('customer').get(customerId, 'customer').id;
  const phases = phasesIn(params, context, start);
  if (!phases) throw missing('phases');
  if (start < store.now() - BACKDATE_TOLERANCE_S) throw notSupported('A schedule that starts in the past');
  const planned = newSchedule(context, {
    customer,
    phases,
    metadata: params.metadata(),
    end_behavior: params.oneOf('end_behavior', ['release', 'cancel']) ?? 'release',
  });
  const settings = defaultSettingsIn(params, planned.default_settings, store);
  const schedule = saveSchedule(context, { ...planned, default_settings: settings }, 'created');
  return (phases[0]?.start_date ?? start) <= store.now() ? startSchedule(context, schedule) : schedule;
}

/** Creates a schedule inside a preview. */
export function previewSchedule(details: Reader, context: CallContext, customer: string): Schedule {
  details.oneOf('proration_behavior', prorations);
  return create(details, context, customer, context.store.now());
}

/** Changes a schedule inside a preview. */
export function previewScheduleUpdate(details: Reader, context: CallContext, schedule: Schedule): Schedule {
  return update(details, context, schedule);
}

export const scheduleCalls: StripeCall[] = [
  {
    method: 'POST',
    path: '/v1/subscription_schedules',
    handler: ({ params }, context) => {
      const from = params.text('from_subscription');
      if (from) return fromSubscription(context, from);
      const start = startIn(params, context.store.now());
      if (start === undefined) throw missing('start_date');
      return create(params, context, params.needed('customer'), start);
    },
  },
  {
    method: 'GET',
    path: '/v1/subscription_schedules',
    handler: ({ params }, { store }) => {
      const schedules = schedulesOf(store, params.text('customer')).filter(
        ({ status }) => params.flag('scheduled') !== true || status === 'not_started',
      );
      return page(schedules, '/v1/subscription_schedules', params);
    },
  },
  {
    method: 'GET',
    path: '/v1/subscription_schedules/:id',
    handler: ({ path }, { store }) => store.table('subscription_schedule').get(path['id'] ?? ''),
  },
  {
    method: 'POST',
    path: '/v1/subscription_schedules/:id',
    handler: ({ path, params }, context) =>
      update(params, context, context.store.table('subscription_schedule').get(path['id'] ?? '')),
  },
  {
    method: 'POST',
    path: '/v1/subscription_schedules/:id/release',
    handler: ({ path, params }, context) => {
      const schedule = context.store.table('subscription_schedule').get(path['id'] ?? '');
      checkOpen(schedule, 'release');
      return releaseSchedule(context, schedule, 'released', params.flag('preserve_cancel_date') ?? false);
    },
  },
  {
    method: 'POST',
    path: '/v1/subscription_schedules/:id/cancel',
    handler: ({ path }, context) => {
      const { store } = context;
      const schedule = store.table('subscription_schedule').get(path['id'] ?? '');
      checkOpen(schedule, 'cancel');
      const subscription = store.table('subscription').find(idOf(schedule.subscription));
      if (subscription) cancelNow(context, subscription);
      const canceled = store.table('subscription_schedule').get(schedule.id);
      if (canceled.status === 'canceled') return canceled;
      return saveSchedule(
        context,
        { ...schedule, status: 'canceled', canceled_at: store.now(), current_phase: null },
        'canceled',
      );
    },
  },
];

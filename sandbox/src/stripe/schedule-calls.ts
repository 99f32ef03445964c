/** Calls about subscription schedules: https://docs.stripe.com/api/subscription_schedules */
import { type CallContext, type StripeCall, page } from './calls.js';
import { invalidRequest, missing } from './errors.js';
import type { Reader } from './params.js';
import { periodEnd } from './periods.js';
import { checkPrices, periodOf, priceOf, recurringOf } from './items.js';
import type { Phase, Schedule } from './schedule-phases.js';
import { applyPhase, keepSchedule, release, schedulesOf, startSchedule } from './schedule-life.js';
import { idOf } from './store.js';
import { itemSpecs } from './subscription-calls.js';
import { cancelNow } from './subscription-life.js';

const prorations = ['create_prorations', 'always_invoice', 'none'] as const;
const intervals = ['day', 'week', 'month', 'year'] as const;

function startIn(params: Reader, now: number): number | undefined {
  const given = params.text('start_date');
  if (given === undefined || given === null) return undefined;
  return given === 'now' ? now : (params.integer('start_date') ?? now);
}

/** Phases as a call gives them: each begins where the one before ends. */
function phasesIn(params: Reader, { store }: CallContext, begins: number): Phase[] | undefined {
  const given = params.list('phases');
  if (!given) return undefined;
  let start = begins;
  return given.map((phase, index) => {
    const items = itemSpecs(phase);
    const price = checkPrices(
      store,
      items.map((item) => item.price),
    );
    const from = startIn(phase, store.now()) ?? start;
    const duration = phase.object('duration');
    const length = duration
      ? {
          interval: duration.oneOf('interval', intervals) ?? 'month',
          interval_count: duration.integer('interval_count') ?? 1,
        }
      : recurringOf(price);
    const end = phase.integer('end_date') ?? periodEnd(from, length, from);
    if (end <= from) {
      throw invalidRequest('The end_date of a phase must be after its start_date.', {
        param: `phases[${index}][end_date]`,
      });
    }
    start = end;
    return {
      add_invoice_items: [],
      application_fee_percent: null,
      billing_cycle_anchor: null,
      billing_thresholds: null,
      collection_method: null,
      currency: price.currency,
      default_payment_method: null,
      default_tax_rates: [],
      description: null,
      discounts: [],
      end_date: end,
      invoice_settings: null,
      items: items.map((item) => ({
        billing_thresholds: null,
        discounts: [],
        metadata: item.metadata,
        plan: item.price,
        price: item.price,
        quantity: item.quantity,
        tax_rates: [],
      })),
      metadata: phase.metadata(),
      on_behalf_of: null,
      proration_behavior: phase.oneOf('proration_behavior', prorations) ?? 'create_prorations',
      start_date: from,
      transfer_data: null,
      trial_end: null,
    } satisfies Partial<Record<keyof Phase, unknown>> as unknown as Phase;
  });
}

function newSchedule(context: CallContext, over: Partial<Schedule>): Schedule {
  return {
    id: context.store.newId('sub_sched'),
    object: 'subscription_schedule',
    application: null,
    billing_mode: { type: 'flexible' },
    canceled_at: null,
    completed_at: null,
    created: context.store.now(),
    current_phase: null,
    default_settings: {
      automatic_tax: { disabled_reason: null, enabled: false, liability: null },
      billing_cycle_anchor: 'automatic',
      collection_method: 'charge_automatically',
      default_payment_method: null,
    },
    end_behavior: 'release',
    livemode: false,
    metadata: {},
    phases: [],
    released_at: null,
    released_subscription: null,
    status: 'not_started',
    subscription: null,
    test_clock: null,
    ...over,
  } satisfies Partial<Record<keyof Schedule, unknown>> as unknown as Schedule;
}

/** A schedule over a subscription: its first phase is the period that runs. */
function fromSubscription(context: CallContext, id: string): Schedule {
  const { store } = context;
  const subscription = store.table('subscription').get(id, 'from_subscription');
  if (idOf(subscription.schedule) !== null) {
    throw invalidRequest(
      `You cannot migrate a subscription that is already attached to a schedule: ${idOf(subscription.schedule) ?? ''}.`,
      { param: 'from_subscription' },
    );
  }
  const { start, end } = periodOf(subscription);
  const phase = {
    add_invoice_items: [],
    currency: subscription.currency,
    default_tax_rates: [],
    discounts: [],
    end_date: end,
    items: subscription.items.data.map((item) => ({
      billing_thresholds: null,
      discounts: [],
      metadata: item.metadata,
      plan: priceOf(item).id,
      price: priceOf(item).id,
      quantity: item.quantity ?? 1,
      tax_rates: [],
    })),
    metadata: {},
    proration_behavior: 'create_prorations',
    start_date: start,
    trial_end: subscription.trial_end,
  } satisfies Partial<Record<keyof Phase, unknown>> as unknown as Phase;
  const schedule = newSchedule(context, {
    customer: idOf(subscription.customer) ?? '',
    subscription: id,
    status: 'active',
    phases: [phase],
    current_phase: { start_date: start, end_date: end },
  });
  store.table('subscription').put({ ...subscription, schedule: schedule.id });
  return keepSchedule(context, schedule, 'created');
}

function checkOpen(schedule: Schedule, verb: string): void {
  if (schedule.status === 'active' || schedule.status === 'not_started') return;
  throw invalidRequest(
    `You cannot ${verb} a subscription schedule that is currently in the \`${schedule.status}\` status.`,
  );
}

function update(params: Reader, context: CallContext, before: Schedule): Schedule {
  checkOpen(before, 'update');
  const { store } = context;
  const begins = before.phases[0]?.start_date ?? store.now();
  const phases = phasesIn(params, context, begins) ?? before.phases;
  const now = store.now();
  const current =
    before.status === 'active' ? phases.find((phase) => phase.start_date <= now && phase.end_date > now) : undefined;
  if (before.status === 'active' && !current) {
    throw invalidRequest(
      'The subscription schedule update is missing at least one phase with a `start_date` to anchor end dates to.',
      {
        param: 'phases',
      },
    );
  }
  const after = keepSchedule(context, {
    ...before,
    phases,
    end_behavior: params.oneOf('end_behavior', ['release', 'cancel']) ?? before.end_behavior,
    metadata: params.metadata(before.metadata ?? {}),
    current_phase: current ? { start_date: current.start_date, end_date: current.end_date } : null,
  });
  const subscription = store.table('subscription').find(idOf(after.subscription));
  if (subscription && current) {
    applyPhase(context, subscription, current, params.oneOf('proration_behavior', prorations) ?? 'create_prorations');
  }
  return store.table('subscription_schedule').get(after.id);
}

/** A schedule with its own phases, and its subscription if it starts now. */
function create(params: Reader, context: CallContext, customerId: string, start: number): Schedule {
  const { store } = context;
  const customer = store.table('customer').get(customerId, 'customer').id;
  const phases = phasesIn(params, context, start);
  if (!phases) throw missing('phases');
  const schedule = keepSchedule(
    context,
    newSchedule(context, {
      customer,
      phases,
      metadata: params.metadata(),
      end_behavior: params.oneOf('end_behavior', ['release', 'cancel']) ?? 'release',
    }),
    'created',
  );
  return (phases[0]?.start_date ?? start) <= store.now() ? startSchedule(context, schedule) : schedule;
}

/** A schedule that does not exist yet, as a preview tries it out. */
export function previewSchedule(details: Reader, context: CallContext, customer: string): Schedule {
  details.oneOf('proration_behavior', prorations);
  return create(details, context, customer, context.store.now());
}

/** A change of a schedule, as a preview tries it out. */
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
    handler: ({ path }, context) => {
      const schedule = context.store.table('subscription_schedule').get(path['id'] ?? '');
      checkOpen(schedule, 'release');
      return release(context, schedule, 'released');
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
      return keepSchedule(
        context,
        { ...schedule, status: 'canceled', canceled_at: store.now(), current_phase: null },
        'canceled',
      );
    },
  },
];

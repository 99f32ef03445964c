import { describe, expect, it } from '@jest/globals';
import type { AdminSubscription } from 'shared-api/contracts';
import { epochSeconds } from '../instants';
import { attachStateOf, type AttachContext, type AttachState } from './attach-state';
import { saveProblemOf } from './conflict';
import {
  customerName,
  customersByUrgency,
  subscriptionsByUrgency,
  withSchedules,
  groupsOf,
  itemName,
  methodLabel,
  methodOf,
  upcomingPhase,
} from './groups';
import { differenceText } from './scheduled-text';
import { appearanceOf } from './subscription-status';
import { mixesPaymentMethods, toStaged, toRequest, withoutStaged, withStaged } from './staging';
import {
  aCustomer,
  anItem,
  aSchedule,
  aSubscription,
  mastercard,
  NORTH,
  noon,
  PRACTICE,
  visa,
} from './testing/builders';
import { toCustomers } from './mapper';

const full = anItem({ id: 'si_full', description: 'Voice', quantity: 1, assigned_practices: [NORTH] });
const withoutMethod = { payment_method_details: null, default_payment_method: null };

describe('attachStateOf', () => {
  const facts: AttachContext = { staged: new Set(), attached: new Set(), practiceId: PRACTICE.id };
  const staged = { ...facts, staged: new Set(['sub_core']) };
  const attached = { ...facts, attached: new Set(['si_core']) };
  const mine = anItem({ assigned_practices: [PRACTICE] });

  it.each<[string, Partial<AdminSubscription>, AttachContext, AttachState]>([
    ['returns cancelled for a canceled one in every case', { status: 'canceled', items: [mine] }, staged, 'cancelled'],
    [
      'returns selected for a staged one, also when it is attached',
      { items: [mine] },
      { ...staged, attached: attached.attached },
      'selected',
    ],
    ['returns attached by the list of the practice', {}, attached, 'attached'],
    ['returns attached by the answer itself', { items: [mine] }, facts, 'attached'],
    ['returns attached when one of its items is', { items: [full, mine] }, facts, 'attached'],
    ['returns available with a free seat', {}, facts, 'available'],
    ['returns available with a free seat on one of its items', { items: [full, anItem()] }, facts, 'available'],
    ['returns full without a free seat', { items: [full] }, facts, 'full'],
    [
      'returns full with more seats taken than there are',
      { items: [anItem({ available_quantity: -1 })] },
      facts,
      'full',
    ],
    ['returns full without items', { items: [] }, facts, 'full'],
    ['returns available for a past due one with a free seat', { status: 'past_due' }, facts, 'available'],
  ])('%s', (_, over, given, state) => expect(attachStateOf(aSubscription(over), given)).toBe(state));
});

describe('subscription layout', () => {
  it('nests a schedule under its parent and lists it on its own without one', () => {
    const alone = aSchedule({ id: 'sub_sched_alone', parent_subscription_id: null });
    const lost = aSchedule({ id: 'sub_sched_lost', parent_subscription_id: 'sub_elsewhere' });
    const entries = withSchedules([aSchedule(), aSubscription(), alone, lost]);
    expect(entries.map(({ subscription, scheduled }) => [subscription.id, scheduled.map(({ id }) => id)])).toEqual([
      ['sub_core', ['sub_sched_growth']],
      ['sub_sched_alone', []],
      ['sub_sched_lost', []],
    ]);
  });

  it('groups by payment method, those without one last', () => {
    const customer = aCustomer({
      subscriptions: [
        aSubscription({ id: 'sub_bill', ...withoutMethod }),
        aSubscription(),
        aSubscription({ id: 'sub_other', payment_method_details: { id: 'pm_mc', card: mastercard } }),
        aSubscription({ id: 'sub_listed', payment_method_details: null }),
      ],
    });
    const { current, ended } = groupsOf(customer);
    expect(current.map(({ method, subscriptions: entries }) => [method?.id, entries.length])).toEqual([
      ['pm_visa', 2],
      ['pm_mc', 1],
      [undefined, 1],
    ]);
    expect(ended).toEqual([]);
  });

  it('sorts subscriptions that need action first and separates ended ones', () => {
    const customer = aCustomer({
      subscriptions: [
        aSubscription({ id: 'sub_old', status: 'canceled' }),
        aSubscription({ id: 'sub_fine' }),
        aSubscription({ id: 'sub_owing', status: 'past_due', needs_attention: true }),
        aSubscription({ id: 'sub_bill', ...withoutMethod, needs_attention: true }),
      ],
    });
    const { current, ended } = groupsOf(customer);
    const ids = (groups: typeof current) =>
      groups.flatMap(({ subscriptions: entries }) => entries.map((one) => one.subscription.id));
    expect(ids(current)).toEqual(['sub_owing', 'sub_fine', 'sub_bill']);
    expect(ids(ended)).toEqual(['sub_old']);
    expect(subscriptionsByUrgency(customer.subscriptions).map(({ subscription }) => subscription.id)).toEqual([
      'sub_owing',
      'sub_bill',
      'sub_fine',
      'sub_old',
    ]);
  });

  it('sorts customers that need action first and those with only ended subscriptions last', () => {
    const customers = [
      aCustomer({ id: 'cus_ended', subscriptions: [aSubscription({ status: 'canceled' })] }),
      aCustomer({ id: 'cus_fine' }),
      aCustomer({ id: 'cus_owing', subscriptions: [aSubscription({ needs_attention: true })] }),
      aCustomer({ id: 'cus_failed', error: 'No answer' }),
    ];
    expect(customersByUrgency(customers).map(({ id }) => id)).toEqual([
      'cus_owing',
      'cus_failed',
      'cus_fine',
      'cus_ended',
    ]);
  });

  const [first, second] = [
    { start_date: 100, end_date: 200 },
    { start_date: 200, end_date: null },
  ];
  it.each([
    ['returns the phase after the current one', [first, second], first, second],
    ['returns the current phase when it is the last', [first, second], second, second],
    ['returns the first phase when none is current', [first, second], null, first],
    ['returns null without phases', [], null, null],
  ])('%s', (_, phases, current, phase) => {
    expect(upcomingPhase(phases, current)).toBe(phase);
  });

  it.each([
    [{ id: 'pm_visa', card: visa }, 'Visa ending 4242, expires 08/2027'],
    [null, 'No payment method'],
  ])('formats %j as %s', (method, text) => expect(methodLabel(method)).toBe(text));

  it("doesn't report a missing payment method when the cards can't be read", () => {
    expect(methodLabel(null, false)).toBe('Payment method unknown');
  });

  it('returns no method when the customer no longer has it', () => {
    const gone = aSubscription({ payment_method_details: null, default_payment_method: 'pm_gone' });
    expect(methodOf(gone, aCustomer())).toBeNull();
  });

  it.each([
    ['Olivia Owner', 'o@x.example', 'Olivia Owner'],
    [null, 'o@x.example', 'o@x.example'],
    ['', null, 'Customer without a name'],
  ])('names a customer with name %j and email %j %s', (name, email, text) => {
    expect(customerName({ name, email })).toBe(text);
  });

  it('names an item without a description', () => {
    expect(itemName({ description: '' })).toBe('Item without a description');
  });
});

describe('customersOf', () => {
  it.each([
    [1_795_190_520, 1_795_190_520],
    [1_795_190_520_000, 1_795_190_520],
    [9_999_999_999, 9_999_999_999],
    [10_000_000_000, 10_000_000],
    [0, 0],
  ])('reads the instant %i as %i seconds', (instant, seconds) => expect(epochSeconds(instant)).toBe(seconds));

  it('reads either spelling, with instants in seconds', () => {
    const { payment_methods, ...rest } = aCustomer();
    const schedule = aSchedule({
      parent_subscription_id: null,
      phases: [{ start_date: noon('2027-01-01') * 1000, end_date: null }],
      items: [anItem({ stop_date: noon('2027-02-01') * 1000 })],
    });
    const wire = { ...rest, paymentMethods: payment_methods, subscriptions: [schedule] };
    const [customer] = toCustomers([wire as never]);
    expect(customer?.payment_methods).toEqual(payment_methods);
    expect(customer?.subscriptions[0]).toMatchObject({
      parent_subscription_id: 'sub_core',
      phases: [{ start_date: noon('2027-01-01'), end_date: null }],
      items: [{ stop_date: noon('2027-02-01') }],
    });
  });

  it('returns no payment methods when there are none', () => {
    const wire = { ...aCustomer(), payment_methods: undefined };
    expect(toCustomers([wire as never])[0]?.payment_methods).toEqual([]);
  });
});

describe('staging', () => {
  const entry = (over: Partial<AdminSubscription> = {}) => ({
    subscription: aSubscription({ items: [anItem(), full], ...over }),
    scheduled: [aSchedule({ items: [anItem({ id: 'sched:1', description: 'Growth' }), { ...full, id: 'sched:2' }] })],
  });
  const first = toStaged(aCustomer(), entry());

  it('stages items with a free seat, including scheduled ones, and names the others', () => {
    expect(first).toMatchObject({
      customerId: 'cus_olivia',
      customerName: 'Olivia Owner',
      subscriptionId: 'sub_core',
      paymentMethodId: 'pm_visa',
      paymentMethodLabel: 'Visa ending 4242, expires 08/2027',
      leftOut: ['Voice', 'Voice'],
      scheduledSubscriptions: [{ id: 'sub_sched_growth', endBehavior: 'release', currentPhase: null }],
    });
    expect(first.items.map(({ id }) => id)).toEqual(['si_core']);
    expect(first.scheduledSubscriptions[0]?.items.map(({ id }) => id)).toEqual(['sched:1']);
  });

  it('stages a subscription once, and unstages it', () => {
    const list = withStaged(withStaged([], first), first);
    expect(list).toHaveLength(1);
    expect(withoutStaged(list, 'sub_core')).toEqual([]);
  });

  it('sends customers and items once each', () => {
    const second = toStaged(aCustomer(), entry({ id: 'sub_2', items: [anItem(), anItem({ id: 'si_2' })] }));
    expect(toRequest([first, second], true)).toEqual({
      customers: ['cus_olivia'],
      subscription_items: ['si_core', 'sched:1', 'si_2'],
      lift_withheld: true,
    });
  });

  it.each([
    ['one method', ['pm_visa', 'pm_visa'], false],
    ['two methods', ['pm_visa', 'pm_mc'], true],
    ['one method, and one without', ['pm_visa', null], false],
    ['nothing', [], false],
  ])('detects mixed payment methods: %s', (_, methods, mixed) => {
    expect(mixesPaymentMethods(methods.map((paymentMethodId) => ({ ...first, paymentMethodId })))).toBe(mixed);
  });
});

describe('saveProblemOf', () => {
  const error = { status: 409, code: 'already_assigned', message: 'The last seat is taken.' };

  it.each([
    [
      'names the practices of a conflict once',
      { ...error, practices: [NORTH, NORTH] },
      'The last seat is taken.',
      [NORTH.name],
    ],
    ['returns the message of a refusal', error, 'The last seat is taken.', []],
    [
      'uses the documented text without a message',
      { ...error, message: '' },
      'Failed to save subscriptions. Please try again.',
      [],
    ],
    [
      'uses the documented text without an answer',
      { status: 0, code: 'no_answer', message: 'x' },
      'Failed to save subscriptions. Please try again.',
      [],
    ],
    [
      'uses the documented text for an unexpected exception',
      new Error('x'),
      'Failed to save subscriptions. Please try again.',
      [],
    ],
  ])('%s', (_, thrown, message, practices) => expect(saveProblemOf(thrown)).toEqual({ message, practices }));
});

describe('differenceText', () => {
  const difference = {
    name: 'Treatment Plan Builder',
    currency: 'usd',
    interval: 'month',
    date: noon('2026-12-03'),
  } as const;

  it.each([
    ['ends', -3_900, 'Treatment Plan Builder ends, −$39.00 per month on Dec 3, 2026'],
    ['starts', 3_900, 'Treatment Plan Builder starts, +$39.00 per month on Dec 3, 2026'],
    ['changes', 0, 'Treatment Plan Builder changes on Dec 3, 2026'],
  ] as const)('formats a difference that %s', (kind, amount_change, text) => {
    expect(differenceText({ ...difference, kind, amount_change }, 'America/Chicago')).toBe(text);
  });
});

describe('appearanceOf', () => {
  it.each([
    ['past_due', 'Past due', 'attention'],
    ['incomplete_expired', 'Never started', 'neutral'],
    ['on_hold', 'On hold', 'neutral'],
  ])('labels the status %s as %s', (status, label, tone) => {
    expect(appearanceOf({ status })).toMatchObject({ label, tone });
  });

  it.each(['incomplete', 'past_due'])('shows that the bank is collecting the payment of %s', (status) => {
    const look = { label: 'Being collected', tone: 'information' };
    expect(appearanceOf({ status, is_collecting: true })).toMatchObject(look);
  });
});

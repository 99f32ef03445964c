import { describe, expect, it } from '@jest/globals';
import type { AdminSubscription } from 'shared-api/contracts';
import { epochSeconds } from '../instants';
import { attachStateOf, type AttachFacts, type AttachState } from './attach-state';
import { saveProblemOf } from './conflict';
import { customerName, familiesOf, groupsOf, itemName, methodLabel, methodOf, phaseToCome } from './groups';
import { mixesPaymentMethods, stagedOf, toRequest, withoutStaged, withStaged } from './staging';
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
import { customersOf } from './wire';

const full = anItem({ id: 'si_full', description: 'Voice', quantity: 1, assigned_practices: [NORTH] });
const withoutMethod = { payment_method_details: null, default_payment_method: null };

describe('what can be done with a subscription that was found', () => {
  const facts: AttachFacts = { staged: new Set(), attached: new Set(), practice: PRACTICE.id };
  const staged = { ...facts, staged: new Set(['sub_core']) };
  const attached = { ...facts, attached: new Set(['si_core']) };
  const mine = anItem({ assigned_practices: [PRACTICE] });

  it.each<[string, Partial<AdminSubscription>, AttachFacts, AttachState]>([
    ['canceled, whatever else holds', { status: 'canceled', items: [mine] }, staged, 'cancelled'],
    ['staged, though it is attached', { items: [mine] }, { ...staged, attached: attached.attached }, 'selected'],
    ['attached by the practice’s own list', {}, attached, 'attached'],
    ['attached by the answer itself', { items: [mine] }, facts, 'attached'],
    ['attached with one of its items', { items: [full, mine] }, facts, 'attached'],
    ['with a free seat', {}, facts, 'available'],
    ['with a free seat on one of its items', { items: [full, anItem()] }, facts, 'available'],
    ['with no free seat', { items: [full] }, facts, 'full'],
    ['with more seats taken than there are', { items: [anItem({ available_quantity: -1 })] }, facts, 'full'],
    ['without items', { items: [] }, facts, 'full'],
    ['past due, with a free seat', { status: 'past_due' }, facts, 'available'],
  ])('%s', (_, over, given, state) => expect(attachStateOf(aSubscription(over), given)).toBe(state));
});

describe('how subscriptions are laid out', () => {
  it('a schedule stands under its parent, and for itself without one', () => {
    const alone = aSchedule({ id: 'sub_sched_alone', parent_subscription_id: null });
    const lost = aSchedule({ id: 'sub_sched_lost', parent_subscription_id: 'sub_elsewhere' });
    const families = familiesOf([aSchedule(), aSubscription(), alone, lost]);
    expect(families.map(({ subscription, scheduled }) => [subscription.id, scheduled.map(({ id }) => id)])).toEqual([
      ['sub_core', ['sub_sched_growth']],
      ['sub_sched_alone', []],
      ['sub_sched_lost', []],
    ]);
  });

  it('by payment method, those without one last', () => {
    const customer = aCustomer({
      subscriptions: [
        aSubscription({ id: 'sub_bill', ...withoutMethod }),
        aSubscription(),
        aSubscription({ id: 'sub_other', payment_method_details: { id: 'pm_mc', card: mastercard } }),
        aSubscription({ id: 'sub_listed', payment_method_details: null }),
      ],
    });
    expect(groupsOf(customer).map(({ method, families }) => [method?.id, families.length])).toEqual([
      ['pm_visa', 2],
      ['pm_mc', 1],
      [undefined, 1],
    ]);
  });

  const [first, second] = [
    { start_date: 100, end_date: 200 },
    { start_date: 200, end_date: null },
  ];
  it.each([
    ['after the one under way', [first, second], first, second],
    ['the one under way, where it is the last', [first, second], second, second],
    ['the first, where none is under way', [first, second], null, first],
    ['none, where it names none', [], null, null],
  ])('the phase to come is %s', (_, phases, underWay, phase) => {
    expect(phaseToCome(phases, underWay)).toBe(phase);
  });

  it.each([
    [{ id: 'pm_visa', card: visa }, 'Visa ending 4242, expires 08/2027'],
    [null, 'No payment method'],
  ])('%j reads %s', (method, text) => expect(methodLabel(method)).toBe(text));

  it('a method that the customer no longer has is none', () => {
    const gone = aSubscription({ payment_method_details: null, default_payment_method: 'pm_gone' });
    expect(methodOf(gone, aCustomer())).toBeNull();
  });

  it.each([
    ['Olivia Owner', 'o@x.example', 'Olivia Owner'],
    [null, 'o@x.example', 'o@x.example'],
    ['', null, 'Customer without a name'],
  ])('a customer named %j with %j is called %s', (name, email, text) => {
    expect(customerName({ name, email })).toBe(text);
  });

  it('an item without a description is called so', () => {
    expect(itemName({ description: '' })).toBe('Item without a description');
  });
});

describe('what comes over the wire', () => {
  it.each([
    [1_795_190_520, 1_795_190_520],
    [1_795_190_520_000, 1_795_190_520],
    [9_999_999_999, 9_999_999_999],
    [10_000_000_000, 10_000_000],
    [0, 0],
  ])('the instant %i is %i in seconds', (instant, seconds) => expect(epochSeconds(instant)).toBe(seconds));

  it('is read in either spelling, with instants in seconds', () => {
    const { payment_methods, ...rest } = aCustomer();
    const schedule = aSchedule({
      parent_subscription_id: null,
      phases: [{ start_date: noon('2027-01-01') * 1000, end_date: null }],
      items: [anItem({ stop_date: noon('2027-02-01') * 1000 })],
    });
    const wire = { ...rest, paymentMethods: payment_methods, subscriptions: [schedule] };
    const [customer] = customersOf([wire as never]);
    expect(customer?.payment_methods).toEqual(payment_methods);
    expect(customer?.subscriptions[0]).toMatchObject({
      parent_subscription_id: 'sub_core',
      phases: [{ start_date: noon('2027-01-01'), end_date: null }],
      items: [{ stop_date: noon('2027-02-01') }],
    });
  });

  it('without payment methods has none', () => {
    const wire = { ...aCustomer(), payment_methods: undefined };
    expect(customersOf([wire as never])[0]?.payment_methods).toEqual([]);
  });
});

describe('what is staged', () => {
  const family = (over: Partial<AdminSubscription> = {}) => ({
    subscription: aSubscription({ items: [anItem(), full], ...over }),
    scheduled: [aSchedule({ items: [anItem({ id: 'sched:1', description: 'Growth' }), { ...full, id: 'sched:2' }] })],
  });
  const first = stagedOf(aCustomer(), family());

  it('are items with a free seat, those of scheduled changes too; the others are named', () => {
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

  it('is never there twice, and can be taken out again', () => {
    const list = withStaged(withStaged([], first), first);
    expect(list).toHaveLength(1);
    expect(withoutStaged(list, 'sub_core')).toEqual([]);
  });

  it('is sent with customers and items once each', () => {
    const second = stagedOf(aCustomer(), family({ id: 'sub_2', items: [anItem(), anItem({ id: 'si_2' })] }));
    expect(toRequest([first, second])).toEqual({
      customers: ['cus_olivia'],
      subscription_items: ['si_core', 'sched:1', 'si_2'],
    });
  });

  it.each([
    ['one method', ['pm_visa', 'pm_visa'], false],
    ['two methods', ['pm_visa', 'pm_mc'], true],
    ['one method, and one without', ['pm_visa', null], false],
    ['nothing', [], false],
  ])('mixes payment methods or not: %s', (_, methods, mixed) => {
    expect(mixesPaymentMethods(methods.map((paymentMethodId) => ({ ...first, paymentMethodId })))).toBe(mixed);
  });
});

describe('why attaching was refused', () => {
  const error = { status: 409, code: 'already_assigned', message: 'The last seat is taken.' };

  it.each([
    ['with practices', { ...error, practices: [NORTH, NORTH] }, 'The last seat is taken.', [NORTH.name]],
    ['without', error, 'The last seat is taken.', []],
    ['without words', { ...error, message: '' }, 'Failed to save subscriptions. Please try again.', []],
    [
      'without an answer',
      { status: 0, code: 'no_answer', message: 'x' },
      'Failed to save subscriptions. Please try again.',
      [],
    ],
    ['by a fault of ours', new Error('x'), 'Failed to save subscriptions. Please try again.', []],
  ])('%s', (_, thrown, message, practices) => expect(saveProblemOf(thrown)).toEqual({ message, practices }));
});

import { describe, expect, it } from '@jest/globals';
import { additionOf, endingBy, phasesWith, phasesWithout } from './schedule-phases.js';
import {
  type ItemSnapshot,
  type PhaseSnapshot,
  type ScheduleSnapshot,
  upcomingPhases,
  stopDateOf,
} from '../mirror/snapshots.js';
import type { MirroredSubscription } from '../views/subscription-view.js';

const [BEGIN, END, LATER] = [1000, 2000, 3000];

const item = (price: string, over: Partial<ItemSnapshot> = {}): ItemSnapshot => ({
  id: `si_${price}`,
  price_id: price,
  quantity: 1,
  name: price,
  description: null,
  amount: 100,
  interval: 'month',
  practice: null,
  ...over,
});
const phase = (start_date: number, end_date: number, ...prices: string[]): PhaseSnapshot => ({
  start_date,
  end_date,
  items: prices.map((price) => item(price)),
});
const schedule = (phases: PhaseSnapshot[], over: Partial<ScheduleSnapshot> = {}): ScheduleSnapshot => ({
  id: 'sub_sched_1',
  status: 'active',
  customer_id: 'cus_1',
  subscription_id: 'sub_1',
  created: BEGIN,
  currency: 'usd',
  end_behavior: 'release',
  current_phase: { start_date: BEGIN, end_date: END },
  phases,
  ...over,
});
const kept = (items: ItemSnapshot[], over: Partial<MirroredSubscription> = {}): MirroredSubscription => ({
  view: {
    id: 'sub_1',
    customer_id: 'cus_1',
    customer_name: null,
    status: 'active',
    currency: 'usd',
    created: BEGIN,
    trial_start: null,
    trial_end: null,
    canceled_at: null,
    cancel_at: null,
    period: { start: BEGIN, end: END },
    payment_method: null,
    payment_url: null,
    practice: null,
    request: null,
  },
  items,
  schedule: null,
  own: new Set(items.map(({ id }) => id)),
  ...over,
});
const pricesOf = (phases: readonly { items: readonly { price: string }[] }[]) =>
  phases.map(({ items }) => items.map(({ price }) => price));

describe('the end of an item', () => {
  const ending = schedule([phase(BEGIN, END, 'core', 'extra'), phase(END, LATER, 'core')]);

  it.each([
    ['none without a schedule', 'extra', null, null, null],
    ['where the first phase without it begins', 'extra', null, ending, END],
    ['none for what every phase has', 'core', null, ending, null],
    ['that of the subscription', 'core', LATER, null, LATER],
    ['none once the schedule was released', 'extra', null, { ...ending, status: 'released' }, null],
    ['the last phase’s when the subscription ends with it', 'core', null, { ...ending, end_behavior: 'cancel' }, LATER],
    [
      'in the second phase to come',
      'extra',
      null,
      schedule([phase(BEGIN, END, 'core', 'extra'), phase(END, LATER, 'core', 'extra'), phase(LATER, 4000, 'core')]),
      LATER,
    ],
  ])('is %s', (_what, price, cancelAt, planned, expected) => {
    expect(stopDateOf(price, { cancel_at: cancelAt }, planned)).toBe(expected);
  });

  it('is no matter of phases that have begun', () => {
    expect(upcomingPhases(ending).map(({ start_date: start }) => start)).toEqual([END]);
    expect(upcomingPhases(schedule(ending.phases, { status: 'not_started', current_phase: null }))).toHaveLength(2);
  });
});

describe('removing an item', () => {
  it('plans a phase without it from the end of the paid period', () => {
    const phases = phasesWithout(kept([item('core'), item('extra')]), 'extra');
    expect(phases).toEqual([
      expect.objectContaining({ start_date: BEGIN, end_date: END, proration_behavior: 'none' }),
      expect.objectContaining({ start_date: END, duration: { interval: 'month', interval_count: 1 } }),
    ]);
    expect(pricesOf(phases)).toEqual([['core', 'extra'], ['core']]);
  });

  it('takes it out of every phase that is planned already', () => {
    const planned = schedule([phase(BEGIN, END, 'core', 'a', 'b'), phase(END, LATER, 'core', 'b')]);
    const phases = phasesWithout(kept([item('core'), item('a'), item('b')], { schedule: planned }), 'b');
    expect(pricesOf(phases)).toEqual([['core', 'a', 'b'], ['core']]);
  });
});

describe('adding an item', () => {
  it('puts it in every phase that is planned already', () => {
    const planned = schedule([phase(BEGIN, END, 'core', 'a'), phase(END, LATER, 'core')]);
    const phases = phasesWith(kept([item('core'), item('a')], { schedule: planned }), [{ price: 'b', quantity: 1 }]);
    expect(pricesOf(phases)).toEqual([
      ['core', 'a', 'b'],
      ['core', 'b'],
    ]);
  });

  it.each([
    ['a new item', [], new Map<string, number[]>(), 1, 0],
    ['a free seat, which costs nothing', [item('a', { quantity: 2 })], new Map([['si_a', [7]]]), 0, 1],
    ['one more seat', [item('a')], new Map([['si_a', [7]]]), 1, 1],
  ])('is %s', (_what, items, taken, changes, seats) => {
    const addition = additionOf(kept([item('core'), ...items]), ['a'], 9, taken);
    expect([addition.items.length, addition.seats.length]).toEqual([changes, seats]);
  });
});

it('the next invoice leaves out what ends by then', () => {
  const planned = schedule([phase(BEGIN, END, 'core', 'a'), phase(END, LATER, 'core')]);
  expect(endingBy(kept([item('core'), item('a')], { schedule: planned }), END)).toEqual(['si_a']);
});

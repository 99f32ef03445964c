import { describe, expect, it } from '@jest/globals';
import { itemChanges, phasesAfterUndo, phasesWith, phasesWithout } from './schedule-phases.js';
import {
  type ItemSnapshot,
  type PhaseSnapshot,
  type ScheduleSnapshot,
  upcomingPhases,
  stopDateOf,
} from '../mirror/snapshots.js';
import type { MirroredSubscription } from '../mirror/read-mirror.js';

const [START, END, LATER] = [1000, 2000, 3000];

const item = (priceId: string, over: Partial<ItemSnapshot> = {}): ItemSnapshot => ({
  id: `si_${priceId}`,
  price_id: priceId,
  quantity: 1,
  name: priceId,
  description: null,
  amount: 100,
  interval: 'month',
  practice: null,
  ...over,
});
const phase = (start_date: number, end_date: number, ...priceIds: string[]): PhaseSnapshot => ({
  start_date,
  end_date,
  items: priceIds.map((priceId) => item(priceId)),
});
const schedule = (phases: PhaseSnapshot[], over: Partial<ScheduleSnapshot> = {}): ScheduleSnapshot => ({
  id: 'sub_sched_1',
  status: 'active',
  customer_id: 'cus_1',
  subscription_id: 'sub_1',
  created: START,
  currency: 'usd',
  end_behavior: 'release',
  current_phase: { start_date: START, end_date: END },
  phases,
  ...over,
});
const subscriptionWith = (items: ItemSnapshot[], over: Partial<MirroredSubscription> = {}): MirroredSubscription => ({
  view: {
    id: 'sub_1',
    customer_id: 'cus_1',
    customer_name: null,
    status: 'active',
    currency: 'usd',
    created: START,
    trial_start: null,
    trial_end: null,
    canceled_at: null,
    cancel_at: null,
    period: { start: START, end: END },
    payment_method: null,
    payment_url: null,
    practice: null,
    request: null,
  },
  items,
  schedule: null,
  isOwned: true,
  own: new Set(items.map(({ id }) => id)),
  ...over,
});
const pricesOf = (phases: readonly { items: readonly { price: string }[] }[]) =>
  phases.map(({ items }) => items.map(({ price: priceId }) => priceId));

describe('stopDateOf', () => {
  const ending = schedule([phase(START, END, 'core', 'extra'), phase(END, LATER, 'core')]);

  it.each([
    ['returns null without a schedule', 'extra', null, null, null],
    ['returns the start of the first phase without the item', 'extra', null, ending, END],
    ['returns null for an item in every phase', 'core', null, ending, null],
    ['returns the end of the subscription', 'core', LATER, null, LATER],
    ['returns null after the schedule was released', 'extra', null, { ...ending, status: 'released' }, null],
    [
      'returns the end of the last phase when the subscription ends with it',
      'core',
      null,
      { ...ending, end_behavior: 'cancel' },
      LATER,
    ],
    [
      'returns a date in the second upcoming phase',
      'extra',
      null,
      schedule([phase(START, END, 'core', 'extra'), phase(END, LATER, 'core', 'extra'), phase(LATER, 4000, 'core')]),
      LATER,
    ],
  ])('%s', (_what, priceId, cancelAt, planned, expected) => {
    expect(stopDateOf(priceId, { cancel_at: cancelAt }, planned)).toBe(expected);
  });

  it('ignores phases that have started', () => {
    expect(upcomingPhases(ending).map(({ start_date: start }) => start)).toEqual([END]);
    expect(upcomingPhases(schedule(ending.phases, { status: 'not_started', current_phase: null }))).toHaveLength(2);
  });
});

describe('phasesWithout', () => {
  it('adds a phase without the item after the end of the paid period', () => {
    const phases = phasesWithout(subscriptionWith([item('core'), item('extra')]), ['extra']);
    expect(phases).toEqual([
      expect.objectContaining({ start_date: START, end_date: END }),
      expect.objectContaining({ start_date: END, duration: { interval: 'month', interval_count: 1 } }),
    ]);
    expect(pricesOf(phases)).toEqual([['core', 'extra'], ['core']]);
  });

  it('removes the item from every scheduled phase', () => {
    const planned = schedule([phase(START, END, 'core', 'a', 'b'), phase(END, LATER, 'core', 'b')]);
    const subscription = subscriptionWith([item('core'), item('a'), item('b')], { schedule: planned });
    expect(pricesOf(phasesWithout(subscription, ['b']))).toEqual([['core', 'a', 'b'], ['core']]);
  });

  it('splits a phase of several periods at the end of the paid one', () => {
    const current = { start_date: START, end_date: 4000 };
    const planned = schedule([phase(START, 4000, 'core', 'a')], { current_phase: current });
    const subscription = subscriptionWith([item('core'), item('a')], { schedule: planned });
    const phases = phasesWithout(subscription, ['a']);
    expect(phases.map(({ start_date: start, end_date: end }) => [start, end])).toEqual([
      [START, END],
      [END, 4000],
    ]);
    expect(pricesOf(phases)).toEqual([['core', 'a'], ['core']]);
  });
});

describe('phasesAfterUndo', () => {
  it('keeps other scheduled changes', () => {
    const planned = schedule([phase(START, END, 'core', 'a', 'b'), phase(END, LATER, 'core')]);
    const subscription = subscriptionWith([item('core'), item('a'), item('b')], { schedule: planned });
    expect(pricesOf(phasesAfterUndo(subscription, ['a'])).map((priceIds) => priceIds.toSorted())).toEqual([
      ['a', 'b', 'core'],
      ['a', 'core'],
    ]);
  });
});

describe('phasesWith and itemChanges', () => {
  it('adds the item to every scheduled phase', () => {
    const planned = schedule([phase(START, END, 'core', 'a'), phase(END, LATER, 'core')]);
    const subscription = subscriptionWith([item('core'), item('a')], { schedule: planned });
    expect(pricesOf(phasesWith(subscription, [{ price: 'b', quantity: 1 }]))).toEqual([
      ['core', 'a', 'b'],
      ['core', 'b'],
    ]);
  });

  it.each([
    ['buys a new item', [], new Map<string, number[]>(), [{ price: 'a' }]],
    ['uses a free seat without a change', [item('a', { quantity: 2 })], new Map([['si_a', [7]]]), []],
    ['buys one more seat', [item('a')], new Map([['si_a', [7]]]), [{ id: 'si_a', quantity: 2 }]],
  ])('%s', (_what, items, seats, changes) => {
    expect(itemChanges(subscriptionWith([item('core'), ...items]), ['a'], seats)).toEqual(changes);
  });
});

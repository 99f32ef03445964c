import { beforeEach, describe, expect, it } from '@jest/globals';
import type { NoticeSeverity } from 'shared-api/contracts';
import type { ContributionState } from '../contributions/contributions-store';
import type { Placement } from '../contributions/placements';
import { columnsOf, orderCards, readUrgencies, rememberUrgencies, urgenciesOf } from './card-order';

const card = (key: string, size: 'wide' | 'narrow' = 'narrow'): Placement =>
  ({ key, contribution: { size } }) as Placement;

const ready = (...severities: NoticeSeverity[]): ContributionState<'overview.card'> => ({
  phase: 'ready',
  answer: {
    attention: severities.map((severity) => ({
      id: severity,
      severity,
      label: severity,
      title: severity,
      action: { label: 'Open', path: '/settings/1/x' },
    })),
    blocks: [],
  },
});

beforeEach(() => localStorage.clear());

describe('orderCards', () => {
  it('sorts by urgency, and keeps the declared order among equals', () => {
    const cards = ['a', 'b', 'c', 'd', 'e'].map((key) => card(key));
    const ordered = orderCards(cards, { b: 'info', d: 'error', e: 'info' });
    expect(ordered.map(({ key }) => key)).toEqual(['d', 'b', 'e', 'a', 'c']);
  });
});

describe('urgenciesOf', () => {
  it('takes the most urgent thing of each card, and keeps the last one of a card that has not answered', () => {
    const states = new Map([
      ['a', ready('info', 'error', 'warning')],
      ['b', ready()],
      ['c', { phase: 'loading' } as const],
    ]);
    const cards = [card('a'), card('b'), card('c')];
    const stateOf = ({ key }: Placement) => states.get(key) ?? ready();
    expect(urgenciesOf(cards, stateOf, { b: 'error', c: 'warning' })).toEqual({ a: 'error', c: 'warning' });
  });
});

describe('columnsOf', () => {
  it('fills each row of two cards in any order of sizes', () => {
    const sizes = ['narrow', 'narrow', 'wide', 'narrow', 'wide', 'wide', 'narrow'] as const;
    const columns = columnsOf(sizes.map((size, at) => card(`${at}`, size)));
    expect(columns).toEqual([5, 5, 6, 4, 5, 5, 10]);
  });
});

describe('the stored urgencies', () => {
  it('returns what the same person saw in the same practice', () => {
    rememberUrgencies('u-1', 7, { a: 'error' });
    rememberUrgencies('u-1', null, { b: 'info' });
    expect(readUrgencies('u-1', 7)).toEqual({ a: 'error' });
    expect(readUrgencies('u-1', null)).toEqual({ b: 'info' });
    expect(readUrgencies('u-1', 8)).toEqual({});
    expect(readUrgencies('u-2', 7)).toEqual({});
  });

  it('forgets the practices that were open longest ago', () => {
    for (let practiceId = 1; practiceId <= 25; practiceId += 1) rememberUrgencies('u-1', practiceId, { a: 'error' });
    expect(readUrgencies('u-1', 25)).toEqual({ a: 'error' });
    expect(readUrgencies('u-1', 1)).toEqual({});
  });

  it('ignores what another program has stored', () => {
    localStorage.setItem('console.overview.u-1', '{"not":"a list"}');
    expect(readUrgencies('u-1', 7)).toEqual({});
  });
});

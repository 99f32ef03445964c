import { describe, expect, it } from '@jest/globals';
import type { Placement } from '../contributions/placements';
import { columnsOf } from './card-columns';

const card = (key: string, size: string): Placement => ({ key, contribution: { size } }) as Placement;

const columns = (...cards: Placement[]) =>
  columnsOf(cards).map(({ cards: column, width }) => [width, ...column.map(({ key }) => key)]);

describe('columnsOf', () => {
  it('puts wide cards to the left of narrow ones, each in order', () => {
    const cards = [card('a', 'wide'), card('b', 'narrow'), card('c', 'narrow'), card('d', 'wide')];
    expect(columns(...cards)).toEqual([
      [3, 'a', 'd'],
      [2, 'b', 'c'],
    ]);
  });

  it('alternates cards of one size between columns', () => {
    expect(columns(card('a', 'narrow'), card('b', 'narrow'), card('c', 'narrow'))).toEqual([
      [1, 'a', 'c'],
      [1, 'b'],
    ]);
  });

  it('gives a single card the full width', () => {
    expect(columns(card('a', 'wide'))).toEqual([[1, 'a']]);
  });
});

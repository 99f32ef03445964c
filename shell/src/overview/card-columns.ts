/**
 * The columns of the cards. Each card has the same place at every visit, in the declared order, so that people learn where it is
 * (0049).
 */
import type { Placement } from '../contributions/placements';

export interface CardColumn {
  cards: readonly Placement[];
  /** Its part of the width, next to that of the other column. */
  width: number;
}

/** Wide cards at the left of narrow ones. Cards of one size take turns. A single card has the whole width. */
export function columnsOf(cards: readonly Placement[]): CardColumn[] {
  const wide = cards.filter(({ contribution }) => contribution.size === 'wide');
  const narrow = cards.filter((card) => !wide.includes(card));
  const isMixed = wide.length > 0 && narrow.length > 0;
  const columns = isMixed
    ? [
        { cards: wide, width: 3 },
        { cards: narrow, width: 2 },
      ]
    : [0, 1].map((column) => ({ cards: cards.filter((_, at) => at % 2 === column), width: 1 }));
  return columns.filter((column) => column.cards.length > 0);
}

/**
 * Arranges the cards in columns. Each card has the same place on every visit, in the declared order, so that people
 * learn where it is (0049).
 */
import type { Placement } from '../contributions/placements';

export interface CardColumn {
  cards: readonly Placement[];
  /** Relative width of the column, as in CSS `flex-grow`. */
  width: number;
}

/** Puts wide cards to the left of narrow ones, and alternates cards of one size. A single card gets the full width. */
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

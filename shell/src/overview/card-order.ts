/**
 * The order of the cards: most urgent first. What is urgent is known only after the cards have loaded, and cards that move
 * then are hard to read. So a visit has the order of what each card said last time, and stays as it is (0049).
 */
import { noticeSeverities, type NoticeSeverity } from 'shared-api/contracts';
import type { ContributionState } from '../contributions/contributions-store';
import type { Placement } from '../contributions/placements';

/** Key of the placement → the most urgent thing that the card had last time. Cards with nothing are absent. */
export type CardUrgencies = Readonly<Record<string, NoticeSeverity>>;

/** The practices with a stored order. Those that were open longest ago are forgotten first. */
const MAX_STORED = 20;

/** Sorts by urgency. Cards of the same urgency keep their declared order. */
export function orderCards(cards: readonly Placement[], urgencies: CardUrgencies): Placement[] {
  const rank = ({ key }: Placement): number => {
    const urgency = urgencies[key];
    return urgency === undefined ? noticeSeverities.length : noticeSeverities.indexOf(urgency);
  };
  return [...cards].sort((left, right) => rank(left) - rank(right));
}

/** What each card says now. A card that is loading or failed keeps its last urgency. */
export function urgenciesOf(
  cards: readonly Placement[],
  stateOf: (placement: Placement) => ContributionState<'overview.card'>,
  last: CardUrgencies,
): CardUrgencies {
  const urgencies = cards.map((card): [string, NoticeSeverity | undefined] => {
    const state = stateOf(card);
    if (state.phase !== 'ready') return [card.key, last[card.key]];
    const severities = state.answer.attention.map(({ severity }) => severity);
    return [card.key, noticeSeverities.find((severity) => severities.includes(severity))];
  });
  return Object.fromEntries(urgencies.flatMap(([key, urgency]) => (urgency === undefined ? [] : [[key, urgency]])));
}

/** Columns of the grid. Two cards share a row: a wide and a narrow one as 3 to 2, others in equal parts. A last one takes its row alone. */
export const GRID_COLUMNS = 10;

/** How many columns each card takes, so that no row has a gap in whatever order the cards are. */
export function columnsOf(cards: readonly Placement[]): number[] {
  const isWide = (card: Placement | undefined): boolean => card?.contribution.size === 'wide';
  return cards.map((card, at) => {
    const neighbor = cards[at % 2 === 0 ? at + 1 : at - 1];
    if (!neighbor) return GRID_COLUMNS;
    if (isWide(neighbor) === isWide(card)) return GRID_COLUMNS / 2;
    return isWide(card) ? 6 : 4;
  });
}

const keyOf = (userId: string): string => `console.overview.${userId}`;

type Stored = readonly (readonly [place: string, CardUrgencies])[];

/** Nothing if the browser's storage is turned off or has something else. */
function readStored(userId: string): Stored {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]');
    return Array.isArray(stored) ? (stored as Stored) : [];
  } catch {
    return [];
  }
}

const placeOf = (practiceId: number | null): string => (practiceId === null ? 'internal' : String(practiceId));

/** @param practiceId null for the internal overview */
export function readUrgencies(userId: string, practiceId: number | null): CardUrgencies {
  return readStored(userId).find(([place]) => place === placeOf(practiceId))?.[1] ?? {};
}

export function rememberUrgencies(userId: string, practiceId: number | null, urgencies: CardUrgencies): void {
  const place = placeOf(practiceId);
  const others = readStored(userId).filter(([known]) => known !== place);
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify([[place, urgencies], ...others].slice(0, MAX_STORED)));
  } catch {
    // Without storage, the cards keep their declared order.
  }
}

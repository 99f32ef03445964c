/**
 * Reads which card a page marks as default, and waits for the expected one, because a page first shows cached cards.
 */
import { within } from '@testing-library/dom';
import type { PaymentMethod } from 'shared-api/contracts';

/** Last digits of the cards marked as default. */
export function defaultCardsIn(container: HTMLElement): string[] {
  return within(container)
    .queryAllByRole('listitem')
    .filter((item) => within(item).queryByText('Default'))
    .map((item) => (item.getAttribute('aria-label') ?? '').slice(-4));
}

export const defaultCardsOf = (cards: readonly PaymentMethod[] = []): string[] =>
  cards.filter(({ is_default }) => is_default).map(({ card }) => card.last4);

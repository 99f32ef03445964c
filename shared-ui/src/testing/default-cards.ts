/** The card that a page marks as default, and the expected one. A page first shows cached cards. */
import { within } from '@testing-library/dom';
import type { PaymentMethod } from 'shared-api/contracts';

/** The last digits of the cards that are marked as the default. */
export function defaultCardsIn(container: HTMLElement): string[] {
  return within(container)
    .queryAllByRole('listitem')
    .filter((item) => within(item).queryByText('Default'))
    .map((item) => (item.getAttribute('aria-label') ?? '').slice(-4));
}

export const defaultCardsOf = (cards: readonly PaymentMethod[] = []): string[] =>
  cards.filter(({ is_default }) => is_default).map(({ card }) => card.last4);

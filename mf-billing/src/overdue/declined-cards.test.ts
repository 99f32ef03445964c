import { describe, expect, it } from '@jest/globals';
import { aCard, anOverdue, noon } from '../testing/builders';
import { cardToSelect, declinedSince } from './declined-cards';

const card = { id: 'pm_visa', brand: 'visa', last4: '4242' };
const declined = anOverdue({ card });
const amex = aCard({ id: 'pm_amex', is_default: false });

describe('declinedSince', () => {
  it('returns when the oldest invoice became due', () => {
    const older = anOverdue({ card, invoice_id: 'in_older', since: noon('2026-09-19') });
    expect(declinedSince([declined, older], aCard())).toBe(noon('2026-09-19'));
  });

  it.each([
    ['a card that was saved later', anOverdue({ card, since: aCard().created - 1 })],
    ['a payment that nobody has tried', anOverdue({ card, attempts: 0, last_problem: null })],
    ['the card of another invoice', anOverdue({ card: { ...card, id: 'pm_other' } })],
    ['what is paid without a card', anOverdue({ card: null })],
  ])('returns null for %s', (_, invoice) => {
    expect(declinedSince([invoice], aCard())).toBeNull();
  });
});

describe('cardToSelect', () => {
  it('returns the default card', () => {
    expect(cardToSelect([amex, aCard()], [])?.id).toBe('pm_visa');
  });

  it('returns another card if the default card was declined', () => {
    expect(cardToSelect([aCard(), amex], [declined])?.id).toBe('pm_amex');
  });

  it('returns the declined default card if no other card can pay', () => {
    const late = anOverdue({ card: { ...card, id: 'pm_late' } });
    const cards = [aCard(), { ...amex, expiry: 'expired' as const }, aCard({ id: 'pm_late', is_default: false })];
    expect(cardToSelect(cards, [declined, late])?.id).toBe('pm_visa');
  });

  it('returns undefined without a default card', () => {
    expect(cardToSelect([amex], [declined])).toBeUndefined();
  });
});

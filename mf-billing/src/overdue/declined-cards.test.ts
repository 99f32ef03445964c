import { describe, expect, it } from '@jest/globals';
import { aCard, anOverdue } from '../testing/builders';
import { cardToSelect, isDeclinedCard } from './declined-cards';

const declined = anOverdue({ declined_method_id: 'pm_visa' });
const amex = aCard({ id: 'pm_amex', is_default: false });

describe('isDeclinedCard', () => {
  it('returns true for the card that was charged last', () => {
    expect(isDeclinedCard([declined], 'pm_visa')).toBe(true);
  });

  it.each([
    ['a default card that nobody has charged since', anOverdue({ declined_method_id: 'pm_former' })],
    ['a payment that nobody has tried', anOverdue({ declined_method_id: 'pm_visa', attempts: 0, last_problem: null })],
    ['a console that names no card', anOverdue()],
  ])('returns false for %s', (_, invoice) => {
    expect(isDeclinedCard([invoice], 'pm_visa')).toBe(false);
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
    const late = anOverdue({ declined_method_id: 'pm_late' });
    const cards = [aCard(), { ...amex, expiry: 'expired' as const }, aCard({ id: 'pm_late', is_default: false })];
    expect(cardToSelect(cards, [declined, late])?.id).toBe('pm_visa');
  });

  it('returns undefined without a default card', () => {
    expect(cardToSelect([amex], [declined])).toBeUndefined();
  });
});

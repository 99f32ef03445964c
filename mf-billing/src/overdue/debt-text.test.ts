import { describe, expect, it } from '@jest/globals';
import type { Debt } from 'shared-api/contracts';
import { anOverdue, noon, upcomingCharges } from '../testing/builders';
import { debtFacts, nameOf, subscriptionsOf } from './debt-text';

const [visa = undefined as never] = upcomingCharges({ overdue: [anOverdue()] }).debts;
const now = noon('2026-11-20');
const METHOD = 'SEPA Direct Debit ending in 3000';

describe('debtFacts', () => {
  it.each<[string, Partial<Debt>, string[]]>([
    ['the card', {}, ['Visa •••• 0341', 'Past due since Nov 3', 'Next attempt Nov 25']],
    ['another method', { card: null, method_name: METHOD }, [METHOD, 'Past due since Nov 3', 'Next attempt Nov 25']],
    [
      'nothing that is charged',
      { card: null, next_attempt: null },
      ['', 'Past due since Nov 3', 'No further attempt is planned'],
    ],
    [
      'another year',
      { since: noon('2025-12-31') },
      ['Visa •••• 0341', 'Past due since Dec 31, 2025', 'Next attempt Nov 25'],
    ],
  ])('names %s', (_, over, expected) => {
    const facts = debtFacts({ ...visa, ...over }, 'America/Chicago', now);
    expect(facts.map((fact) => fact.replaceAll('\u00a0', ' '))).toEqual(expected);
  });

  it('keeps the card’s brand and digits, and the date, on one line', () => {
    const [card, , next] = debtFacts(visa, 'America/Chicago', now);
    expect(card).toBe('Visa\u00a0••••\u00a00341');
    expect(next).toContain('Nov\u00a025');
  });
});

describe('nameOf', () => {
  it('is the id of a customer without a name', () => {
    expect(nameOf({ customer: { id: 'cus_new', name: null } })).toBe('cus_new');
  });
});

describe('subscriptionsOf', () => {
  it('names each subscription of the customer once', () => {
    const imaging = { id: 'sub_imaging', name: 'Imaging' };
    const other = { id: 'cus_new', name: 'Noah New' };
    const overdue = [
      anOverdue({ subscription: imaging }),
      anOverdue({ invoice_id: 'in_a', subscription: imaging }),
      anOverdue({ invoice_id: 'in_b', subscription: null }),
      anOverdue({ invoice_id: 'in_c', customer: other, subscription: { id: 'sub_x', name: 'Voice' } }),
    ];
    expect(subscriptionsOf(visa, overdue)).toBe('Imaging');
    expect(subscriptionsOf(visa, [])).toBe('');
  });
});

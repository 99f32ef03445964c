import { describe, expect, it } from '@jest/globals';
import type { Debt } from 'shared-api/contracts';
import { anOverdue, noon, upcomingCharges } from '../testing/builders';
import { debtText, subscriptionsOf } from './debt-text';

const [visa = undefined as never] = upcomingCharges({ overdue: [anOverdue()] }).debts;
const now = noon('2026-11-20');
const METHOD = 'SEPA Direct Debit ending in 3000';

describe('debtText', () => {
  it.each<[string, Partial<Debt>, string]>([
    ['the card', {}, 'Olivia Owner owes $208.00 on Visa •••• 0341 since Nov 3. Next attempt Nov 25.'],
    [
      'another method',
      { card: null, method_name: METHOD },
      `Olivia Owner owes $208.00 on ${METHOD} since Nov 3. Next attempt Nov 25.`,
    ],
    [
      'nothing that is charged',
      { card: null, next_attempt: null },
      'Olivia Owner owes $208.00 since Nov 3. No further attempt is planned.',
    ],
    [
      'another year',
      { since: noon('2025-12-31') },
      'Olivia Owner owes $208.00 on Visa •••• 0341 since Dec 31, 2025. Next attempt Nov 25.',
    ],
    [
      'a customer without a name',
      { customer: { id: 'cus_new', name: null } },
      'cus_new owes $208.00 on Visa •••• 0341 since Nov 3. Next attempt Nov 25.',
    ],
  ])('names %s', (_, over, expected) => {
    expect(debtText({ ...visa, ...over }, 'America/Chicago', now).replaceAll('\u00a0', ' ')).toBe(expected);
  });

  it('keeps the card’s brand and digits, and the date, on one line', () => {
    const text = debtText(visa, 'America/Chicago', now);
    expect(text).toContain('Visa\u00a0••••\u00a00341');
    expect(text).toContain('Nov\u00a025');
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

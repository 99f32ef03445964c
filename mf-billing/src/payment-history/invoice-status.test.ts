import { expect, it } from '@jest/globals';
import { appearanceOfInvoice, toneOfInvoice } from './invoice-status';

it.each([
  ['paid', 'success'],
  ['open', 'attention'],
  ['void', 'danger'],
  ['uncollectible', 'danger'],
  ['draft', 'information'],
  ['processing', 'neutral'],
])('shows %s as %s', (status, tone) => {
  expect(toneOfInvoice(status)).toBe(tone);
});

it.each([
  ['an open dispute', { status: 'paid', dispute: 'open', collecting: false }, 'Disputed', 'attention'],
  ['a lost dispute', { status: 'paid', dispute: 'lost', collecting: false }, 'Dispute lost', 'danger'],
  ['a collection', { status: 'open', dispute: null, collecting: true }, 'Being collected', 'information'],
  ['a paid invoice', { status: 'paid', dispute: null, collecting: true }, 'Paid', 'success'],
  ['an unknown status', { status: 'in_review', dispute: null, collecting: false }, 'In review', 'neutral'],
] as const)('labels %s', (_, invoice, label, tone) => {
  expect(appearanceOfInvoice(invoice)).toEqual({ label, tone });
});

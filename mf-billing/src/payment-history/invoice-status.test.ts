import { expect, it } from '@jest/globals';
import { toneOfInvoice } from './invoice-status';

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

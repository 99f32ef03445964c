/** Charges a customer's open invoices that the person selected. */
import { AppError } from '../../platform/errors/app-error.js';
import type { BillingCaller } from '../subscriptions/billing-context.js';
import type { BillingMirror } from '../subscriptions/mirror/refresh.js';
import { withIdempotencyKey } from '../requests/idempotent-request.js';
import { readFromStripe } from '../stripe/stripe-errors.js';
import { type PayResponse, chargeInvoices, payResponseOf, readOwnInvoices } from './charge-invoices.js';
import { customerRequest } from './customer-request.js';
import { payRenewalsWith } from './pay-renewals.js';
import { type ReachableCustomer, assertOwnCard, defaultCardOf, readCustomer } from './provider-customer.js';

export interface InvoicesToPay {
  invoiceIds: readonly string[];
  /** The card to charge. Undefined: the default card. */
  cardId: string | undefined;
  /** The amount that the person saw, in cents. */
  expectedDue: number | undefined;
  /** True to charge the invoices' subscriptions to the card from now on. */
  usesForRenewals: boolean;
}

/**
 * @throws AppError `not_found` for another customer's invoice or card; `payment_method_required`;
 *   `preview_outdated`; `invalid` for an amount in several currencies
 */
export function payOpenInvoices(
  mirror: BillingMirror,
  customer: ReachableCustomer,
  { invoiceIds, cardId, expectedDue, usesForRenewals }: InvoicesToPay,
  caller: BillingCaller,
): Promise<PayResponse> {
  const { db, stripe } = mirror;
  const content = {
    invoiceIds,
    cardId: cardId ?? null,
    expectedDue: expectedDue ?? null,
    ...(usesForRenewals && { usesForRenewals }),
  };
  const request = customerRequest<PayResponse>(mirror, customer, { action: 'invoice.pay', content }, caller);
  return withIdempotencyKey(db, request, async (attempt) => {
    const [invoices, owner] = await readFromStripe(() =>
      Promise.all([readOwnInvoices(stripe, customer.id, invoiceIds), readCustomer(stripe, customer.id)]),
    );
    const card = cardId ?? defaultCardOf(owner);
    if (card === null) throw new AppError(422, 'payment_method_required', 'A payment method is required');
    await readFromStripe(() => assertOwnCard(stripe, customer.id, card));
    const open = invoices.filter(({ status }) => status === 'open');
    if (expectedDue !== undefined && new Set(open.map(({ currency }) => currency)).size > 1) {
      throw new AppError(400, 'invalid', 'These invoices have different currencies. Pay those of one at a time.', {
        fields: { expected_due: 'An amount has one currency' },
      });
    }
    const due = open.reduce((sum, { amount_remaining: amount }) => sum + amount, 0);
    // An earlier attempt may already have paid some of them.
    if (!attempt.isResent && expectedDue !== undefined && expectedDue !== due) {
      throw new AppError(
        409,
        'preview_outdated',
        'The amount due has changed, so nothing was charged. Check the new amount.',
      );
    }
    // Stores the charged card, because the default may have changed when the outcome becomes known.
    await attempt.record({ content: { customer: customer.id, ...content, cardId: card } });
    const results = await chargeInvoices(mirror, customer, { invoices, card, attempt }, caller);
    if (!usesForRenewals) return { answer: payResponseOf(results), state: 'succeeded' };
    // A subscription whose invoice was declined keeps its card.
    const declined = new Set(
      results
        .filter(({ paid, client_secret: secret }) => !paid && secret === undefined)
        .map(({ invoice_id: id }) => id),
    );
    const renewed = { invoices: invoices.filter(({ id }) => !declined.has(id)), card, attempt };
    const notMoved = await payRenewalsWith(mirror, customer, renewed, caller);
    return { answer: { ...payResponseOf(results), not_moved: notMoved }, state: 'succeeded' };
  });
}

/** The cards that are charged for purchases. */
import type Stripe from 'stripe';
import type { Db } from '../../../platform/database/tables.js';
import { AppError, invalid, notFound } from '../../../platform/errors/app-error.js';
import { defaultOf, isDebit, methodOf, EXPAND_CUSTOMER } from '../../payments/charged-method.js';
import { listCustomerIds } from '../../payments/customers-repository.js';
import { defaultCardOf } from '../../payments/provider-customer.js';
import { readFromStripe } from '../../stripe/stripe-errors.js';
import { type SubscriptionSnapshot, idOf } from '../mirror/snapshots.js';

/** @throws AppError `not_found` for a customer that isn't the practice's (server rule 8) */
export async function assertOwnCustomer(db: Db, practiceId: number, customerId: string): Promise<void> {
  const own = await listCustomerIds(db, practiceId);
  if (!own.includes(customerId)) throw notFound('This customer doesn’t belong to this practice.');
}

/** @throws AppError `invalid` for another customer's card, or for an id that isn't a card */
export async function assertOwnCard(stripe: Stripe, customerId: string, cardId: string): Promise<void> {
  const appError = invalid('This card isn’t saved for this customer. Choose another card.', {
    payment_method_id: 'Choose one of this customer’s cards',
  });
  const method = await stripe.paymentMethods.retrieve(cardId).catch((error: unknown) => {
    if (error instanceof Error && 'statusCode' in error && error.statusCode === 404) throw appError;
    throw error;
  });
  if (idOf(method.customer) !== customerId || !method.card) throw appError;
}

/** The error for a method whose bank needs days to pay. */
const takesDays = (methodName: string, charge: string): AppError =>
  invalid(`${methodName} takes days to pay. Choose a card for ${charge}.`, { payment_method_id: 'Choose a card' });

/** A change takes effect once it is paid, so a debit would leave it open for days. @throws AppError `invalid` */
export function assertPaidAtOnce({ other_method: method }: Pick<SubscriptionSnapshot, 'other_method'>): void {
  if (method?.is_debit === true) throw takesDays(method.name, 'this change');
}

/**
 * The card that a new subscription is charged to: the requested one, otherwise the customer's default method. Any other
 * card is charged only when a person chose it.
 *
 * @param paysNow true when something is charged immediately
 * @returns the card's id if the subscription must name it; undefined for the customer's default method
 * @throws AppError `payment_method_required`, `invalid` for a card of another customer
 */
export async function cardForStart(
  stripe: Stripe,
  customerId: string,
  requested: string | undefined,
  paysNow: boolean,
): Promise<string | undefined> {
  return readFromStripe(async () => {
    const owner = await stripe.customers.retrieve(customerId, { expand: EXPAND_CUSTOMER });
    if (owner.deleted) throw notFound('This customer doesn’t belong to this practice.');
    const defaultMethod = defaultCardOf(owner);
    if (requested !== undefined) {
      await assertOwnCard(stripe, customerId, requested);
      return requested === defaultMethod ? undefined : requested;
    }
    if (defaultMethod === null) throw new AppError(422, 'payment_method_required', 'A payment method is required');
    const method = defaultOf(owner);
    if (paysNow && method && isDebit(method)) throw takesDays(methodOf(method).name, 'the first charge');
    return undefined;
  });
}

/**
 * The subscription's own card before a purchase switches it to another one. A pending change can't contain a card:
 * https://docs.stripe.com/billing/subscriptions/pending-updates-reference
 *
 * @returns null for none; undefined if the subscription needn't be changed
 * @throws AppError `invalid` for a card of another customer
 */
export async function formerCardOf(
  stripe: Stripe,
  { id, customer_id: customerId }: Pick<SubscriptionSnapshot, 'id' | 'customer_id'>,
  requested: string | undefined,
): Promise<string | null | undefined> {
  if (requested === undefined) return undefined;
  await assertOwnCard(stripe, customerId, requested);
  const before = idOf((await stripe.subscriptions.retrieve(id)).default_payment_method);
  return before === requested ? undefined : before;
}

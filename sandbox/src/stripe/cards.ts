/** Test cards, as Stripe documents them: https://docs.stripe.com/testing */
import type Stripe from 'stripe';
import { isDebit } from './bank-accounts.js';
import { StripeError } from './errors.js';
import type { Reader } from './params.js';
import type { CardBehavior, Decline, Store } from './store.js';

interface TestCard {
  brand: string;
  is: CardBehavior;
}

const numbers: Readonly<Record<string, TestCard>> = {
  '4242424242424242': { brand: 'visa', is: 'approves' },
  '4000056655665556': { brand: 'visa', is: 'approves' },
  '5555555555554444': { brand: 'mastercard', is: 'approves' },
  '5200828282828210': { brand: 'mastercard', is: 'approves' },
  '378282246310005': { brand: 'amex', is: 'approves' },
  '6011111111111117': { brand: 'discover', is: 'approves' },
  '3056930009020004': { brand: 'diners', is: 'approves' },
  '3566002020360505': { brand: 'jcb', is: 'approves' },
  // Attaches, but every charge fails.
  '4000000000000341': { brand: 'visa', is: 'declines_charges' },
  // Requires authentication at the set-up or the first charge, and never again.
  '4000002500003155': { brand: 'visa', is: 'asks_once' },
  // Requires authentication every time.
  '4000002760003184': { brand: 'visa', is: 'asks_always' },
  '4000003800000446': { brand: 'visa', is: 'asks_once' },
};

/** Numbers that are declined immediately. */
const declined: Readonly<Record<string, Decline>> = {
  '4000000000000002': { code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' },
  '4000000000009995': {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  '4000000000009987': { code: 'card_declined', decline_code: 'lost_card', message: 'Your card was declined.' },
  '4000000000000069': { code: 'expired_card', message: 'Your card has expired.' },
  '4000000000000127': { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  '4000000000000119': {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
};

/** Whether the check digit of a card number is valid. */
export function hasCheckDigit(number: string): boolean {
  let sum = 0;
  for (let at = 0; at < number.length; at += 1) {
    const digit = Number(number[number.length - 1 - at]);
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return number !== '' && sum % 10 === 0;
}

const cardError = (code: string, message: string, param: string): StripeError =>
  new StripeError(402, { type: 'card_error', code, message, param });

/** Payment methods that Stripe's test mode knows by name, so that servers need no card number. */
const named: Readonly<Record<string, string>> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_amex: '378282246310005',
  pm_card_discover: '6011111111111117',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_authenticationRequiredOnSetup: '4000002500003155',
  pm_card_authenticationRequired: '4000002760003184',
};

interface CardFields {
  number: string;
  exp_month: number;
  exp_year: number;
}

function putCard(store: Store, { number, exp_month, exp_year }: CardFields, billing: Partial<BillingDetails>) {
  const testCard = numbers[number] ?? { brand: brandOf(number), is: 'approves' as const };
  const id = store.newId('pm');
  const method = {
    id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null, ...billing },
    card: {
      brand: testCard.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: testCard.brand,
      exp_month,
      exp_year,
      fingerprint: `fp_${testCard.brand}_${number.slice(-4)}`,
      funding: 'credit',
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [testCard.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: store.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  } satisfies Stripe.PaymentMethod;
  store.table('card_behaviour').put({ id, is: testCard.is });
  return store.table('payment_method').put(method);
}

type BillingDetails = Stripe.PaymentMethod.BillingDetails;

function brandOf(number: string): string {
  if (number.startsWith('4')) return 'visa';
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard';
  if (/^3[47]/.test(number)) return 'amex';
  return number.startsWith('6') ? 'discover' : 'unknown';
}

/**
 * Creates a payment method from a card's data. Only the last four digits and the behavior of its bank are stored.
 *
 * @throws StripeError 402 for a card that is declined immediately
 */
export function methodFromCard(store: Store, card: Reader, billing: Reader | undefined): Stripe.PaymentMethod {
  const number = card.needed('number').replace(/\s/g, '');
  if (!/^\d{12,19}$/.test(number) || !hasCheckDigit(number)) {
    throw cardError('incorrect_number', 'Your card number is incorrect.', 'number');
  }
  const exp_month = card.integer('exp_month') ?? 0;
  const year = card.integer('exp_year') ?? 0;
  const exp_year = year < 100 ? 2000 + year : year;
  const now = new Date(store.now() * 1000);
  if (exp_month < 1 || exp_month > 12) {
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  }
  if (exp_year * 12 + exp_month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1) {
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  }
  const cvc = card.text('cvc');
  if (cvc && !/^\d{3,4}$/.test(cvc)) throw cardError('invalid_cvc', "Your card's security code is invalid.", 'cvc');
  const name = billing?.text('name') ?? null;
  const method = putCard(store, { number, exp_month, exp_year }, { name });
  const refusal = declined[number];
  if (refusal) store.table('card_behaviour').put({ id: method.id, is: 'declines_charges', refusal });
  return method;
}

/** @throws StripeError 402 for a card whose bank doesn't allow it to be saved */
export function assertSetupAllowed(store: Store, method: Stripe.PaymentMethod): void {
  const refusal = store.table('card_behaviour').find(method.id)?.refusal;
  if (!refusal) return;
  const { message, ...codes } = refusal;
  throw new StripeError(402, { type: 'card_error', message, ...codes });
}

/** A payment method by its id, or a new one for the card of a well-known test name. */
export function findMethod(store: Store, id: string, param?: string): Stripe.PaymentMethod {
  const number = named[id];
  if (number === undefined) return store.table('payment_method').get(id, param);
  const year = new Date(store.now() * 1000).getUTCFullYear() + 3;
  return putCard(store, { number, exp_month: 12, exp_year: year }, {});
}

export function behaviorOf(store: Store, method: Stripe.PaymentMethod): CardBehavior {
  return store.table('card_behaviour').find(method.id)?.is ?? (isDebit(method.type) ? 'processes' : 'approves');
}

/** Records that a card was authenticated for later use, so that its bank does not ask again. */
export function rememberAuthentication(store: Store, method: Stripe.PaymentMethod): void {
  if (behaviorOf(store, method) === 'asks_once') {
    store.table('card_behaviour').put({ id: method.id, is: 'approves' });
  }
}

/**
 * The charged payment method: of any type, or a card or bank account of the older Sources API. The provider's order of
 * precedence: https://docs.stripe.com/billing/subscriptions/payment-methods-setting
 */
import type Stripe from 'stripe';

/** Display names of types that don't follow from their id: https://docs.stripe.com/payments/payment-methods/overview */
const typeNames: Readonly<Record<string, string>> = {
  acss_debit: 'Pre-authorized debit',
  au_becs_debit: 'BECS Direct Debit',
  bacs_debit: 'Bacs Direct Debit',
  cashapp: 'Cash App Pay',
  paypal: 'PayPal',
  sepa_debit: 'SEPA Direct Debit',
  us_bank_account: 'US bank account',
};

const brandNames: Readonly<Record<string, string>> = { 'american express': 'amex', 'diners club': 'diners' };

export interface ChargedMethod {
  id: string;
  /** `SEPA Direct Debit ending in 3000`. */
  name: string;
  /** Absent unless it is a card. */
  card?: { brand: string; last4: string };
  /** True for a debit, which the bank collects within days. */
  isDebit?: true;
}

type Chargeable = Stripe.PaymentMethod | Stripe.CustomerSource;
/** Null if there is none; an id if it wasn't expanded. */
type Reference = string | Chargeable | null | undefined;

const wordsOf = (type: string): string => {
  const words = type.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

function nameOf(type: string, last4: string | null | undefined): string {
  const name = typeNames[type] ?? wordsOf(type);
  return last4 ? `${name} ending in ${last4}` : name;
}

function cardMethod(id: string, brand: string, last4: string): ChargedMethod {
  const lowercase = brand.toLowerCase();
  return { id, name: nameOf('card', last4), card: { brand: brandNames[lowercase] ?? lowercase, last4 } };
}

/** The type-specific details of a method or source, if they include the last digits. */
function last4Of(method: object, type: string): string | null {
  const details = (method as Record<string, unknown>)[type];
  return (details as { last4?: string | null } | undefined)?.last4 ?? null;
}

export function methodOf(chargeable: Chargeable): ChargedMethod {
  if (chargeable.object === 'card') return cardMethod(chargeable.id, chargeable.brand, chargeable.last4);
  if (chargeable.object === 'bank_account')
    return { id: chargeable.id, name: nameOf('us_bank_account', chargeable.last4) };
  if (chargeable.object === 'account') return { id: chargeable.id, name: 'Stripe account' };
  const { id, card, type } = chargeable;
  if (card?.brand && card.last4) return cardMethod(id, card.brand, card.last4);
  return { id, name: nameOf(type, last4Of(chargeable, type)) };
}

const firstOf = (...references: readonly Reference[]): Chargeable | undefined =>
  references.flatMap((one) => (typeof one === 'string' ? [] : (one ?? [])))[0];

const DEBITS: ReadonlySet<string> = new Set([
  'acss_debit',
  'au_becs_debit',
  'bacs_debit',
  'bank_account',
  'sepa_debit',
  'us_bank_account',
]);

/** True for a debit, which the bank collects within days, so it can't pay immediately. */
export const isDebit = (method: Chargeable): boolean =>
  DEBITS.has(method.object === 'payment_method' ? method.type : method.object);

const shown = (chargeable: Chargeable | undefined): ChargedMethod | null =>
  chargeable ? { ...methodOf(chargeable), ...(isDebit(chargeable) && { isDebit: true }) } : null;

/** The first reference that is set. @param references expanded */
export const chargedMethodOf = (...references: readonly Reference[]): ChargedMethod | null =>
  shown(firstOf(...references));

/** The subscription's own method. @param subscription with both defaults expanded */
export const ownMethodOf = (
  subscription: Pick<Stripe.Subscription, 'default_payment_method' | 'default_source'>,
): ChargedMethod | null => chargedMethodOf(subscription.default_payment_method, subscription.default_source);

/** The customer of a subscription, if it is expanded and not deleted. */
export const customerIn = ({ customer }: Pick<Stripe.Subscription, 'customer'>): Stripe.Customer | undefined =>
  typeof customer === 'string' || customer.deleted ? undefined : customer;

/** The customer's default at the provider. @param customer with both defaults expanded */
export const defaultOf = (
  customer: Pick<Stripe.Customer, 'invoice_settings' | 'default_source'>,
): Chargeable | undefined => firstOf(customer.invoice_settings.default_payment_method, customer.default_source);

/** The customer's default. @param customer with both defaults expanded */
export const defaultMethodOf = (
  customer: Pick<Stripe.Customer, 'invoice_settings' | 'default_source'>,
): ChargedMethod | null => shown(defaultOf(customer));

export interface CardWithExpiry {
  id: string;
  last4: string;
  exp_month: number;
  exp_year: number;
}

/** The customer's default, if it is a card. @param customer with both defaults expanded */
export function defaultCardWithExpiry(
  customer: Pick<Stripe.Customer, 'invoice_settings' | 'default_source'>,
): CardWithExpiry | null {
  const method = defaultOf(customer);
  const card = method?.object === 'card' ? method : method?.object === 'payment_method' ? method.card : undefined;
  if (!method || !card?.last4) return null;
  return { id: method.id, last4: card.last4, exp_month: card.exp_month, exp_year: card.exp_year };
}

/** Expanded for `defaultMethodOf`. */
export const EXPAND_CUSTOMER = ['invoice_settings.default_payment_method', 'default_source'];
/** Expanded for `ownMethodOf`. */
export const EXPAND_SUBSCRIPTION = ['default_payment_method', 'default_source'];

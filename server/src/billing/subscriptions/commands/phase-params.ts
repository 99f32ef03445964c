/**
 * A schedule's phases as parameters that change nothing. The provider replaces all phases and unsets omitted fields:
 * https://docs.stripe.com/api/subscription_schedules/update#update_subscription_schedule-phases
 */
import type Stripe from 'stripe';
import { idOf } from '../mirror/snapshots.js';

type SchedulePhase = Stripe.SubscriptionSchedule.Phase;
export type PhaseParams = Stripe.SubscriptionScheduleUpdateParams.Phase;
type Item = SchedulePhase['items'][number];
type ItemParams = PhaseParams['items'][number];

/** A field that isn't carried over unchanged. */
const OMITTED = null;

/**
 * How each field of an object is passed. A field that the SDK adds to the object or its parameters doesn't compile
 * until it is handled here.
 */
type Writers<Source, Params> = {
  [Field in keyof Required<Source> | keyof Required<Params>]: Field extends keyof Params
    ? ((source: Source) => Params[Field] | null | undefined) | typeof OMITTED
    : typeof OMITTED;
};

/** The parameters that reproduce the source. Fields without a value are absent. */
function paramsOf<Params extends object, Source>(source: Source, writers: Writers<Source, Params>): Params {
  const entries = Object.entries(writers as Record<string, ((from: Source) => unknown) | null>);
  const values = entries.map(([field, write]) => [field, write?.(source)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== null && value !== undefined)) as Params;
}

interface AnyDiscount {
  coupon: string | { id: string } | null;
  discount: string | { id: string } | null;
  promotion_code: string | { id: string } | null;
}

/** A discount in use is kept, not redeemed again. */
function discountParams({ coupon, discount, promotion_code: code }: AnyDiscount): {
  coupon?: string;
  discount?: string;
  promotion_code?: string;
} {
  const [discountId, codeId, couponId] = [idOf(discount), idOf(code), idOf(coupon)];
  if (discountId !== null) return { discount: discountId };
  if (codeId !== null) return { promotion_code: codeId };
  return couponId === null ? {} : { coupon: couponId };
}

const idsOf = (references: readonly { id: string }[] | null | undefined): string[] | null =>
  references && references.length > 0 ? references.map((one) => idOf(one) ?? '') : null;

const discountsOf = (discounts: readonly AnyDiscount[]) =>
  discounts.length > 0 ? discounts.map(discountParams) : null;

interface AnyAccountRole {
  account?: string | { id: string };
  type: string;
}

const accountRole = ({ type, account }: AnyAccountRole): { type: string; account?: string } => {
  const id = idOf(account);
  return { type, ...(id !== null && { account: id }) };
};

const thresholds: Writers<
  NonNullable<SchedulePhase['billing_thresholds']>,
  Exclude<NonNullable<PhaseParams['billing_thresholds']>, ''>
> = {
  amount_gte: ({ amount_gte: amount }) => amount,
  reset_billing_cycle_anchor: ({ reset_billing_cycle_anchor: resets }) => resets,
};

const taxes: Writers<NonNullable<SchedulePhase['automatic_tax']>, NonNullable<PhaseParams['automatic_tax']>> = {
  // The provider sets the reason. A change can’t.
  disabled_reason: OMITTED,
  enabled: ({ enabled }) => enabled,
  liability: ({ liability }) => liability && accountRole(liability),
};

const invoiceSettings: Writers<
  NonNullable<SchedulePhase['invoice_settings']>,
  NonNullable<PhaseParams['invoice_settings']>
> = {
  account_tax_ids: ({ account_tax_ids: ids }) => ids?.map((one) => idOf(one) ?? ''),
  custom_fields: ({ custom_fields: fields }) => fields?.map(({ name, value }) => ({ name, value })),
  days_until_due: ({ days_until_due: days }) => days,
  description: ({ description }) => description,
  footer: ({ footer }) => footer,
  issuer: ({ issuer }) => issuer && accountRole(issuer),
};

const transfer: Writers<NonNullable<SchedulePhase['transfer_data']>, NonNullable<PhaseParams['transfer_data']>> = {
  amount_percent: ({ amount_percent: percent }) => percent,
  destination: ({ destination }) => idOf(destination) ?? '',
};

type InvoiceItem = SchedulePhase['add_invoice_items'][number];

const invoiceItem: Writers<InvoiceItem, NonNullable<PhaseParams['add_invoice_items']>[number]> = {
  discountable: ({ discountable }) => discountable,
  discounts: ({ discounts }) => discountsOf(discounts),
  metadata: ({ metadata }) => metadata,
  period: ({ period }) => period,
  price: ({ price }) => idOf(price),
  // The provider has turned it into a price.
  price_data: OMITTED,
  quantity: ({ quantity }) => quantity,
  tax_rates: ({ tax_rates: rates }) => idsOf(rates),
};

const itemFields: Writers<Item, ItemParams> = {
  billing_thresholds: ({ billing_thresholds: limits }) =>
    limits && limits.usage_gte !== null ? { usage_gte: limits.usage_gte } : null,
  discounts: ({ discounts }) => discountsOf(discounts),
  metadata: ({ metadata }) => metadata,
  // The same as the price.
  plan: OMITTED,
  price: ({ price }) => idOf(price),
  price_data: OMITTED,
  quantity: ({ quantity }) => quantity,
  tax_rates: ({ tax_rates: rates }) => idsOf(rates),
};

const phaseFields: Writers<SchedulePhase, PhaseParams> = {
  add_invoice_items: ({ add_invoice_items: items }) =>
    items.length > 0 ? items.map((item) => paramsOf(item, invoiceItem)) : null,
  application_fee_percent: ({ application_fee_percent: percent }) => percent,
  automatic_tax: ({ automatic_tax: tax }) => tax && paramsOf(tax, taxes),
  billing_cycle_anchor: ({ billing_cycle_anchor: anchor }) => anchor,
  billing_thresholds: ({ billing_thresholds: limits }) => limits && paramsOf(limits, thresholds),
  collection_method: ({ collection_method: method }) => method,
  currency: ({ currency }) => currency,
  default_payment_method: ({ default_payment_method: card }) => idOf(card),
  default_tax_rates: ({ default_tax_rates: rates }) => idsOf(rates),
  description: ({ description }) => description,
  discounts: ({ discounts }) => discountsOf(discounts),
  // The end is a date in what the provider answers.
  duration: OMITTED,
  end_date: ({ end_date: end }) => end,
  invoice_settings: ({ invoice_settings: settings }) => settings && paramsOf(settings, invoiceSettings),
  items: ({ items }) => items.map((item) => paramsOf(item, itemFields)),
  metadata: ({ metadata }) => metadata,
  on_behalf_of: ({ on_behalf_of: account }) => idOf(account),
  proration_behavior: ({ proration_behavior: behavior }) => behavior,
  start_date: ({ start_date: start }) => start,
  transfer_data: ({ transfer_data: data }) => data && paramsOf(data, transfer),
  // A trial for the whole phase has its end in `trial_end`. The two can't be combined.
  trial: OMITTED,
  trial_end: ({ trial_end: end, start_date: start }) => (end !== null && end > start ? end : null),
};

/**
 * The current phase with its subscription's current values, because others may have changed the subscription itself.
 */
export function withSettingsOf(phase: SchedulePhase, subscription: Stripe.Subscription): SchedulePhase {
  return {
    ...phase,
    application_fee_percent: subscription.application_fee_percent,
    automatic_tax: subscription.automatic_tax,
    billing_thresholds: subscription.billing_thresholds,
    collection_method: subscription.collection_method,
    default_payment_method: subscription.default_payment_method,
    default_tax_rates: subscription.default_tax_rates ?? [],
    description: subscription.description,
    discounts: subscription.discounts.map((discount) => ({ coupon: null, discount, promotion_code: null })),
    on_behalf_of: subscription.on_behalf_of,
    transfer_data: subscription.transfer_data,
  };
}

/** A provider's phase as parameters that reproduce it. */
export const phaseParamOf = (phase: SchedulePhase): PhaseParams => paramsOf(phase, phaseFields);

export const itemParamOf = (item: Item): ItemParams => paramsOf(item, itemFields);

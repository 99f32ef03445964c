/** Settings of a phase other than its dates and items: https://docs.stripe.com/api/subscription_schedules/update */
import type Stripe from 'stripe';
import { discountSpecOf, discountsIn } from './discounts.js';
import { invoiceItemsIn } from './invoice-items.js';
import type { Reader } from './params.js';
import type { Phase } from './schedule-phases.js';
import type { Store } from './store.js';
import { taxRatesIn } from './taxes.js';

type Item = Phase['items'][number];

function roleIn(params: Reader | undefined): { type: string; account?: string } | null {
  if (!params) return null;
  const account = params.text('account');
  return { type: params.needed('type'), ...(account && { account }) };
}

export function automaticTaxIn(params: Reader): NonNullable<Phase['automatic_tax']> {
  const enabled = params.flag('enabled') ?? false;
  const liability = roleIn(params.object('liability'));
  return { disabled_reason: null, enabled, liability: liability ?? (enabled ? { type: 'self' } : null) };
}

function invoiceSettingsIn(params: Reader | undefined): Phase['invoice_settings'] {
  if (!params) return null;
  const taxIds = params.texts('account_tax_ids');
  const fields = params.list('custom_fields');
  return {
    account_tax_ids: taxIds.length > 0 ? taxIds : null,
    custom_fields: fields?.map((one) => ({ name: one.needed('name'), value: one.needed('value') })) ?? null,
    days_until_due: params.integer('days_until_due') ?? null,
    description: params.text('description') ?? null,
    footer: params.text('footer') ?? null,
    issuer: roleIn(params.object('issuer')),
  };
}

const numberIn = (params: Reader, name: string): number | null => {
  const text = params.text(name);
  return text ? Number(text) : null;
};

/** @param param the path of the phase, for messages */
export function settingsIn(phase: Reader, param: string, store: Store) {
  const card = phase.text('default_payment_method') ?? null;
  const limits = phase.object('billing_thresholds');
  const tax = phase.object('automatic_tax');
  const transfer = phase.object('transfer_data');
  return {
    add_invoice_items: invoiceItemsIn(phase, `${param}[add_invoice_items]`, store, (item) => ({
      discounts: discountsIn(item, store) ?? [],
      tax_rates: taxRatesIn(item, 'tax_rates', store) ?? [],
    })),
    application_fee_percent: numberIn(phase, 'application_fee_percent'),
    ...(tax && { automatic_tax: automaticTaxIn(tax) }),
    billing_thresholds: limits
      ? {
          amount_gte: limits.integer('amount_gte') ?? null,
          reset_billing_cycle_anchor: limits.flag('reset_billing_cycle_anchor') ?? null,
        }
      : null,
    collection_method: phase.oneOf('collection_method', ['charge_automatically', 'send_invoice']) ?? null,
    default_payment_method: card && store.table('payment_method').get(card, 'phases[default_payment_method]').id,
    default_tax_rates: taxRatesIn(phase, 'default_tax_rates', store) ?? [],
    description: phase.text('description') ?? null,
    discounts: discountsIn(phase, store) ?? [],
    invoice_settings: invoiceSettingsIn(phase.object('invoice_settings')),
    on_behalf_of: phase.text('on_behalf_of') ?? null,
    transfer_data: transfer
      ? { amount_percent: numberIn(transfer, 'amount_percent'), destination: transfer.needed('destination') }
      : null,
  } satisfies Partial<Phase>;
}

/** Settings of a schedule for phases that have none of their own. Only the card can be set here. */
export function defaultSettingsIn(
  params: Reader,
  before: Stripe.SubscriptionSchedule.DefaultSettings,
  store: Store,
): Stripe.SubscriptionSchedule.DefaultSettings {
  const card = params.object('default_settings')?.text('default_payment_method');
  if (!card) return before;
  const { id } = store.table('payment_method').get(card, 'default_settings[default_payment_method]');
  return { ...before, default_payment_method: id };
}

/** Settings of an item of a phase other than its price and quantity. */
export function itemSettingsIn(
  item: Reader,
  store: Store,
): Pick<Item, 'billing_thresholds' | 'discounts' | 'tax_rates'> {
  const usage = item.object('billing_thresholds')?.integer('usage_gte');
  return {
    billing_thresholds: typeof usage === 'number' ? { usage_gte: usage } : null,
    discounts: discountsIn(item, store) ?? [],
    tax_rates: taxRatesIn(item, 'tax_rates', store) ?? [],
  };
}

/**
 * The subscription's settings while the phase is the current one, except discounts. Settings that the phase doesn't
 * have are unset.
 */
export function settingsOfSubscription(
  phase: Phase,
  defaults: Stripe.SubscriptionSchedule.DefaultSettings,
): Partial<Stripe.Subscription> {
  const { days_until_due, issuer, ...settings } = phase.invoice_settings ?? defaults.invoice_settings;
  return {
    application_fee_percent: phase.application_fee_percent,
    ...(phase.automatic_tax && { automatic_tax: phase.automatic_tax }),
    billing_thresholds: phase.billing_thresholds,
    collection_method: phase.collection_method ?? defaults.collection_method ?? 'charge_automatically',
    days_until_due,
    invoice_settings: { ...settings, issuer: issuer ?? { type: 'self' } },
    default_payment_method: phase.default_payment_method ?? defaults.default_payment_method,
    default_tax_rates: phase.default_tax_rates ?? [],
    description: phase.description ?? defaults.description,
    on_behalf_of: phase.on_behalf_of,
    transfer_data: phase.transfer_data,
  };
}

/** The invoice settings of a subscription in the form of a phase; null if none is set. */
function invoiceSettingsOf({
  days_until_due,
  invoice_settings: settings,
}: Stripe.Subscription): Phase['invoice_settings'] {
  const { account_tax_ids, custom_fields, description, footer, issuer } = settings;
  const isSet = [days_until_due, account_tax_ids, custom_fields, description, footer].some((value) => value !== null);
  return isSet || issuer.type !== 'self' ? { ...settings, days_until_due } : null;
}

/** The settings of a subscription in the form of a phase. */
export function settingsOfPhase(subscription: Stripe.Subscription) {
  const { discounts } = subscription;
  return {
    application_fee_percent: subscription.application_fee_percent,
    automatic_tax: subscription.automatic_tax,
    billing_thresholds: subscription.billing_thresholds,
    collection_method: subscription.collection_method,
    default_payment_method: subscription.default_payment_method,
    default_tax_rates: subscription.default_tax_rates ?? [],
    description: subscription.description,
    discounts: discounts.map(discountSpecOf),
    invoice_settings: invoiceSettingsOf(subscription),
    on_behalf_of: subscription.on_behalf_of,
    transfer_data: subscription.transfer_data,
  } satisfies Partial<Phase>;
}

/**
 * Settings that a schedule's phases make for their invoices: payment, taxes, and the items' discounts and taxes. A
 * setting missing in a phase is unset during it. Times are epoch seconds.
 */
import type Stripe from 'stripe';
import { type ChargedMethod, chargedMethodOf } from '../../payments/charged-method.js';
import { idOf } from '../mirror/snapshots.js';
import { isActiveThen, paramOf, type PreviewDiscount } from './discounts-at.js';
import type { FullPeriod, PreviewInvoiceItem } from './provider-previews.js';

type Schedule = Stripe.SubscriptionSchedule;
type Phase = Schedule['phases'][number];
type PhaseItem = Phase['items'][number];
type ItemDiscount = PhaseItem['discounts'][number];

/** Expanded for `payerAt`. */
export const EXPAND_PAYER = ['phases.default_payment_method', 'default_settings.default_payment_method'];

/** The later phase started by then. Undefined while the current one lasts. */
export function upcomingPhaseAt(schedule: Schedule | undefined, date: number): Phase | undefined {
  const from = schedule?.current_phase?.end_date ?? 0;
  return schedule?.phases.findLast(({ start_date: start }) => start >= from && start <= date);
}

/** A phase's payment: by invoice or by a method. */
export function payerAt(
  { default_settings: defaults }: Schedule,
  phase: Phase,
  ofCustomer: ChargedMethod | null,
): { method: ChargedMethod | null; isSent: boolean } {
  if ((phase.collection_method ?? defaults.collection_method) === 'send_invoice') return { method: null, isSent: true };
  const own = chargedMethodOf(phase.default_payment_method, defaults.default_payment_method);
  return { method: own ?? ofCustomer, isSent: false };
}

/** The coupons of phases' items by id, because they can't be expanded that deep. @throws SDK errors */
export async function readItemCoupons(
  stripe: Stripe,
  schedule: Schedule | undefined,
): Promise<ReadonlyMap<string, Stripe.Coupon>> {
  const discounts = (schedule?.phases ?? []).flatMap(({ items }) => items.flatMap((item) => item.discounts));
  const ids = new Set(discounts.flatMap(({ coupon }) => idOf(coupon) ?? []));
  return new Map(await Promise.all([...ids].map(async (id) => [id, await stripe.coupons.retrieve(id)] as const)));
}

export interface PhaseMoment {
  phase: Phase;
  date: number;
  /** When the phase is first charged. Coupons for one invoice apply then. */
  firstCharge: number;
  /** The result of `readItemCoupons`. */
  coupons: ReadonlyMap<string, Stripe.Coupon>;
  /** Discounts that the items have now. A phase may keep them. */
  known: readonly (string | Stripe.Discount)[];
}

function isActiveAt(one: ItemDiscount, { phase, date, firstCharge, coupons, known }: PhaseMoment): boolean {
  const coupon = coupons.get(idOf(one.coupon) ?? '') ?? one.coupon;
  return isActiveThen({ ...one, coupon }, known, phase.start_date, date, firstCharge);
}

/** Settings of a phase for the preview of a full period. */
export function settingsAt(moment: PhaseMoment): Pick<FullPeriod, 'settings'> {
  const { phase } = moment;
  const discountsOf = ({ discounts }: PhaseItem): PreviewDiscount[] =>
    discounts.filter((one) => isActiveAt(one, moment)).map(paramOf);
  return {
    settings: {
      taxRates: (phase.default_tax_rates ?? []).map((rate) => idOf(rate) ?? ''),
      isTaxAutomatic: phase.automatic_tax?.enabled,
      items: new Map(
        phase.items.map((item) => [
          idOf(item.price) ?? '',
          { discounts: discountsOf(item), taxRates: (item.tax_rates ?? []).map((rate) => idOf(rate) ?? '') },
        ]),
      ),
    },
  };
}

/** A phase's one-time items, on its first invoice. */
export function oneTimeItemsOf({ add_invoice_items: items }: Phase): PreviewInvoiceItem[] {
  return items.map(({ price, quantity, discountable, discounts, tax_rates: rates }) => ({
    price: idOf(price) ?? '',
    quantity: quantity ?? 1,
    ...(discountable !== null && { discountable }),
    ...(discounts.length > 0 && { discounts: discounts.map(paramOf) }),
    ...(rates && rates.length > 0 && { tax_rates: rates.map((rate) => idOf(rate) ?? '') }),
  }));
}

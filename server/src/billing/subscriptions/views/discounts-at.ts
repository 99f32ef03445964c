/**
 * The discounts of a subscription's later invoices: coupons for one invoice are used up by then, and those for some
 * months end. Pure functions; times are epoch seconds.
 */
import type Stripe from 'stripe';
import { idOf } from '../mirror/snapshots.js';
import { periodEnd } from './billing-periods.js';

export type PreviewDiscount = Stripe.InvoiceCreatePreviewParams.Discount;

type PhaseDiscount = Stripe.SubscriptionSchedule.Phase['discounts'][number];

interface DiscountedPhase {
  start: number;
  discounts: readonly PhaseDiscount[];
}

export interface DiscountSources {
  /** Expanded, with their coupons. */
  discounts: readonly (string | Stripe.Discount)[];
  /** The customer's discount with its coupon expanded. It applies while the subscription has no discount of its own. */
  ofCustomer: Stripe.Discount | null;
  /** Phases that haven't started, in order. A phase replaces the discounts. */
  phases: readonly DiscountedPhase[];
}

/** @param schedule with the coupons of its phases expanded */
export function discountSourcesOf(
  subscription: Pick<Stripe.Subscription, 'discounts'> | undefined,
  customer: Stripe.Customer | undefined,
  schedule: Stripe.SubscriptionSchedule | undefined,
): DiscountSources {
  const from = schedule?.current_phase?.end_date ?? 0;
  const isOpen = schedule?.status === 'active' || schedule?.status === 'not_started';
  return {
    discounts: subscription?.discounts ?? [],
    ofCustomer: customer?.discount ?? null,
    phases: (isOpen ? schedule.phases : [])
      .filter(({ start_date: start }) => start >= from)
      .map(({ start_date: start, discounts }) => ({ start, discounts })),
  };
}

const couponOf = ({ source }: Stripe.Discount): Stripe.Coupon | undefined =>
  source.coupon !== null && typeof source.coupon === 'object' ? source.coupon : undefined;

/** True for an unused discount for one invoice. @param discount with its coupon expanded */
export const isForOneInvoice = (discount: Stripe.Discount): boolean =>
  couponOf(discount)?.duration === 'once' && discount.end === null;

function isActive(discount: string | Stripe.Discount, date: number): boolean {
  if (typeof discount === 'string') return true;
  if (couponOf(discount)?.duration === 'once') return false;
  return discount.end === null || discount.end > date;
}

/**
 * True if a discount redeemed at a phase's start still applies. @param firstCharge of the phase, at its start or after
 * a trial
 */
function isActiveInPhase(
  { coupon }: Pick<PhaseDiscount, 'coupon'>,
  start: number,
  date: number,
  firstCharge: number,
): boolean {
  if (coupon === null || typeof coupon === 'string') return true;
  if (coupon.duration === 'once') return date === firstCharge;
  if (coupon.duration === 'forever') return true;
  return periodEnd(start, { interval: 'month', count: coupon.duration_in_months ?? 0 }, start) > date;
}

/**
 * True if a phase's discount still applies. A phase may keep an existing one, whose end doesn't change.
 *
 * @param known discounts that exist, expanded
 */
export function isActiveThen(
  one: Pick<PhaseDiscount, 'coupon' | 'discount'>,
  known: readonly (string | Stripe.Discount)[],
  start: number,
  date: number,
  firstCharge: number,
): boolean {
  const id = idOf(one.discount);
  const current = id === null ? undefined : known.find((discount) => idOf(discount) === id);
  return current === undefined ? isActiveInPhase(one, start, date, firstCharge) : isActive(current, date);
}

export const paramOf = ({ discount, coupon, promotion_code: code }: PhaseDiscount): PreviewDiscount => ({
  ...(idOf(discount) !== null && { discount: idOf(discount) ?? '' }),
  ...(idOf(coupon) !== null && { coupon: idOf(coupon) ?? '' }),
  ...(idOf(code) !== null && { promotion_code: idOf(code) ?? '' }),
});

type Discounts = PreviewDiscount[] | '';

/** An item's discounts at a date, as preview parameters. Undefined without discounts. */
export function itemDiscountsAt(discounts: readonly (string | Stripe.Discount)[], date: number): Discounts | undefined {
  if (discounts.length === 0) return undefined;
  const active = discounts.filter((one) => isActive(one, date)).map((one) => ({ discount: idOf(one) ?? '' }));
  return active.length > 0 ? active : '';
}

/**
 * The discounts of items with their coupons, which can't be expanded that deep. * @param items with their discounts
 * expanded @throws SDK errors
 */
export async function withCoupons<Item extends Pick<Stripe.SubscriptionItem, 'discounts'>>(
  stripe: Stripe,
  items: readonly Item[],
): Promise<Item[]> {
  const all = items.flatMap(({ discounts }) => discounts).filter((one) => typeof one !== 'string');
  const ids = new Set(all.flatMap(({ source }) => (typeof source.coupon === 'string' ? [source.coupon] : [])));
  const coupons = new Map(
    await Promise.all([...ids].map(async (id) => [id, await stripe.coupons.retrieve(id)] as const)),
  );
  const whole = (one: string | Stripe.Discount): string | Stripe.Discount =>
    typeof one === 'string'
      ? one
      : { ...one, source: { ...one.source, coupon: coupons.get(idOf(one.source.coupon) ?? '') ?? one.source.coupon } };
  return items.map((item) => ({ ...item, discounts: item.discounts.map(whole) }));
}

/**
 * An invoice's discounts at a date, as preview parameters. `''` for none, so that none is inherited.
 *
 * @param firstCharge of that date's phase, if later than the phase's start
 * @param isOnceLeft true if no earlier invoice has used the customer's discount for one invoice
 */
export function discountsAt(
  { discounts, ofCustomer, phases }: DiscountSources,
  date: number,
  { firstCharge, isOnceLeft = false }: { firstCharge?: number; isOnceLeft?: boolean } = {},
): Discounts {
  const phase = phases.findLast(({ start }) => start <= date);
  const own = phase
    ? phase.discounts
        .filter((one) => isActiveThen(one, discounts, phase.start, date, firstCharge ?? phase.start))
        .map(paramOf)
    : discounts.filter((one) => isActive(one, date)).map((one) => ({ discount: idOf(one) ?? '' }));
  if (own.length > 0) return own;
  const counts = ofCustomer && (isActive(ofCustomer, date) || (isOnceLeft && isForOneInvoice(ofCustomer)));
  return counts ? [{ discount: ofCustomer.id }] : '';
}

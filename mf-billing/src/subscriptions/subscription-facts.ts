/** Texts below the name on a subscription's card. Pure. */
import { periodText, type Subscription, type SubscriptionPrice } from 'shared-api/contracts';
import { messages as chargeMessages } from '../charges/messages';
import { amountText, cardText, dayText } from '../figures';
import { messages } from './messages';
import type { SubscriptionWithSchedules } from './subscription-rules';

const text = messages.current;

/** The payment method, and whether it is the subscription's own. Empty without one. */
function payerText({ is_sent: isSent, payment_method: card, other_method: other }: Subscription): string {
  if (isSent === true) return chargeMessages.sent;
  if (!card) return other ? text.chargedToMethod(other.name, other.is_own) : '';
  if (card.is_own === undefined) return text.chargedTo(cardText(card));
  return card.is_own ? text.chargedToOwn(cardText(card)) : text.chargedToDefault(cardText(card));
}

export const intervalText = ({ plan_interval: interval, every }: Subscription): string =>
  every ? text.every(periodText(interval, every)) : text.intervals[interval];

export const isByUsage = ({ items }: Pick<Subscription, 'items'>): boolean =>
  items.some(({ by_usage: usage }) => usage === true);

/** True if a discount or a tax alters the list price. */
export const isAlteredPrice = (price: SubscriptionPrice | undefined): price is SubscriptionPrice =>
  price !== undefined && (price.discount !== 0 || price.tax !== 0);

/** The price after discounts and taxes, and the price once a coupon has ended. */
function priceFacts(
  { amount, currency, date, list, discount, tax, changes }: SubscriptionPrice,
  listed: number,
  byUsage: boolean,
  day: (seconds: number) => string,
): string[] {
  const what = discount === 0 ? text.withTax : tax === 0 ? text.afterDiscount : text.afterBoth;
  const now = what(amountText(amount, currency, byUsage));
  return [
    // The items charged then differ from today's.
    list === listed ? now : text.priceFrom(now, day(date)),
    ...(changes ? [text.priceFrom(amountText(changes.amount, currency, byUsage), day(changes.date))] : []),
  ];
}

/** The person who sees the card, and their time zone. */
export interface Viewer {
  amountsHidden: boolean;
  timeZone: string;
  isSuperAdmin: boolean;
}

/** Facts of a collapsed subscription next to its status: what changes, and when. */
export function foldedFacts({ subscription, scheduled }: SubscriptionWithSchedules, timeZone: string): string[] {
  const { status, canceled_at, ends_at: endsAt, trial_end, items } = subscription;
  const day = (seconds: number): string => dayText(seconds, timeZone);
  const ending = items.flatMap(({ plan_name: name, stop_date: stop }) =>
    stop === null ? [] : [text.itemEnds(name, day(stop))],
  );
  return [
    status === 'trialing' && trial_end !== null ? text.trialUntil(day(trial_end)) : '',
    endsAt !== undefined ? text.endsOn(day(endsAt)) : canceled_at === null ? '' : text.canceledOn(day(canceled_at)),
    subscription.is_paused === true ? text.paused : '',
    ...(ending.length > 0 || scheduled.length === 0 ? ending : [text.scheduled]),
  ].filter((fact) => fact !== '');
}

/** The facts in the card's order. Customer and payment method are left out for people who can't see amounts. */
export function subscriptionFacts(
  subscription: Subscription,
  price: SubscriptionPrice | undefined,
  { amountsHidden, timeZone, isSuperAdmin }: Viewer,
): string[] {
  const { status, plan_name, amount, canceled_at, ends_at: endsAt, trial_end, customer_name } = subscription;
  const provider = subscription.provided_by ?? null;
  const day = (seconds: number): string => dayText(seconds, timeZone);
  return [
    provider === null ? '' : text.providedBy(provider.name),
    customer_name === null || amountsHidden ? '' : text.customer(customer_name),
    amountsHidden ? '' : payerText(subscription),
    endsAt !== undefined ? text.endsOn(day(endsAt)) : canceled_at === null ? '' : text.canceledOn(day(canceled_at)),
    status === 'trialing' && trial_end !== null ? text.trialUntil(day(trial_end)) : '',
    ...(isAlteredPrice(price) && !amountsHidden ? priceFacts(price, amount, isByUsage(subscription), day) : []),
    subscription.is_paused === true ? text.pausedHelp : '',
    subscription.is_collecting === true ? text.collectingHelp : '',
    subscription.is_paid_twice === true ? text.paidTwiceHelp(plan_name, isSuperAdmin) : '',
  ].filter((fact) => fact !== '');
}

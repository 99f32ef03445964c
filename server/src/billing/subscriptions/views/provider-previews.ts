/** Requests the provider's previews of the cost of a change or a renewal. Changes nothing. */
import type Stripe from 'stripe';
import type { PlanInterval } from 'shared-api/contracts';
import { type Phase, WITH_SUBSCRIPTION, phaseParams } from '../commands/schedule-phases.js';
import type { MirroredSubscription } from '../mirror/read-mirror.js';
import type { PreviewDiscount } from './discounts-at.js';
import { minimumCharge } from './minimum-charge.js';

const PAGE = 100;
const MAX_LINES = 1_000;

type PreviewItem = Stripe.InvoiceCreatePreviewParams.SubscriptionDetails.Item;

export interface InvoiceLine {
  description: string;
  amount: number;
}

const sumOf = (list: readonly { amount: number }[] | null): number =>
  (list ?? []).reduce((sum, { amount }) => sum + amount, 0);

const present = (lines: readonly InvoiceLine[]): InvoiceLine[] => lines.filter(({ amount }) => amount !== 0);

/**
 * An invoice with all of its lines. The provider includes only the first ones. Previews, too, list their lines under
 * their id (https://docs.stripe.com/api/invoices/create_preview). * @throws SDK errors
 */
export async function withAllLines(
  stripe: Stripe,
  invoice: Stripe.Invoice,
  expand?: string[],
): Promise<Stripe.Invoice> {
  if (!invoice.lines.has_more) return invoice;
  const listed = stripe.invoices.listLineItems(invoice.id, { limit: PAGE, ...(expand && { expand }) });
  const data = await listed.autoPagingToArray({ limit: MAX_LINES });
  return { ...invoice, lines: { ...invoice.lines, data, has_more: false } };
}

/** An invoice's lines with its discounts and taxes. They add up to its total. */
export function linesOf(invoice: Stripe.Invoice): InvoiceLine[] {
  const items = invoice.lines.data.map(({ description, amount }) => ({ description: description ?? '', amount }));
  const discounts = { description: 'Discount', amount: -sumOf(invoice.total_discount_amounts) };
  const added = invoice.total_taxes?.filter(({ tax_behavior: behavior }) => behavior === 'exclusive') ?? [];
  const taxes = { description: 'Tax', amount: sumOf(added) };
  // Amounts without a line, e.g. shipping.
  const others = invoice.total - sumOf(items) - discounts.amount - taxes.amount;
  return [...items, ...present([{ description: 'Other items', amount: others }, discounts, taxes])];
}

/**
 * The line for the account's balance, without which the lines add up to the total instead of the amount due.
 *
 * @param balance the customer's, before and after the invoice. Credit is negative
 */
export function balanceLine(total: number, due: number, balance: { before: number; after: number }): InvoiceLine[] {
  const applied = due - total;
  const isCarried = total > 0 && balance.after > Math.max(0, balance.before);
  const description = isCarried
    ? 'Carried to the next invoice'
    : applied < 0
      ? 'Account credit'
      : total < 0
        ? 'Added to the account balance'
        : 'Balance from before';
  return present([{ description, amount: applied }]);
}

/** The lines of an invoice charged now. They add up to the amount due. */
export const chargedLines = (invoice: Stripe.Invoice): InvoiceLine[] => [
  ...linesOf(invoice),
  ...balanceLine(invoice.total, invoice.amount_due, {
    before: invoice.starting_balance,
    after: invoice.ending_balance ?? invoice.starting_balance,
  }),
];

interface CurrentItem {
  id: string;
  price: string;
  /** Discounts that apply in the previewed period. Undefined for an item without any. */
  discounts?: PreviewDiscount[] | '' | undefined;
}

/** Ids of the pending invoice items on a preview, of the customer or the subscription. */
export const pendingItemsOf = ({ lines }: Stripe.Invoice): string[] =>
  lines.data.flatMap(({ parent }) => parent?.invoice_item_details?.invoice_item ?? []);

/** Ids of the discounts on a preview. */
export const discountsOf = ({ total_discount_amounts: amounts }: Stripe.Invoice): string[] =>
  (amounts ?? []).map(({ discount }) => (typeof discount === 'string' ? discount : discount.id));

/** The period that a preview charges. Its first line may be an item for another time. */
export function periodIn({ created, lines }: Stripe.Invoice): { start: number; end: number } {
  const line = lines.data.find(
    ({ parent }) => parent?.subscription_item_details && !parent.subscription_item_details.proration,
  );
  return line?.period ?? { start: created, end: created };
}

/** The invoice item of a proration pending for the subscription's next invoice. */
const prorationItemOf = ({ parent }: Stripe.InvoiceLineItem): string | null =>
  parent?.subscription_item_details?.invoice_item ?? null;

/** A line's contribution to the total. */
function shareOf({ amount, discount_amounts: discounts, taxes }: Stripe.InvoiceLineItem): number {
  const added = (taxes ?? []).filter(({ tax_behavior: behavior }) => behavior === 'exclusive');
  return amount - sumOf(discounts) + sumOf(added);
}

/**
 * The total of the next invoice without prorations on an earlier invoice. Those don't have the invoice's discounts.
 *
 * @param until when the next phase or period starts, which may prorate again. The earlier invoice charges prorations
 * before that, by default only pending ones
 */
export function totalWithoutProrations(next: Stripe.Invoice, before: Stripe.Invoice, until = 0): number {
  const invoicedItems = new Set(before.lines.data.map(prorationItemOf).filter((item) => item !== null));
  const isTaken = (line: Stripe.InvoiceLineItem): boolean =>
    invoicedItems.has(prorationItemOf(line) ?? '') ||
    (line.parent?.subscription_item_details?.proration === true && line.period.start < until);
  return next.lines.data.filter(isTaken).reduce((total, line) => total - shareOf(line), next.total);
}

export type PreviewInvoiceItem = Stripe.InvoiceCreatePreviewParams.InvoiceItem;

const isDiscount = (id: string): boolean => id.startsWith('di_');

/**
 * Omits items on an earlier invoice from a preview, and adds items.
 *
 * @param taken items, and the customer's discount for one invoice, which applies only without another discount
 */
export function leavingOut(
  taken: readonly string[],
  added: readonly PreviewInvoiceItem[] = [],
): Pick<Stripe.InvoiceCreatePreviewParams, 'invoice_items' | 'discounts'> {
  const items = taken.filter((id) => !isDiscount(id)).map((id) => ({ invoiceitem: id, amount: 0 }));
  const changed = [...items, ...added];
  return { ...(changed.length > 0 && { invoice_items: changed }), ...(taken.some(isDiscount) && { discounts: '' }) };
}

/** A preview without the lines of omitted items. */
function withoutItems(invoice: Stripe.Invoice, items: readonly string[]): Stripe.Invoice {
  const data = invoice.lines.data.filter(
    ({ parent }) => !items.includes(parent?.invoice_item_details?.invoice_item ?? ''),
  );
  return { ...invoice, lines: { ...invoice.lines, data } };
}

/** The next invoice with all of its lines. @param taken what an earlier invoice includes, as for `leavingOut` */
export async function previewUnchanged(
  stripe: Stripe,
  of: { subscription: string } | { schedule: string },
  taken: readonly string[] = [],
): Promise<Stripe.Invoice> {
  const invoice = await stripe.invoices.createPreview({ ...of, ...leavingOut(taken) });
  return withoutItems(await withAllLines(stripe, invoice), taken);
}

/** The inputs of a full period. */
export interface FullPeriod {
  customerId: string;
  /** The subscription whose discounts, taxes and settings apply. Undefined for one that hasn't started. */
  subscription: { id: string; items: readonly CurrentItem[] } | undefined;
  /** Without a quantity if usage determines it. */
  items: readonly { price: string; quantity?: number | undefined }[];
  /** Undefined: those that the provider would apply. */
  discounts: PreviewDiscount[] | '' | undefined;
  /** Settings of a schedule's phase. Undefined: the subscription's own. */
  settings?: PeriodSettings | undefined;
  /** True for the first charge, which coupons for one invoice still reduce. */
  isFirst?: boolean | undefined;
  /** A phase's one-time items. The preview is then that of a start, with pending items. */
  once?: readonly PreviewInvoiceItem[] | undefined;
  /** Pending items on an earlier invoice. */
  taken?: readonly string[] | undefined;
  expand?: string[];
}

export interface PeriodSettings {
  taxRates: readonly string[];
  /** Undefined if the phase doesn't set it. */
  isTaxAutomatic: boolean | undefined;
  /** Discounts of items, by price. */
  items: ReadonlyMap<string, { discounts: PreviewDiscount[]; taxRates: readonly string[] }>;
}

const OF_LINES = 'lines.data.';

/** Ids as a parameter. An empty string removes the existing ones. */
const orNone = <Value>(list: readonly Value[]): Value[] | '' => (list.length > 0 ? [...list] : '');

function itemsInPlaceOf(
  current: readonly CurrentItem[],
  { items, settings }: Pick<FullPeriod, 'items' | 'settings'>,
): PreviewItem[] {
  const previewItems = items.map(({ price: priceId, quantity }): PreviewItem => {
    const own = current.find(({ price }) => price === priceId);
    const ofPhase = settings?.items.get(priceId);
    return {
      ...(own && { id: own.id }),
      price: priceId,
      ...(quantity !== undefined && { quantity }),
      ...(own?.discounts !== undefined && { discounts: own.discounts }),
      ...(ofPhase && { discounts: orNone(ofPhase.discounts), tax_rates: orNone(ofPhase.taxRates) }),
    };
  });
  const removed = current.filter(({ price }) => items.every((item) => item.price !== price));
  return [...previewItems, ...removed.map(({ id }): PreviewItem => ({ id, deleted: true }))];
}

/** A full period of items, without prorations, credit or trial. */
export async function previewFullPeriod(
  stripe: Stripe,
  { customerId, subscription, items, discounts, settings, isFirst = false, once = [], taken = [], expand }: FullPeriod,
): Promise<Stripe.Invoice> {
  const invoice = await stripe.invoices.createPreview({
    customer: customerId,
    ...(!isFirst && { preview_mode: 'recurring' }),
    ...leavingOut(taken, once),
    ...(expand && { expand }),
    ...(discounts !== undefined && { discounts }),
    ...(settings?.isTaxAutomatic !== undefined && { automatic_tax: { enabled: settings.isTaxAutomatic } }),
    ...(subscription && { subscription: subscription.id }),
    subscription_details: {
      items: itemsInPlaceOf(subscription?.items ?? [], { items, settings }),
      ...(settings && { default_tax_rates: orNone(settings.taxRates) }),
      ...(subscription && { proration_behavior: 'none' }),
    },
  });
  // Only the lines' own fields are expanded.
  const ofLines = expand?.flatMap((field) =>
    field.startsWith(OF_LINES) ? [`data.${field.slice(OF_LINES.length)}`] : [],
  );
  return withoutItems(await withAllLines(stripe, invoice, ofLines), taken);
}

/** The effect of a change on the next invoice. */
export interface ChangeOfNext {
  items: readonly PreviewItem[];
  phases: readonly Phase[];
  /**
   * True if an earlier invoice charges the change. A phase that starts within the period credits the rest of it, like
   * everything billed. The preview contains that credit only together with the charge.
   */
  isCharged?: boolean;
}

/**
 * A subscription's next invoice after a change of its items or schedule.
 *
 * @param taken pending items on an earlier invoice
 */
export async function previewNextInvoice(
  stripe: Stripe,
  { view, schedule }: Pick<MirroredSubscription, 'view' | 'schedule'>,
  { items, phases, isCharged = false }: ChangeOfNext,
  taken: readonly string[] = [],
): Promise<Stripe.Invoice> {
  if (schedule) {
    const current = await stripe.subscriptionSchedules.retrieve(schedule.id, WITH_SUBSCRIPTION);
    return stripe.invoices.createPreview({
      customer: view.customer_id,
      ...leavingOut(taken),
      schedule: schedule.id,
      schedule_details: {
        phases: phaseParams(phases, current),
        proration_behavior: isCharged ? 'create_prorations' : 'none',
      },
    });
  }
  return stripe.invoices.createPreview({
    customer: view.customer_id,
    ...leavingOut(taken),
    subscription: view.id,
    subscription_details: { items: [...items], proration_behavior: 'none' },
  });
}

/** The amount that an invoice charges with this customer balance, and the remaining balance. Credit is negative. */
export function dueWith(total: number, balance: number, currency: string): { due: number; balance: number } {
  const sum = total + balance;
  const due = sum > 0 && sum >= minimumCharge(currency) ? sum : 0;
  return { due, balance: sum - due };
}

/** The credit that a change adds to the customer's balance, in cents. */
export function creditOf({ starting_balance: before, ending_balance: after }: Stripe.Invoice): number {
  return Math.max(0, before - (after ?? before));
}

export const intervalOf = (interval: string | undefined): PlanInterval => (interval === 'year' ? 'year' : 'month');

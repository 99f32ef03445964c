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
 * An invoice with all of its lines. The provider lists only the first ones with it: of a preview as well, whose lines are
 * listed under its id (https://docs.stripe.com/api/invoices/create_preview).
 *
 * @throws errors of the SDK
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

/** The lines of an invoice with its discounts and taxes. They add up to its total. */
export function linesOf(invoice: Stripe.Invoice): InvoiceLine[] {
  const items = invoice.lines.data.map(({ description, amount }) => ({ description: description ?? '', amount }));
  const discounts = { description: 'Discount', amount: -sumOf(invoice.total_discount_amounts) };
  const added = invoice.total_taxes?.filter(({ tax_behavior: behavior }) => behavior === 'exclusive') ?? [];
  const taxes = { description: 'Tax', amount: sumOf(added) };
  // What no line says, e.g. shipping.
  const others = invoice.total - sumOf(items) - discounts.amount - taxes.amount;
  return [...items, ...present([{ description: 'Other items', amount: others }, discounts, taxes])];
}

/**
 * The line of the account's balance, without which lines add up to the total and not to what is due.
 *
 * @param balance the customer's, before and after the invoice. Credit is negative.
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

/** The lines of an invoice that is charged now. They add up to what is due. */
export const linesDue = (invoice: Stripe.Invoice): InvoiceLine[] => [
  ...linesOf(invoice),
  ...balanceLine(invoice.total, invoice.amount_due, {
    before: invoice.starting_balance,
    after: invoice.ending_balance ?? invoice.starting_balance,
  }),
];

interface CurrentItem {
  id: string;
  price: string;
  /** Those that count in the previewed period. Undefined for an item without any. */
  discounts?: PreviewDiscount[] | '' | undefined;
}

/** Ids of the invoice items on a preview that wait for the customer's next invoice, or for that of the subscription. */
export const pendingItemsOf = ({ lines }: Stripe.Invoice): string[] =>
  lines.data.flatMap(({ parent }) => parent?.invoice_item_details?.invoice_item ?? []);

/** Ids of the discounts on a preview. */
export const discountsOf = ({ total_discount_amounts: amounts }: Stripe.Invoice): string[] =>
  (amounts ?? []).map(({ discount }) => (typeof discount === 'string' ? discount : discount.id));

/** The period that a preview charges. Its first line may be an item of another time. */
export function periodIn({ created, lines }: Stripe.Invoice): { start: number; end: number } {
  const line = lines.data.find(
    ({ parent }) => parent?.subscription_item_details && !parent.subscription_item_details.proration,
  );
  return line?.period ?? { start: created, end: created };
}

/** The invoice item of a proration that waits for the subscription's next invoice. */
const prorationItemOf = ({ parent }: Stripe.InvoiceLineItem): string | null =>
  parent?.subscription_item_details?.invoice_item ?? null;

/** What a line adds to the total. */
function shareOf({ amount, discount_amounts: discounts, taxes }: Stripe.InvoiceLineItem): number {
  const added = (taxes ?? []).filter(({ tax_behavior: behavior }) => behavior === 'exclusive');
  return amount - sumOf(discounts) + sumOf(added);
}

/**
 * The total of the next invoice without prorations that an invoice takes before. Those have no discounts of the invoice.
 *
 * @param until when the next phase or period begins, which may prorate again. What prorates before is charged by the earlier invoice.
 *   By default, only what has waited for that invoice is.
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
 * Leaves out of a preview what an earlier invoice takes, and adds items.
 *
 * @param taken items, and the customer's discount for one invoice. It counts only where there is no other discount.
 */
export function leavingOut(
  taken: readonly string[],
  added: readonly PreviewInvoiceItem[] = [],
): Pick<Stripe.InvoiceCreatePreviewParams, 'invoice_items' | 'discounts'> {
  const items = taken.filter((id) => !isDiscount(id)).map((id) => ({ invoiceitem: id, amount: 0 }));
  const changed = [...items, ...added];
  return { ...(changed.length > 0 && { invoice_items: changed }), ...(taken.some(isDiscount) && { discounts: '' }) };
}

/** A preview without the lines of items that were left out of it. */
function withoutItems(invoice: Stripe.Invoice, items: readonly string[]): Stripe.Invoice {
  const data = invoice.lines.data.filter(
    ({ parent }) => !items.includes(parent?.invoice_item_details?.invoice_item ?? ''),
  );
  return { ...invoice, lines: { ...invoice.lines, data } };
}

/** The next invoice with all of its lines. @param taken what an earlier invoice takes, as for `leavingOut` */
export async function previewUnchanged(
  stripe: Stripe,
  of: { subscription: string } | { schedule: string },
  taken: readonly string[] = [],
): Promise<Stripe.Invoice> {
  const invoice = await stripe.invoices.createPreview({ ...of, ...leavingOut(taken) });
  return withoutItems(await withAllLines(stripe, invoice), taken);
}

/** What a full period is made of. */
export interface FullPeriod {
  customerId: string;
  /** The subscription whose discounts, taxes and settings count. Undefined for one that has not started. */
  subscription: { id: string; items: readonly CurrentItem[] } | undefined;
  /** Without a quantity where the usage decides it. */
  items: readonly { price: string; quantity?: number | undefined }[];
  /** Undefined: those that the provider would apply. */
  discounts: PreviewDiscount[] | '' | undefined;
  /** What a phase of a schedule sets for it. Undefined: what the subscription has. */
  settings?: PeriodSettings | undefined;
  /** True for the first charge, which coupons for one invoice still reduce. */
  isFirst?: boolean | undefined;
  /** What a phase charges once. The preview is then that of a start, with pending items. */
  once?: readonly PreviewInvoiceItem[] | undefined;
  /** Pending items that an earlier invoice takes. */
  taken?: readonly string[] | undefined;
  expand?: string[];
}

export interface PeriodSettings {
  taxRates: readonly string[];
  /** Undefined if the phase doesn't set it. */
  isTaxAutomatic: boolean | undefined;
  /** Of items, by price. */
  items: ReadonlyMap<string, { discounts: PreviewDiscount[]; taxRates: readonly string[] }>;
}

const OF_LINES = 'lines.data.';

/** Ids as a parameter. An empty text removes those that are set. */
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
  // Of the lines, only their own fields are expanded.
  const ofLines = expand?.flatMap((field) =>
    field.startsWith(OF_LINES) ? [`data.${field.slice(OF_LINES.length)}`] : [],
  );
  return withoutItems(await withAllLines(stripe, invoice, ofLines), taken);
}

/** What a change does to the next invoice. */
export interface ChangeOfNext {
  items: readonly PreviewItem[];
  phases: readonly Phase[];
  /**
   * True if an invoice charges the change before. A phase that begins within the period credits the rest of it, as of everything that is
   * billed. The preview contains that credit only together with the charge.
   */
  isCharged?: boolean;
}

/**
 * The next invoice of a subscription, after a change of its items or of its schedule.
 *
 * @param taken pending items that an earlier invoice takes
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

/** The amount that an invoice charges with this customer balance, and the balance after it. Credit is negative. */
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

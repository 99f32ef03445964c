/**
 * One-time items that a phase adds to the next invoice:
 * https://docs.stripe.com/api/subscription_schedules/object#subscription_schedule_object-phases-add_invoice_items
 */
import type { CallContext } from './calls.js';
import { newInlinePrice } from './catalogue.js';
import { type DiscountOwner, redeemAll } from './discounts.js';
import { invalidRequest } from './errors.js';
import type { Line } from './invoices.js';
import { type Period, productName } from './items.js';
import type { Reader } from './params.js';
import { amountOf } from './pricing.js';
import type { Phase } from './schedule-phases.js';
import { type Store, idOf } from './store.js';

type InvoiceItem = Phase['add_invoice_items'][number];

const MAX_ITEMS = 20;

/** The start or end of a period: a time, or the rule by which it is calculated. */
function boundIn<Bound extends string>(params: Reader, types: readonly Bound[]): { type: Bound; timestamp?: number } {
  const type = params.oneOf('type', types);
  if (!type) throw invalidRequest('Missing required param: type.', { param: 'type', code: 'parameter_missing' });
  const timestamp = params.integer('timestamp');
  return { type, ...(typeof timestamp === 'number' && { timestamp }) };
}

function periodIn(period: Reader | undefined): InvoiceItem['period'] {
  const [start, end] = [period?.object('start'), period?.object('end')];
  return {
    start: start
      ? boundIn(start, ['max_item_period_start', 'phase_start', 'timestamp'])
      : { type: 'max_item_period_start' },
    end: end ? boundIn(end, ['min_item_period_end', 'phase_end', 'timestamp']) : { type: 'min_item_period_end' },
  };
}

/** A price for one invoice. */
export function priceIn(item: Reader, param: string, store: Store): string {
  const priceId = item.text('price');
  const data = item.object('price_data');
  if ((priceId ?? null) === null && !data) {
    throw invalidRequest('You must pass one of `price` or `price_data`.', { param, code: 'parameter_missing' });
  }
  if (priceId && data) {
    throw invalidRequest('You may only specify one of these parameters: price, price_data.', { param });
  }
  const price = priceId ? store.table('price').get(priceId, `${param}[price]`) : newInlinePrice(data as Reader, store);
  if (price.type === 'recurring') {
    throw invalidRequest(
      'The price specified is set to `type=recurring` but this field only accepts prices with `type=one_time`.',
      { param: `${param}[price]` },
    );
  }
  return price.id;
}

/** @param param the path of the list, for messages */
export function invoiceItemsIn(
  params: Reader,
  param: string,
  store: Store,
  settings: (item: Reader) => Pick<InvoiceItem, 'discounts' | 'tax_rates'>,
): InvoiceItem[] {
  const items = params.list('add_invoice_items') ?? [];
  if (items.length > MAX_ITEMS) {
    throw invalidRequest(`You may pass up to ${MAX_ITEMS} invoice items.`, { param });
  }
  return items.map((item, index) => ({
    discountable: item.flag('discountable') ?? null,
    ...settings(item),
    metadata: item.metadata(),
    period: periodIn(item.object('period')),
    price: priceIn(item, `${param}[${index}]`, store),
    quantity: item.integer('quantity') ?? 1,
  }));
}

const timeOf = (
  { type, timestamp }: { type: string; timestamp?: number },
  { phase, items }: { phase: number; items: number },
): number => (type === 'timestamp' && timestamp !== undefined ? timestamp : type.startsWith('phase') ? phase : items);

/** The lines of a phase's items for an invoice of its subscription. */
export function invoiceItemLines(
  context: CallContext,
  owner: Omit<DiscountOwner, 'subscription_item'>,
  items: readonly InvoiceItem[],
  phase: Pick<Phase, 'start_date' | 'end_date'>,
  period: Period,
): Line[] {
  const { store } = context;
  return items.map((item) => {
    const price = store.table('price').get(idOf(item.price) ?? '');
    const quantity = item.quantity ?? 1;
    return {
      amount: amountOf(price, quantity),
      description: productName(store, price),
      price,
      quantity,
      period: {
        start: timeOf(item.period.start, { phase: phase.start_date, items: period.start }),
        end: timeOf(item.period.end, { phase: phase.end_date, items: period.end }),
      },
      subscription_item: null,
      proration: false,
      metadata: item.metadata ?? {},
      discounts: redeemAll(context, item.discounts, { ...owner, subscription_item: null }),
      tax_rates: item.tax_rates ?? [],
      discountable: item.discountable ?? true,
    };
  });
}

/** The items of a phase that its previous version doesn't have, so that each is charged only once. */
export function itemsAddedTo(phase: Phase, former: Phase | undefined): InvoiceItem[] {
  const charged = (former?.add_invoice_items ?? []).map((item) => JSON.stringify(item));
  return phase.add_invoice_items.filter((item) => {
    const at = charged.indexOf(JSON.stringify(item));
    if (at !== -1) charged.splice(at, 1);
    return at === -1;
  });
}

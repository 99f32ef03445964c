/** All objects of the Stripe sandbox by kind and id, stored in one file. */
import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import { noSuch } from './errors.js';
import { type SavedState, openStateFile } from './state-file.js';

/** An event of any type. The SDK's type is a union, discriminated by `type`. */
export type StoredEvent = Omit<Stripe.Event, 'data' | 'type'> & { type: string; data: { object: object } };

/** A price whose product is not expanded. Decimals have the SDK's type, which is a string in JSON. */
export type StoredPrice = Stripe.Price & { product: string };

/**
 * The behavior of a card's bank, by the test number of the card. A debit from a bank account `processes` for days, and then
 * succeeds or fails.
 */
export const cardBehaviors = [
  'approves',
  'declines_charges',
  'insufficient_funds',
  'asks_once',
  'asks_always',
  'processes',
  'processes_then_fails',
] as const;
export type CardBehavior = (typeof cardBehaviors)[number];

/** Why a bank rejects saving a card. */
export interface Decline {
  code: string;
  decline_code?: string;
  message: string;
}

/** An invoice item that waits for the next invoice: a proration or a one-time charge. */
export interface PendingItem {
  id: string;
  customer: string;
  /** The subscription; null for an item that is added to the next renewal of any of the customer's subscriptions. */
  subscription: string | null;
  /** Null for a one-time charge. */
  subscription_item: string | null;
  amount: number;
  currency: string;
  description: string;
  /** Null for an amount without a price. */
  price: string | null;
  quantity: number;
  period: { start: number; end: number };
  metadata: Record<string, string>;
  discounts: string[];
  tax_rates: Stripe.TaxRate[];
  discountable: boolean;
}

/**
 * The last billed amount of an item for its current period, after discounts. Flexible billing credits this amount, not the current
 * price.
 */
export interface Debit {
  /** The subscription item's id. */
  id: string;
  amount: number;
  start: number;
  end: number;
}

/** The link between an invoice and a payment. The outcome is in the payment's intent. */
export interface InvoicePaymentLink {
  /** `inpay_…` */
  id: string;
  invoice: string;
  payment_intent: string;
  /** True for the invoice's own payment, false for attached payments. */
  is_default: boolean;
  created: number;
}

/** A change that waits for the payment of its invoice. The subscription shows a part of it as `pending_update`. */
export interface PendingChange {
  /** The subscription's id, because it has at most one pending change. */
  id: string;
  invoice: string;
  /** The changed subscription. */
  next: Stripe.Subscription;
  /** The billed and credited amounts by item. */
  debits: Debit[];
  creditedItems: string[];
  /** Earlier prorations on the invoice. They become pending again if the invoice is voided. */
  prorations: PendingItem[];
}

/** The response to a request with an idempotency key. */
export interface StoredAnswer {
  /** Hash of the path and the parameters. */
  fingerprint: string;
  status: number;
  body: string;
  at: number;
}

interface Kinds {
  customer: Stripe.Customer;
  payment_method: Stripe.PaymentMethod;
  setup_intent: Stripe.SetupIntent;
  payment_intent: Stripe.PaymentIntent;
  product: Stripe.Product;
  price: StoredPrice;
  coupon: Stripe.Coupon;
  promotion_code: Stripe.PromotionCode;
  discount: Stripe.Discount | Stripe.DeletedDiscount;
  tax_rate: Stripe.TaxRate;
  deleted_customer: Stripe.DeletedCustomer;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  credit_note: Stripe.CreditNote;
  dispute: Stripe.Dispute;
  /** Legacy cards, bank accounts and sources. */
  source: Stripe.Card | Stripe.BankAccount | Stripe.Source;
  customer_balance_transaction: Stripe.CustomerBalanceTransaction;
  subscription: Stripe.Subscription;
  subscription_schedule: Stripe.SubscriptionSchedule;
  invoice: Stripe.Invoice;
  event: StoredEvent;
  webhook_endpoint: Stripe.WebhookEndpoint;
  pending_item: PendingItem;
  pending_change: PendingChange;
  debit: Debit;
  /** Reminders that were sent, so that each is sent only once. */
  reminder: { id: string };
  invoice_payment: InvoicePaymentLink;
  /** The lines of a preview, so that they can be listed afterwards. */
  preview: { id: string; lines: Stripe.InvoiceLineItem[] };
  /** Settings of control endpoints, by name. */
  setting: { id: string; value: number };
  /** Usage of a metered subscription item in its current period. */
  usage: { id: string; quantity: number };
  card_behaviour: { id: string; is: CardBehavior; refusal?: Decline; isDetached?: boolean };
  idempotency_key: StoredAnswer & { id: string };
}
export type Kind = keyof Kinds;

const kinds: readonly Kind[] = [
  'customer',
  'payment_method',
  'setup_intent',
  'payment_intent',
  'product',
  'price',
  'coupon',
  'promotion_code',
  'discount',
  'tax_rate',
  'deleted_customer',
  'charge',
  'refund',
  'credit_note',
  'dispute',
  'source',
  'customer_balance_transaction',
  'subscription',
  'subscription_schedule',
  'invoice',
  'event',
  'webhook_endpoint',
  'pending_item',
  'pending_change',
  'debit',
  'reminder',
  'invoice_payment',
  'preview',
  'setting',
  'usage',
  'card_behaviour',
  'idempotency_key',
];

export const isKind = (name: string): name is Kind => kinds.some((kind) => kind === name);

export interface Table<Item extends { id: string }> {
  find(id: string | null | undefined): Item | undefined;
  /** @throws StripeError 404, or 400 with the name of the parameter that has the id */
  get(id: string, param?: string): Item;
  put(item: Item): Item;
  remove(id: string): void;
  /** Newest first, as in Stripe. */
  all(): Item[];
  /** Oldest first, without a copy. */
  values(): Iterable<Item>;
}

/** The state that `restore` accepts; opaque to everything else. */
export interface Snapshot {
  readonly maps: Readonly<Record<string, ReadonlyMap<string, { id: string }>>>;
  readonly series: Readonly<Record<string, number>>;
  readonly clockOffset: number;
}

export interface Store {
  table<Name extends Kind>(kind: Name): Table<Kinds[Name]>;
  newId(prefix: string): string;
  /** Epoch seconds of the sandbox's own clock. */
  now(): number;
  /**
   * Stops the clock while `work` runs, so that a whole request happens at one time. Only `advanceTo` still moves it.
   */
  withClockStopped<Result>(work: () => Result): Result;
  /** Sets the clock, even to the past, so that a history can be created. Allowed only while the store is empty. */
  startAt(seconds: number): void;
  /** Advances the clock to a time. It never goes back. */
  advanceTo(seconds: number): void;
  /** The current state. This is cheap, because objects are never changed in place. */
  snapshot(): Snapshot;
  restore(snapshot: Snapshot): void;
  /** The next number of a series, from 1. */
  next(series: string): number;
  /** Saves the state to the file. Responses are sent only after that. */
  save(): void;
  /** True if there are no customers. Products and webhook endpoints may exist. */
  isEmpty(): boolean;
}

/** @param folder where the file is stored; null stores nothing */
export function openStore(folder: string | null, clock: () => number = Date.now): Store {
  const file = folder === null ? null : openStateFile(folder);
  const state: SavedState = file?.read() ?? { clockOffset: 0, series: {}, objects: {} };
  /** Records that changed since the last save, as `kind id`. */
  const changed = new Set<string>();
  let hasMoved = false;
  /** The machine's time in epoch milliseconds while `withClockStopped` runs. */
  let stoppedAtMs: number | undefined;
  const machineSeconds = (): number => Math.floor((stoppedAtMs ?? clock()) / 1000);
  const maps = Object.fromEntries(
    kinds.map((kind) => [kind, new Map((state.objects[kind] ?? []).map((item) => [item.id, item]))]),
  ) as unknown as { [Name in Kind]: Map<string, Kinds[Name]> };
  /** Kinds whose map is shared with a snapshot. Such a map is copied before it is changed. */
  const shared = new Set<Kind>();

  const tableOf = <Name extends Kind>(kind: Name): Table<Kinds[Name]> => {
    const read = (): ReadonlyMap<string, Kinds[Name]> => maps[kind];
    const toChange = (): Map<string, Kinds[Name]> => {
      if (shared.delete(kind)) (maps as Record<Name, Map<string, Kinds[Name]>>)[kind] = new Map(read());
      return maps[kind];
    };
    return {
      find: (id) => (id === null || id === undefined ? undefined : read().get(id)),
      get(id, param) {
        const item = read().get(id);
        if (!item) throw noSuch(kind === 'payment_method' ? 'PaymentMethod' : kind, id, param);
        return item;
      },
      put(item) {
        toChange().set(item.id, item);
        changed.add(`${kind} ${item.id}`);
        return item;
      },
      remove(id) {
        if (toChange().delete(id)) changed.add(`${kind} ${id}`);
      },
      all: () => [...read().values()].reverse(),
      values: () => read().values(),
    };
  };
  const tables = Object.fromEntries(kinds.map((kind) => [kind, tableOf(kind)])) as unknown as {
    [Name in Kind]: Table<Kinds[Name]>;
  };

  return {
    table: (kind) => tables[kind],
    newId: (prefix) => `${prefix}_${randomBytes(12).toString('base64url').replace(/[-_]/g, '0')}`,
    now: () => machineSeconds() + state.clockOffset,
    withClockStopped(work) {
      if (stoppedAtMs !== undefined) return work();
      stoppedAtMs = clock();
      try {
        return work();
      } finally {
        stoppedAtMs = undefined;
      }
    },
    startAt(seconds) {
      state.clockOffset = seconds - machineSeconds();
      hasMoved = true;
    },
    advanceTo(seconds) {
      const offset = seconds - machineSeconds();
      if (offset <= state.clockOffset) return;
      state.clockOffset = offset;
      hasMoved = true;
    },
    snapshot() {
      for (const kind of kinds) shared.add(kind);
      return { maps: { ...maps }, series: { ...state.series }, clockOffset: state.clockOffset };
    },
    restore(snapshot) {
      state.series = { ...snapshot.series };
      state.clockOffset = snapshot.clockOffset;
      Object.assign(maps, snapshot.maps);
      for (const kind of kinds) shared.add(kind);
    },
    next(series) {
      const next = (state.series[series] ?? 0) + 1;
      state.series[series] = next;
      return next;
    },
    save() {
      if (file === null || (changed.size === 0 && !hasMoved)) return;
      const changes = [...changed].map((key) => {
        const [kind = '', id = ''] = key.split(' ');
        const map = maps[kind as Kind] as Map<string, { id: string }>;
        return { kind, id, item: map.get(id) ?? null };
      });
      changed.clear();
      hasMoved = false;
      file.append({ changes, counters: { clockOffset: state.clockOffset, series: state.series } });
      if (!file.isLong()) return;
      const objects = Object.fromEntries(kinds.map((kind) => [kind, [...maps[kind].values()]]));
      file.rewrite({ clockOffset: state.clockOffset, series: state.series, objects });
    },
    isEmpty: () => maps.customer.size === 0 && maps.subscription.size === 0,
  };
}

/** The object without some of its fields. */
export function omitFields<Item extends object, Name extends keyof Item>(
  item: Item,
  ...names: Name[]
): Omit<Item, Name> {
  const left = Object.entries(item).filter(([name]) => !names.includes(name as Name));
  return Object.fromEntries(left) as Omit<Item, Name>;
}

/** The id in a reference, expanded or not. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  if (reference === null || reference === undefined) return null;
  return typeof reference === 'string' ? reference : reference.id;
}

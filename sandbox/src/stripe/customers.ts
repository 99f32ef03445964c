/** Customers: https://docs.stripe.com/api/customers */
import type Stripe from 'stripe';
import { type StripeCall, page } from './calls.js';
import { sourcesOf } from './expansion.js';
import { searchOf } from './customer-search.js';
import { invalidParameter, invalidRequest } from './errors.js';
import type { Reader } from './params.js';
import { type Store, idOf } from './store.js';
import { cancelNow } from './subscription-lifecycle.js';

function addressIn(params: Reader): Stripe.Address | null | undefined {
  const address = params.object('address');
  if (!address) return undefined;
  const text = (name: string): string | null => address.text(name) ?? null;
  return {
    city: text('city'),
    country: text('country'),
    line1: text('line1'),
    line2: text('line2'),
    postal_code: text('postal_code'),
    state: text('state'),
  };
}

function emailIn(params: Reader): string | null | undefined {
  const email = params.text('email', 512);
  if (email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
    throw invalidParameter(`Invalid email address: ${email}`, { param: 'email', code: 'email_invalid' });
  }
  return email;
}

/** Sets the account credit of a customer manually. A negative balance is credit, in the customer's currency. */
function balanceIn(params: Reader, before: Stripe.Customer): Partial<Stripe.Customer> {
  const balance = params.integer('balance');
  return typeof balance === 'number' ? { balance, currency: before.currency ?? 'usd' } : {};
}

/** The customer with the changes of a request. Fields that the request doesn't contain remain unchanged. */
function changesIn(params: Reader, before: Stripe.Customer, store: Store): Stripe.Customer {
  const valueOr = <Value>(value: Value | undefined, was: Value): Value => (value === undefined ? was : value);
  const settings = params.object('invoice_settings');
  const defaultMethod = settings?.text('default_payment_method');
  if (defaultMethod) {
    const method = store.table('payment_method').get(defaultMethod, 'invoice_settings[default_payment_method]');
    if (idOf(method.customer) !== before.id) {
      throw invalidRequest(
        `The customer does not have a payment method with the ID ${defaultMethod}. The payment method must be attached to the customer.`,
        { param: 'invoice_settings[default_payment_method]', code: 'resource_missing' },
      );
    }
  }
  return {
    ...before,
    name: valueOr(params.text('name', 256), before.name ?? null),
    email: valueOr(emailIn(params), before.email),
    description: valueOr(params.text('description'), before.description),
    phone: valueOr(params.text('phone', 20), before.phone ?? null),
    address: valueOr(addressIn(params), before.address ?? null),
    metadata: params.metadata(before.metadata),
    ...balanceIn(params, before),
    tax_exempt: params.oneOf('tax_exempt', ['none', 'exempt', 'reverse']) ?? before.tax_exempt ?? 'none',
    invoice_settings: {
      ...before.invoice_settings,
      default_payment_method: valueOr(defaultMethod, idOf(before.invoice_settings.default_payment_method)),
    },
  };
}

/** The previous default card, in the form of an event; undefined if the default didn't change. */
export function formerDefault(
  { invoice_settings: before }: Stripe.Customer,
  { invoice_settings: after }: Stripe.Customer,
): Partial<Stripe.Customer> | undefined {
  const former = idOf(before.default_payment_method);
  if (former === idOf(after.default_payment_method)) return undefined;
  // An event contains only the settings that changed.
  return { invoice_settings: { default_payment_method: former } as Stripe.Customer.InvoiceSettings };
}

function newCustomer(store: Store): Stripe.Customer {
  const id = store.newId('cus');
  return {
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created: store.now(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: id.slice(4, 12).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
}

/** Customers are searched through an index, which is updated with a delay. A control endpoint sets the delay. */
function searchable(store: Store): Stripe.Customer[] {
  const lag = store.table('setting').find('search_lag_s')?.value ?? 0;
  const customers = store.table('customer').all();
  return lag === 0 ? customers : customers.filter(({ created }) => created + lag <= store.now());
}

const MAX_PER_PAGE = 100;

export const customerCalls: StripeCall[] = [
  {
    method: 'GET',
    path: '/v1/customers/:id/sources',
    handler: ({ path, params }, { store }) => {
      const { id } = store.table('customer').get(path['id'] ?? '');
      return page(sourcesOf(store, id), `/v1/customers/${id}/sources`, params);
    },
  },
  {
    method: 'POST',
    path: '/v1/customers',
    handler: ({ params }, { store, events }) => {
      const customer = changesIn(params, newCustomer(store), store);
      store.table('customer').put(customer);
      events.emit('customer.created', customer);
      return customer;
    },
  },
  {
    method: 'GET',
    path: '/v1/customers',
    handler: ({ params }, { store }) => {
      const email = params.text('email');
      const customers = store.table('customer').all();
      return page(email ? customers.filter((one) => one.email === email) : customers, '/v1/customers', params);
    },
  },
  {
    method: 'GET',
    path: '/v1/customers/search',
    handler: ({ params }, { store }) => {
      const matches = searchable(store).filter(searchOf(params.needed('query')));
      const limit = params.integer('limit') ?? 10;
      if (limit < 1 || limit > MAX_PER_PAGE) {
        throw invalidParameter(`Invalid integer: limit must be between 1 and ${MAX_PER_PAGE}`, { param: 'limit' });
      }
      const offset = params.text('page') ?? '0';
      const start = Number(offset);
      if (!/^\d+$/.test(offset) || (start > 0 && start >= matches.length)) {
        throw invalidParameter('Invalid page token.', { param: 'page' });
      }
      const more = matches.length > start + limit;
      return {
        object: 'search_result',
        url: '/v1/customers/search',
        has_more: more,
        next_page: more ? String(start + limit) : null,
        total_count: matches.length,
        data: matches.slice(start, start + limit),
      };
    },
  },
  {
    method: 'GET',
    path: '/v1/customers/:id',
    handler: ({ path }, { store }) =>
      store.table('deleted_customer').find(path['id']) ?? store.table('customer').get(path['id'] ?? ''),
  },
  {
    method: 'POST',
    path: '/v1/customers/:id',
    handler: ({ path, params }, { store, events }) => {
      const before = store.table('customer').get(path['id'] ?? '');
      const after = store.table('customer').put(changesIn(params, before, store));
      events.emit('customer.updated', after, formerDefault(before, after));
      return after;
    },
  },
  {
    method: 'DELETE',
    path: '/v1/customers/:id',
    handler: ({ path }, context) => {
      const { store, events } = context;
      const customer = store.table('customer').get(path['id'] ?? '');
      for (const subscription of store.table('subscription').all()) {
        if (
          idOf(subscription.customer) === customer.id &&
          !['canceled', 'incomplete_expired'].includes(subscription.status)
        ) {
          cancelNow(context, subscription);
        }
      }
      store.table('customer').remove(customer.id);
      events.emit('customer.deleted', customer);
      return store.table('deleted_customer').put({ id: customer.id, object: 'customer', deleted: true });
    },
  },
];

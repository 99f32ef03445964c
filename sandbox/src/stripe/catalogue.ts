/** Products and prices, also in the form of plans for older integrations: https://docs.stripe.com/api/prices */
import Stripe from 'stripe';
import { type StripeCall, page } from './calls.js';
import { invalidRequest, missing } from './errors.js';
import { MAX_CHARGE } from './minimum-charge.js';
import type { Reader } from './params.js';
import type { Store, StoredPrice } from './store.js';

const intervals = ['day', 'week', 'month', 'year'] as const;

function productIn(params: Reader, before: Stripe.Product, store: Store): Stripe.Product {
  return {
    ...before,
    name: params.text('name') ?? before.name,
    active: params.flag('active') ?? before.active,
    description: params.text('description') === undefined ? before.description : (params.text('description') ?? null),
    default_price: params.text('default_price') ?? before.default_price ?? null,
    metadata: params.metadata(before.metadata),
    updated: store.now(),
  };
}

function newProduct(store: Store, id: string, name: string): Stripe.Product {
  return {
    id,
    object: 'product',
    active: true,
    created: store.now(),
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: store.now(),
    url: null,
  };
}

/** Creates a price from the inline data of a request. It can't be reused. */
export function newInlinePrice(data: Reader, store: Store): StoredPrice {
  return store.table('price').put({ ...newPrice(data, store), active: false });
}

function newPrice(params: Reader, store: Store): StoredPrice {
  const product = store.table('product').get(params.needed('product'), 'product');
  const amounts = amountsIn(params);
  const recurring = params.object('recurring');
  const transform = params.object('transform_quantity');
  const lookupKey = params.text('lookup_key') ?? null;
  if (
    lookupKey &&
    store
      .table('price')
      .all()
      .some((price) => price.lookup_key === lookupKey)
  ) {
    throw invalidRequest(`A price (${lookupKey}) already uses that lookup key.`, { param: 'lookup_key' });
  }
  return {
    id: store.newId('price'),
    object: 'price',
    active: params.flag('active') ?? true,
    created: store.now(),
    currency: params.needed('currency').toLowerCase(),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: lookupKey,
    metadata: params.metadata(),
    nickname: params.text('nickname') ?? null,
    product: product.id,
    recurring: recurring
      ? {
          interval: recurring.oneOf('interval', intervals) ?? 'month',
          interval_count: recurring.integer('interval_count') ?? 1,
          trial_period_days: null,
          ...usageIn(recurring),
        }
      : null,
    tax_behavior: 'unspecified',
    transform_quantity: transform
      ? {
          divide_by: transform.integer('divide_by') ?? 1,
          round: transform.oneOf('round', ['up', 'down']) ?? 'up',
        }
      : null,
    type: recurring ? 'recurring' : 'one_time',
    ...amounts,
  };
}

/** Reads how usage is billed. A metered price needs a meter's id. The sandbox has no meters, so any id is accepted. */
function usageIn(recurring: Reader): Pick<Stripe.Price.Recurring, 'usage_type' | 'meter'> {
  const usage = recurring.oneOf('usage_type', ['licensed', 'metered']) ?? 'licensed';
  const meter = recurring.text('meter') ?? null;
  if (usage === 'metered' && meter === null) throw missing('recurring[meter]');
  return { usage_type: usage, meter };
}

/** Reads an amount in whole units or with decimals; both are null if it is absent. */
function amountIn(params: Reader, name: 'unit_amount' | 'flat_amount') {
  const whole = params.integer(name) ?? null;
  const decimal = params.text(`${name}_decimal`) ?? null;
  if (whole !== null && decimal !== null) {
    throw invalidRequest(`You may only specify one of these parameters: ${name}, ${name}_decimal.`, {
      param: params.at(name),
    });
  }
  if ((whole ?? 0) < 0) throw invalidRequest('Invalid non-negative integer', { param: params.at(name) });
  if (decimal !== null && !/^\d+(\.\d{1,12})?$/.test(decimal)) {
    throw invalidRequest(`Invalid decimal: ${decimal}`, { param: params.at(`${name}_decimal`) });
  }
  const text = decimal ?? (whole === null ? null : String(whole));
  const exact = text === null ? null : Number(text);
  if (exact !== null && exact > MAX_CHARGE) {
    throw invalidRequest('Amount must be no more than 8 digits.', {
      code: 'amount_too_large',
      param: params.at(decimal === null ? name : `${name}_decimal`),
    });
  }
  return {
    cents: exact !== null && Number.isInteger(exact) ? exact : null,
    decimal: text === null ? null : Stripe.Decimal.from(text),
  };
}

function tiersIn(params: Reader): Stripe.Price.Tier[] {
  const tiers = params.list('tiers') ?? [];
  if (tiers.length === 0) throw missing('tiers');
  return tiers.map((tier) => {
    const [unit, flat] = [amountIn(tier, 'unit_amount'), amountIn(tier, 'flat_amount')];
    return {
      flat_amount: flat.cents,
      flat_amount_decimal: flat.decimal,
      unit_amount: unit.cents,
      unit_amount_decimal: unit.decimal,
      up_to: tier.needed('up_to') === 'inf' ? null : (tier.integer('up_to') ?? null),
    };
  });
}

function amountsIn(params: Reader) {
  const scheme = params.oneOf('billing_scheme', ['per_unit', 'tiered']) ?? 'per_unit';
  if (scheme === 'tiered') {
    const mode = params.oneOf('tiers_mode', ['graduated', 'volume']);
    if (!mode) throw missing('tiers_mode');
    const tiers = tiersIn(params);
    return { billing_scheme: scheme, tiers_mode: mode, tiers, unit_amount: null, unit_amount_decimal: null };
  }
  const { cents, decimal } = amountIn(params, 'unit_amount');
  if (decimal === null) {
    throw invalidRequest(
      'You must specify either `unit_amount` or `unit_amount_decimal` when `billing_scheme=per_unit`.',
    );
  }
  return { billing_scheme: scheme, tiers_mode: null, unit_amount: cents, unit_amount_decimal: decimal };
}

/** The price in the form of a plan. Both have the same id. */
export function planOf(price: StoredPrice): Stripe.Plan {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: price.billing_scheme,
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: price.recurring?.meter ?? null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: price.tiers_mode,
    transform_usage: price.transform_quantity,
    trial_period_days: null,
    usage_type: price.recurring?.usage_type ?? 'licensed',
  };
}

function filteredPrices(params: Reader, store: Store): StoredPrice[] {
  const product = params.text('product');
  const active = params.flag('active');
  const keys = params.texts('lookup_keys');
  return store
    .table('price')
    .all()
    .filter((price) => !product || price.product === product)
    .filter((price) => active === undefined || price.active === active)
    .filter((price) => keys.length === 0 || (price.lookup_key !== null && keys.includes(price.lookup_key)));
}

export const catalogueCalls: StripeCall[] = [
  {
    method: 'POST',
    path: '/v1/products',
    handler: ({ params }, { store, events }) => {
      const id = params.text('id') ?? store.newId('prod');
      if (store.table('product').find(id))
        throw invalidRequest('Product already exists.', { code: 'resource_already_exists' });
      const product = productIn(params, newProduct(store, id, params.needed('name')), store);
      events.emit('product.created', product);
      return store.table('product').put(product);
    },
  },
  {
    method: 'GET',
    path: '/v1/products',
    handler: ({ params }, { store }) => {
      const ids = params.texts('ids');
      const active = params.flag('active');
      const products = store
        .table('product')
        .all()
        .filter(({ id }) => ids.length === 0 || ids.includes(id))
        .filter((product) => active === undefined || product.active === active);
      return page(products, '/v1/products', params);
    },
  },
  {
    method: 'GET',
    path: '/v1/products/:id',
    handler: ({ path }, { store }) => store.table('product').get(path['id'] ?? ''),
  },
  {
    method: 'POST',
    path: '/v1/products/:id',
    handler: ({ path, params }, { store, events }) => {
      const product = productIn(params, store.table('product').get(path['id'] ?? ''), store);
      events.emit('product.updated', product);
      return store.table('product').put(product);
    },
  },
  {
    method: 'POST',
    path: '/v1/prices',
    handler: ({ params }, { store, events }) => {
      const price = newPrice(params, store);
      events.emit('price.created', price);
      return store.table('price').put(price);
    },
  },
  {
    method: 'GET',
    path: '/v1/prices',
    handler: ({ params }, { store }) => page(filteredPrices(params, store), '/v1/prices', params),
  },
  {
    method: 'GET',
    path: '/v1/prices/:id',
    handler: ({ path }, { store }) => store.table('price').get(path['id'] ?? ''),
  },
  {
    method: 'POST',
    path: '/v1/prices/:id',
    handler: ({ path, params }, { store, events }) => {
      const before = store.table('price').get(path['id'] ?? '');
      const price: StoredPrice = {
        ...before,
        active: params.flag('active') ?? before.active,
        nickname: params.text('nickname') ?? before.nickname,
        lookup_key: params.text('lookup_key') ?? before.lookup_key,
        metadata: params.metadata(before.metadata),
      };
      events.emit('price.updated', price);
      return store.table('price').put(price);
    },
  },
  {
    method: 'GET',
    path: '/v1/plans',
    handler: ({ params }, { store }) => {
      const plans = filteredPrices(params, store).filter(({ recurring }) => recurring !== null);
      return page(plans.map(planOf), '/v1/plans', params);
    },
  },
  {
    method: 'GET',
    path: '/v1/plans/:id',
    handler: ({ path }, { store }) => planOf(store.table('price').get(path['id'] ?? '')),
  },
];

/** Control endpoints for tests and demos: faults, webhooks, banks, usage, the clock, and any field of any object. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import type { FaultPlan } from '../faults.js';
import type { CallContext } from './calls.js';
import { advanceClock } from './clock.js';
import { taxRate } from './discount-calls.js';
import { redeem } from './discounts.js';
import { StripeError } from './errors.js';
import { type Webhooks, noWebhookFaults } from './events.js';
import { putObject } from './put-object.js';
import type { RateLimiter } from './rate-limiter.js';
import { loadSchema } from './schema/load-schema.js';
import { cardBehaviors, type Store } from './store.js';
import { type StripeFault, stripeFault } from './stripe-fault.js';
import { AUTOMATIC_RATE } from './taxes.js';

export interface ControlParts {
  store: Store;
  hooks: Webhooks;
  faults: FaultPlan<StripeFault>;
  limiter: RateLimiter;
  context: () => CallContext;
}

const webhookFaults = z.partial(
  z.object({ duplicate: z.boolean(), reorder: z.boolean(), delay_ms: z.int().check(z.gte(0)), hold: z.boolean() }),
);

/** Requests per second; unlimited if absent. */
const limits = z.object({
  per_second: z.optional(z.int().check(z.gte(1))),
  per_endpoint: z.optional(z.int().check(z.gte(1))),
});
const cardChange = z.object({ payment_method: z.string(), behaviour: z.enum(cardBehaviors) });
const taxChange = z.object({ percentage: z.number().check(z.gte(0), z.lte(100)) });
const usage = z.object({ subscription_item: z.string(), quantity: z.int().check(z.gte(0)) });
const customerDiscount = z.object({ customer: z.string(), coupon: z.string() });
const anyObject = z.object({
  object: z.string(),
  /** The object to change; a new one if it is absent or unknown. */
  id: z.optional(z.string()),
  fields: z._default(z.record(z.string(), z.unknown()), {}),
  /** The type of the event; null for no event. The default is `….created` or `….updated`, if that type exists. */
  event: z.optional(z.nullable(z.string())),
});
const clockChange = z.union([
  z.object({ advance_seconds: z.int().check(z.gte(0)) }),
  // Epoch seconds. A time in the past is allowed while there are no customers, so that tests can create a history with
  // normal requests.
  z.object({ now: z.int().check(z.gte(0)) }),
]);

type Work<Input> = (input: Input, reply: FastifyReply) => unknown;

export function stripeControl(app: FastifyInstance, { store, hooks, faults, limiter, context }: ControlParts): void {
  /** Adds a control endpoint. Its changes are saved, and its events are sent. */
  const control = <Type extends z.core.$ZodType>(name: string, type: Type, work: Work<z.output<Type>>): void => {
    app.post(`/control/stripe/${name}`, async ({ body }, reply) => {
      const parsed = z.safeParse(type, body);
      if (!parsed.success) return reply.code(400).send({ error: z.prettifyError(parsed.error) });
      try {
        const answer = await work(parsed.data, reply);
        store.save();
        hooks.flush();
        return answer ?? { status: 'ok' };
      } catch (error) {
        if (error instanceof StripeError) return reply.code(error.status).send({ error: error.message });
        throw error;
      }
    });
  };

  control('faults', z.array(stripeFault), (next) => faults.set(next));

  control('webhooks', webhookFaults, (next) => {
    const changed = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined));
    hooks.faults = { ...noWebhookFaults, ...changed };
  });

  control('limits', limits, (next) => limiter.set(next));

  // Changes the behavior of a saved card's bank, so that a good card can fail later.
  control('cards', cardChange, ({ payment_method: id, behaviour }, reply) => {
    if (!store.table('payment_method').find(id)) return reply.code(404).send({ error: `There is no card ${id}.` });
    store.table('card_behaviour').put({ ...store.table('card_behaviour').find(id), id, is: behaviour });
    return { payment_method: id, behaviour };
  });

  // The rate of automatic taxes.
  control('tax', taxChange, ({ percentage }) => {
    const rate = { display_name: 'Automatic tax', inclusive: false, percentage };
    store.table('tax_rate').put(taxRate(AUTOMATIC_RATE, store.now(), rate));
  });

  // The usage of a metered item in its current period.
  control('usage', usage, ({ subscription_item: id, quantity }) => void store.table('usage').put({ id, quantity }));

  // A coupon for all invoices of a customer, which only the dashboard can redeem.
  control('customer-discount', customerDiscount, ({ customer: id, coupon }) => {
    const customer = store.table('customer').get(id, 'customer');
    const spec = { coupon, discount: null, promotion_code: null };
    const discount = store
      .table('discount')
      .get(redeem(context(), spec, { customer: id, subscription: null, subscription_item: null }));
    if (discount.deleted) return;
    hooks.emit('customer.updated', store.table('customer').put({ ...customer, discount }), { discount: null });
  });

  // The number of seconds that new customers are missing from the search.
  control(
    'search',
    z.object({ lag_seconds: z.int().check(z.gte(0)) }),
    ({ lag_seconds: value }) => void store.table('setting').put({ id: 'search_lag_s', value }),
  );

  // Any fields of any object, as if somebody set them in the dashboard. They are checked against the SDK's types.
  control('objects', anyObject, async (change) => putObject(context(), await loadSchema(), change));

  control('clock', clockChange, (change, reply) => {
    const until = 'now' in change ? change.now : store.now() + change.advance_seconds;
    if (until < store.now() && !store.isEmpty()) {
      return reply.code(409).send({ error: 'There are customers already: the clock goes forward only.' });
    }
    if (until < store.now()) store.startAt(until);
    advanceClock(context(), until);
    return { now: store.now() };
  });
}

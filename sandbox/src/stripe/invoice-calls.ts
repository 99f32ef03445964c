/** Calls about invoices, and previews of what a change would cost: https://docs.stripe.com/api/invoices */
import type Stripe from 'stripe';
import { type CallContext, type Handler, type StripeCall, page } from './calls.js';
import { StripeError, invalidRequest, notSupported } from './errors.js';
import { unheard } from './events.js';
import { attemptPayment, endInvoice, finalize, makeInvoice, subscriptionOf } from './invoices.js';
import { addLine, draftInvoice } from './manual-invoices.js';
import type { Reader } from './params.js';
import { declineOf } from './payments.js';
import { periodEnd } from './periods.js';
import { idOf, without } from './store.js';
import { changeIn, itemSpecs, trialEndIn } from './subscription-calls.js';
import { changeItems, startSubscription } from './subscription-changes.js';
import { fullLines, periodOf, priceOf, recover, recurringOf, takePending } from './subscription-life.js';

/** The invoice that the next renewal would bring, with the prorations that wait for it. */
function upcoming(context: CallContext, subscription: Stripe.Subscription): Stripe.Invoice {
  const { end: start } = periodOf(subscription);
  const items = subscription.items.data.map((item) => ({
    ...item,
    current_period_start: start,
    current_period_end: periodEnd(start, recurringOf(priceOf(item)), subscription.billing_cycle_anchor),
  }));
  const next = { ...subscription, items: { ...subscription.items, data: items } };
  const stays = subscription.cancel_at === null || subscription.cancel_at > start;
  const lines = [...takePending(context.store, subscription.id), ...(stays ? fullLines(context.store, items) : [])];
  return makeInvoice(context, {
    subscription: next,
    reason: 'subscription_cycle',
    lines,
    period: periodOf(subscription),
  });
}

/** The invoice that a change brings at once; null where it changes nothing that costs. */
function invoiceOfChange(
  context: CallContext,
  subscription: Stripe.Subscription,
  details: Reader,
): Stripe.Invoice | null {
  const { store } = context;
  const before = new Set(
    store
      .table('invoice')
      .all()
      .map(({ id }) => id),
  );
  const items = details.list('items');
  const change = changeIn(items, details);
  const changed = changeItems(context, subscription, { ...change, behavior: 'allow_incomplete' });
  const made = store
    .table('invoice')
    .all()
    .find(({ id }) => !before.has(id));
  if (made) return made;
  // Nothing is due today: what is shown is the next invoice.
  return change.proration === 'always_invoice' && change.items.length > 0 ? null : upcoming(context, changed);
}

/** Refuses a parameter that says something else than what it repeats. */
function checkSame(params: Reader, name: string, value: string | null): void {
  const given = params.text(name);
  if (given && given !== value) throw invalidRequest(`The ${name} is ${value ?? 'not set'}.`, { param: name });
}

function previewOf(params: Reader, context: CallContext): Stripe.Invoice {
  const { store } = context;
  const details = params.object('subscription_details');
  const id = params.text('subscription');
  if (id) {
    const subscription = store.table('subscription').get(id, 'subscription');
    checkSame(params, 'customer', idOf(subscription.customer));
    if (subscription.status === 'canceled') {
      throw new StripeError(404, {
        type: 'invalid_request_error',
        code: 'invoice_upcoming_none',
        message: `No upcoming invoices for customer: ${idOf(subscription.customer) ?? ''}`,
      });
    }
    const made = details ? invoiceOfChange(context, subscription, details) : upcoming(context, subscription);
    return (
      made ??
      makeInvoice(context, { subscription, reason: 'subscription_update', lines: [], period: periodOf(subscription) })
    );
  }
  if (!details) throw invalidRequest('You must pass either `subscription` or `subscription_details[items]`.');
  const started = startSubscription(context, {
    customer: params.needed('customer'),
    items: itemSpecs(details),
    trialEnd: trialEndIn(details, store.now()),
    method: null,
    behavior: 'default_incomplete',
    withoutMethod: 'create_invoice',
    cancelAt: null,
    description: null,
    metadata: {},
  });
  return store.table('invoice').get(idOf(started.latest_invoice) ?? '');
}

/** Tries the change out on everything as it is, tells what it would bring, and leaves no trace. */
const preview: Handler = ({ params }, context) => {
  const { store } = context;
  const before = store.snapshot();
  try {
    const made = previewOf(params, { ...context, events: unheard });
    const draft = {
      ...made,
      id: `upcoming_${made.id}`,
      status: 'draft',
      number: null,
      amount_paid: 0,
      amount_remaining: made.amount_due,
      attempted: false,
      attempt_count: 0,
      next_payment_attempt: store.now(),
    };
    // Not to be had of an invoice that is none yet.
    return without(draft, 'hosted_invoice_url', 'invoice_pdf');
  } finally {
    store.restore(before);
  }
};

const statuses = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;

const invoiceAt = (context: CallContext, path: Record<string, string>): Stripe.Invoice =>
  context.store.table('invoice').get(path['id'] ?? '');

function checkDraft(invoice: Stripe.Invoice): void {
  if (invoice.status === 'draft') return;
  throw invalidRequest("This invoice is already finalized, you can't change it.", { code: 'invoice_not_editable' });
}

export const invoiceCalls: StripeCall[] = [
  {
    method: 'GET',
    path: '/v1/invoices',
    handler: ({ params }, { store }) => {
      const customer = params.text('customer');
      const subscription = params.text('subscription');
      const status = params.oneOf('status', statuses);
      const invoices = store
        .table('invoice')
        .all()
        .filter((invoice) => !customer || idOf(invoice.customer) === customer)
        .filter((invoice) => !subscription || subscriptionOf(invoice) === subscription)
        .filter((invoice) => !status || invoice.status === status)
        .sort((one, other) => other.created - one.created);
      return page(invoices, '/v1/invoices', params);
    },
  },
  { method: 'POST', path: '/v1/invoices/create_preview', handler: preview },
  {
    method: 'POST',
    path: '/v1/invoices',
    handler: ({ params }, context) => {
      if (params.flag('auto_advance') === true) throw notSupported('An invoice by hand that advances by itself');
      return draftInvoice(context, params.needed('customer'), params.text('currency') ?? 'usd');
    },
  },
  {
    method: 'POST',
    path: '/v1/invoiceitems',
    handler: ({ params }, context) => {
      const draft = context.store.table('invoice').get(params.needed('invoice'), 'invoice');
      checkDraft(draft);
      checkSame(params, 'customer', idOf(draft.customer));
      checkSame(params, 'currency', draft.currency);
      return addLine(context, draft, params.integer('amount') ?? 0, params.text('description') ?? null);
    },
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id/finalize',
    handler: ({ path }, context) => {
      const draft = invoiceAt(context, path);
      checkDraft(draft);
      return finalize(context, draft);
    },
  },
  { method: 'GET', path: '/v1/invoices/:id', handler: ({ path }, context) => invoiceAt(context, path) },
  {
    method: 'POST',
    path: '/v1/invoices/:id/pay',
    handler: ({ path, params }, context) => {
      const invoice = invoiceAt(context, path);
      if (invoice.status === 'paid') throw invalidRequest('Invoice is already paid');
      if (invoice.status !== 'open' && invoice.status !== 'uncollectible') {
        throw invalidRequest(`You can't pay an invoice that is ${invoice.status ?? 'a draft'}.`);
      }
      const id = params.text('payment_method');
      const method = id ? context.store.table('payment_method').get(id, 'payment_method') : undefined;
      const { invoice: after, intent } = attemptPayment(context, invoice, method);
      if (after.status !== 'paid' && intent) throw declineOf(intent, true);
      recover(context, after);
      return after;
    },
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id/void',
    handler: ({ path }, context) => endInvoice(context, invoiceAt(context, path), 'void'),
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id/mark_uncollectible',
    handler: ({ path }, context) => endInvoice(context, invoiceAt(context, path), 'uncollectible'),
  },
];

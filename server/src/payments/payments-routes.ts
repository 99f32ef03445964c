import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contracts from 'shared-api/contracts';
import type { AppContext } from '../context.js';
import { implement } from '../http/contract-route.js';
import { actorOf, opensAllPractices, personOf } from '../http/principal.js';
import { forbidden } from '../http/refusal.js';
import { paymentsOf } from '../stripe/stripe-on-context.js';
import {
  type ReachedCustomer,
  noteAddedCard,
  readCards,
  removeCard,
  setDefaultCard,
  startCardSetup,
} from './cards-service.js';
import { practicesForCustomer } from './customer-access.js';
import { listCustomerIds } from './customers-repository.js';
import { makeCustomer, readCustomers } from './customers-service.js';
import { readInvoices, readOpenInvoices } from './invoices-service.js';

/** The key under which the caller makes one change; undefined where they sent none. */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const header = request.headers['idempotency-key'];
  return typeof header === 'string' && /^[\w-]{8,100}$/.test(header) ? header : undefined;
}

export function paymentsRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, now } = context;
  const doing = (request: FastifyRequest) => ({ actor: actorOf(request.principal), now: now() });
  /** For links that only super admins have. */
  const dashboardFor = (request: FastifyRequest): string | null =>
    personOf(request).flags.super_admin ? paymentsOf(context).dashboardUrl : null;
  const reach = async (request: FastifyRequest, customer: string): Promise<ReachedCustomer> => ({
    id: customer,
    practices: await practicesForCustomer(db, personOf(request), customer),
  });

  implement(app, contracts.readStripeInfo, () => {
    const { publishableKey, scriptUrl } = paymentsOf(context);
    return Promise.resolve({ stripe_publishable_key: publishableKey, stripe_js_url: scriptUrl });
  });

  implement(app, contracts.listCustomers, async ({ query, request }) => {
    const { customers, owners } = await readCustomers(db, paymentsOf(context), query.practice_id);
    return { customers, practice_owners: owners, dashboard_url: dashboardFor(request) };
  });

  implement(app, contracts.createCustomer, async ({ body, request }) => {
    const person = personOf(request);
    const mayOpen = opensAllPractices(person) || person.flags.internal || person.practices.has(body.practice_id);
    if (!mayOpen) throw forbidden('You have no access to this practice. Refused: practice_id.');
    const { practice_id: practice, user_id: user, ...names } = body;
    const customer = await makeCustomer(
      db,
      paymentsOf(context),
      { ...names, practice, user },
      idempotencyKeyOf(request),
      doing(request),
    );
    return { status: 'success', message: 'Customer created', customer };
  });

  implement(app, contracts.listPaymentMethods, async ({ params, request }) => {
    const { id } = await reach(request, params.customer);
    return { payment_methods: await readCards(paymentsOf(context), id) };
  });

  implement(app, contracts.listOpenInvoices, async ({ params, request }) => {
    const { id } = await reach(request, params.customer);
    return { invoices: await readOpenInvoices(paymentsOf(context), id) };
  });

  implement(app, contracts.setDefaultPaymentMethod, async ({ params, body, request }) => {
    const customer = await reach(request, params.customer);
    await setDefaultCard(db, paymentsOf(context), customer, body.payment_method_id, doing(request));
    return { status: 'success', message: 'Default card changed' };
  });

  implement(app, contracts.deletePaymentMethod, async ({ params, body, request }) => {
    const customer = await reach(request, params.customer);
    await removeCard(db, paymentsOf(context), customer, body.payment_method_id, doing(request));
    return { status: 'success', message: 'Card removed' };
  });

  implement(app, contracts.createSetupIntent, async ({ params, request }) => {
    const { id } = await reach(request, params.customer);
    return { client_secret: await startCardSetup(paymentsOf(context), id) };
  });

  implement(app, contracts.confirmPaymentMethod, async ({ params, body, request }) => {
    const customer = await reach(request, params.customer);
    const { card, retried } = await noteAddedCard(
      db,
      paymentsOf(context),
      customer,
      {
        setupIntent: body.setup_intent_id,
        makeDefault: body.make_default,
        retryOpenInvoices: body.retry_open_invoices,
      },
      doing(request),
    );
    return { status: 'success', message: 'Card added', payment_method: card, retried };
  });

  implement(app, contracts.listInvoices, async ({ query, request }) => {
    const customers = await listCustomerIds(db, query.practice_id);
    const page = await readInvoices(paymentsOf(context), customers, query.starting_after);
    return { ...page, dashboard_url: dashboardFor(request) };
  });
}

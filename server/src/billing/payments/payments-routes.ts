import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contracts from 'shared-api/contracts';
import { type Right, type UnmovedSubscription, missingRight } from 'shared-api/contracts';
import type { ProviderChangeContext } from '../../platform/audit/actor.js';
import type { PaymentsContext } from '../context.js';
import { addRoute } from '../../platform/http/contract-route.js';
import { actorOf, canOpenAllPractices, personOf } from '../../platform/http/principal.js';
import { forbidden } from '../../platform/errors/app-error.js';
import { idempotencyKeyOf } from '../../platform/idempotency/idempotency-key.js';
import { newCustomerScope, permissionIn } from '../requests/idempotent-request.js';
import { invalidateCustomers } from '../stripe/kept-answers.js';
import { paymentsOf } from '../stripe/stripe-on-context.js';
import { confirmAddedCard, startCardSetup } from './add-card.js';
import { practicesForCustomer } from './customer-access.js';
import { createCustomer, readCustomers } from './customers-service.js';
import { setDefaultCard } from './default-card.js';
import { exportInvoices } from './invoice-export.js';
import { resolveInvoiceFilter } from './invoice-filter.js';
import { readInvoiceTotals, readInvoices } from './invoices-service.js';
import { readOpenInvoices } from './charge-invoices.js';
import { payOpenInvoices } from './pay-invoices.js';
import type { ReachableCustomer } from './provider-customer.js';
import { readKept } from './kept-readings.js';
import { readMethods } from './read-cards.js';
import { removeCard } from './remove-card.js';

const nameList = new Intl.ListFormat('en-US', { type: 'conjunction' });

const defaultChangedInPart = (notMoved: readonly UnmovedSubscription[]): string =>
  `Default payment method changed, but ${nameList.format(notMoved.map(({ name }) => name))} couldn’t be moved to it`;

/** The right that the call's contract requires of members. Every call whose handler checks access names a right. */
function rightOf(request: FastifyRequest): Right {
  const { contract } = request.routeOptions.config;
  if (contract?.right === undefined) throw new Error(`The call ${contract?.name ?? request.url} names no right`);
  return contract.right;
}

/** @throws AppError `forbidden` for a member of other practices, or without the right */
function assertMayCreateFor(request: FastifyRequest, practiceId: number): void {
  const person = personOf(request);
  if (canOpenAllPractices(person) || person.flags.internal) return;
  const memberRights = person.memberships.get(practiceId);
  if (!memberRights) throw forbidden('You don’t have access to this practice.');
  if (!memberRights.has(rightOf(request))) throw forbidden(missingRight(rightOf(request)));
}

export function paymentsRoutes(app: FastifyInstance, context: PaymentsContext): void {
  const { db, now } = context;
  /** The dashboard's address for links. Only super admins have them. */
  const dashboardFor = (request: FastifyRequest): string | null =>
    personOf(request).flags.super_admin ? paymentsOf(context).dashboardUrl : null;
  /** A browser has changed the customer at the provider, e.g. confirmed a card or a payment. */
  const changedByBrowser = async <Result>(customer: ReachableCustomer, work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } finally {
      await invalidateCustomers(db, [customer.id]);
    }
  };
  const reach = async (request: FastifyRequest, customerId: string): Promise<ReachableCustomer> => ({
    id: customerId,
    practices: await practicesForCustomer(db, personOf(request), customerId, rightOf(request)),
  });
  /** @param assertReach decides what the call's contract leaves to its handler */
  const callerOf = (request: FastifyRequest, assertReach: () => unknown): ProviderChangeContext => ({
    actor: actorOf(request.principal),
    now: now(),
    assertStillAllowed: async () => {
      await request.assertStillAllowed();
      await assertReach();
    },
  });
  const customerCallerOf = (request: FastifyRequest, { id }: ReachableCustomer): ProviderChangeContext =>
    callerOf(request, () => reach(request, id));

  addRoute(app, contracts.readStripeInfo, () => {
    const { publishableKey, scriptUrl } = paymentsOf(context);
    return Promise.resolve({ stripe_publishable_key: publishableKey, stripe_js_url: scriptUrl });
  });

  addRoute(app, contracts.listCustomers, async ({ query, request }) => {
    const { customers, owners, ...reading } = await readCustomers(db, paymentsOf(context), query.practice_id, now());
    const create = await permissionIn(db, newCustomerScope(query.practice_id));
    return { customers, practice_owners: owners, dashboard_url: dashboardFor(request), create, ...reading };
  });

  addRoute(app, contracts.createCustomer, async ({ body, request }) => {
    const { practice_id: practiceId, user_id: userId, ...names } = body;
    assertMayCreateFor(request, practiceId);
    const customer = await createCustomer(
      db,
      paymentsOf(context),
      { ...names, practiceId, userId },
      idempotencyKeyOf(request),
      callerOf(request, () => assertMayCreateFor(request, practiceId)),
    );
    return { status: 'success', message: 'Customer created', customer };
  });

  addRoute(app, contracts.listPaymentMethods, async ({ params, request }) => {
    const { id } = await reach(request, params.customer);
    const payments = paymentsOf(context);
    return readKept(db, now(), id, { kind: 'methods:1', read: () => readMethods(db, payments, id, now()) });
  });

  addRoute(app, contracts.listOpenInvoices, async ({ params, request }) => {
    const { id } = await reach(request, params.customer);
    return readOpenInvoices(db, paymentsOf(context), id, now());
  });

  addRoute(app, contracts.setDefaultPaymentMethod, async ({ params, body, request }) => {
    const customer = await reach(request, params.customer);
    const { payment_method_id: cardId, move_subscriptions: move = [] } = body;
    const key = idempotencyKeyOf(request);
    const notMoved = await setDefaultCard(
      db,
      paymentsOf(context),
      customer,
      { cardId, move },
      key,
      customerCallerOf(request, customer),
    );
    const message = notMoved.length === 0 ? 'Default payment method changed' : defaultChangedInPart(notMoved);
    return { status: 'success', message, not_moved: notMoved };
  });

  addRoute(app, contracts.deletePaymentMethod, async ({ params, body, request }) => {
    const customer = await reach(request, params.customer);
    const { payment_method_id: cardId, new_default_payment_method_id: next } = body;
    const key = idempotencyKeyOf(request);
    const removal = { cardId, newDefault: next ?? undefined };
    await removeCard(db, paymentsOf(context), customer, removal, key, customerCallerOf(request, customer));
    return { status: 'success', message: 'Payment method removed' };
  });

  addRoute(app, contracts.createSetupIntent, async ({ params, request }) => {
    const { id } = await reach(request, params.customer);
    return { client_secret: await startCardSetup(paymentsOf(context), id) };
  });

  addRoute(app, contracts.payOpenInvoices, async ({ params, body, request }) => {
    const customer = await reach(request, params.customer);
    const toPay = {
      invoiceIds: body.invoice_ids,
      cardId: body.payment_method_id,
      expectedDue: body.expected_due,
      usesForRenewals: body.use_for_renewals ?? false,
    };
    return changedByBrowser(
      customer,
      payOpenInvoices(
        db,
        paymentsOf(context),
        customer,
        toPay,
        idempotencyKeyOf(request),
        customerCallerOf(request, customer),
      ),
    );
  });

  addRoute(app, contracts.confirmPaymentMethod, async ({ params, body, request }) => {
    const customer = await reach(request, params.customer);
    const added = {
      setupIntentId: body.setup_intent_id,
      makeDefault: body.make_default,
      retryOpenInvoices: body.retry_open_invoices,
    };
    const { card, retried } = await changedByBrowser(
      customer,
      confirmAddedCard(
        db,
        paymentsOf(context),
        customer,
        added,
        idempotencyKeyOf(request),
        customerCallerOf(request, customer),
      ),
    );
    return { status: 'success', message: 'Card added', payment_method: card, retried };
  });

  addRoute(app, contracts.listInvoices, async ({ query, request }) => {
    const filter = await resolveInvoiceFilter(db, query.practice_id, query);
    const page = await readInvoices(db, paymentsOf(context), filter, query.starting_after || undefined, now());
    return { ...page, dashboard_url: dashboardFor(request) };
  });

  addRoute(app, contracts.readInvoiceTotals, async ({ query }) => {
    const filter = await resolveInvoiceFilter(db, query.practice_id, query);
    return readInvoiceTotals(db, paymentsOf(context), filter, now());
  });

  addRoute(app, contracts.exportInvoices, async ({ query, reply }) => {
    const filter = await resolveInvoiceFilter(db, query.practice_id, query);
    const { name, type, content } = await exportInvoices(db, paymentsOf(context), filter, query.format, now());
    void reply.type(type).header('content-disposition', `attachment; filename="${name}"`);
    return content;
  });
}

import type { FastifyInstance } from 'fastify';
import * as contracts from 'shared-api/contracts';
import type { UnmovedSubscription } from 'shared-api/contracts';
import { addRoute } from '../../platform/http/contract-route.js';
import type { PaymentsContext } from '../context.js';
import { paymentsOf } from '../stripe/stripe-on-context.js';
import { confirmAddedCard, startCardSetup } from './add-card.js';
import { handleBrowserChange, changeOf, reach } from './customer-calls.js';
import { setDefaultCard } from './default-card.js';
import { readCached } from './cached-reads.js';
import { readMethods } from './read-cards.js';
import { removeCard } from './remove-card.js';

const nameList = new Intl.ListFormat('en-US', { type: 'conjunction' });

const defaultChangedInPart = (notMoved: readonly UnmovedSubscription[]): string =>
  `Default payment method changed, but ${nameList.format(notMoved.map(({ name }) => name))} couldn’t be moved to it`;

export function cardsRoutes(app: FastifyInstance, context: PaymentsContext): void {
  const { db, now } = context;
  const mirror = () => ({ db, stripe: paymentsOf(context).stripe });

  addRoute(app, contracts.listPaymentMethods, async ({ params, request }) => {
    const { id } = await reach(context, request, params.customer);
    const payments = paymentsOf(context);
    return readCached(db, now(), id, { kind: 'methods:1', read: () => readMethods(db, payments, id, now()) });
  });

  addRoute(app, contracts.createSetupIntent, async ({ params, request }) => {
    const { id } = await reach(context, request, params.customer);
    return { client_secret: await startCardSetup(paymentsOf(context), id) };
  });

  addRoute(app, contracts.confirmPaymentMethod, async ({ params, body, request }) => {
    const { customer, caller } = await changeOf(context, request, params.customer);
    const added = {
      setupIntentId: body.setup_intent_id,
      makeDefault: body.make_default,
      retryOpenInvoices: body.retry_open_invoices,
    };
    const adding = confirmAddedCard(mirror(), customer, added, caller);
    const { card, retried } = await handleBrowserChange(context, customer, adding);
    return { status: 'success', message: 'Card added', payment_method: card, retried };
  });

  addRoute(app, contracts.setDefaultPaymentMethod, async ({ params, body, request }) => {
    const { customer, caller } = await changeOf(context, request, params.customer);
    const { payment_method_id: cardId, move_subscriptions: move = [] } = body;
    const notMoved = await setDefaultCard(mirror(), customer, { cardId, move }, caller);
    const message = notMoved.length === 0 ? 'Default payment method changed' : defaultChangedInPart(notMoved);
    return { status: 'success', message, not_moved: notMoved };
  });

  addRoute(app, contracts.deletePaymentMethod, async ({ params, body, request }) => {
    const { customer, caller } = await changeOf(context, request, params.customer);
    const { payment_method_id: cardId, new_default_payment_method_id: next } = body;
    await removeCard(mirror(), customer, { cardId, newDefault: next ?? undefined }, caller);
    return { status: 'success', message: 'Payment method removed' };
  });
}

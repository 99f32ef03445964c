import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contracts from 'shared-api/contracts';
import { missingRight } from 'shared-api/contracts';
import { forbidden } from '../../platform/errors/app-error.js';
import { addRoute } from '../../platform/http/contract-route.js';
import { isStaff, personOf } from '../../platform/http/principal.js';
import { idempotencyKeyOf } from '../../platform/idempotency/idempotency-key.js';
import type { PaymentsContext } from '../context.js';
import { newCustomerScope, permissionIn } from '../requests/idempotent-request.js';
import { paymentsOf } from '../stripe/stripe-on-context.js';
import { callerOf, dashboardFor, rightOf } from './customer-calls.js';
import { createCustomer, readCustomers } from './customers-service.js';

/** @throws AppError `forbidden` for a member of other practices, or without the right */
function assertMayCreateFor(request: FastifyRequest, practiceId: number): void {
  const person = personOf(request);
  if (isStaff(person)) return;
  const memberRights = person.memberships.get(practiceId);
  if (!memberRights) throw forbidden('You don’t have access to this practice.');
  if (!memberRights.has(rightOf(request))) throw forbidden(missingRight(rightOf(request)));
}

export function customersRoutes(app: FastifyInstance, context: PaymentsContext): void {
  const { db, now } = context;

  addRoute(app, contracts.readStripeInfo, () => {
    const { publishableKey, scriptUrl } = paymentsOf(context);
    return Promise.resolve({ stripe_publishable_key: publishableKey, stripe_js_url: scriptUrl });
  });

  addRoute(app, contracts.listCustomers, async ({ query, request }) => {
    const [{ customers, owners, ...reading }, create] = await Promise.all([
      readCustomers(db, paymentsOf(context), query.practice_id, now()),
      permissionIn(db, newCustomerScope(query.practice_id)),
    ]);
    return { customers, practice_owners: owners, dashboard_url: dashboardFor(context, request), create, ...reading };
  });

  addRoute(app, contracts.createCustomer, async ({ body, request }) => {
    const { practice_id: practiceId, user_id: userId, ...names } = body;
    assertMayCreateFor(request, practiceId);
    const customer = await createCustomer(
      db,
      paymentsOf(context),
      { ...names, practiceId, userId },
      idempotencyKeyOf(request),
      callerOf(context, request, () => assertMayCreateFor(request, practiceId)),
    );
    return { status: 'success', message: 'Customer created', customer };
  });
}

/**
 * The caller of a customer call, and what they may access. Each call's contract names the right that its handler
 * checks.
 */
import type { FastifyRequest } from 'fastify';
import type { Right } from 'shared-api/contracts';
import type { ProviderChangeContext } from '../../platform/audit/actor.js';
import { actorOf, personOf } from '../../platform/http/principal.js';
import { idempotencyKeyOf } from '../../platform/idempotency/idempotency-key.js';
import type { PaymentsContext } from '../context.js';
import type { BillingCaller } from '../subscriptions/billing-context.js';
import { invalidateCustomers } from '../stripe/cached-responses.js';
import { paymentsOf } from '../stripe/stripe-on-context.js';
import { practicesForCustomer } from './customer-access.js';
import type { ReachableCustomer } from './provider-customer.js';

/** The right that the call's contract requires of members. Every call whose handler checks access names a right. */
export function rightOf(request: FastifyRequest): Right {
  const { contract } = request.routeOptions.config;
  if (contract?.right === undefined) throw new Error(`The call ${contract?.name ?? request.url} names no right`);
  return contract.right;
}

/** The dashboard's address for links. Only super admins have them. */
export const dashboardFor = (context: PaymentsContext, request: FastifyRequest): string | null =>
  personOf(request).flags.super_admin ? paymentsOf(context).dashboardUrl : null;

/** @param assertReach decides what the call's contract leaves to its handler */
export const callerOf = (
  { now }: PaymentsContext,
  request: FastifyRequest,
  assertReach: () => unknown,
): ProviderChangeContext => ({
  actor: actorOf(request.principal),
  now: now(),
  assertStillAllowed: async () => {
    await request.assertStillAllowed();
    await assertReach();
  },
});

/** @throws AppError `forbidden`, `not_found` */
export const reach = async (
  { db }: PaymentsContext,
  request: FastifyRequest,
  customerId: string,
): Promise<ReachableCustomer> => ({
  id: customerId,
  practices: await practicesForCustomer(db, request, customerId, rightOf(request)),
});

export interface CustomerChange {
  customer: ReachableCustomer;
  caller: BillingCaller;
}

/** For a call that changes a customer: asserts again that the caller has access when the change takes effect. */
export async function changeOf(
  context: PaymentsContext,
  request: FastifyRequest,
  customerId: string,
): Promise<CustomerChange> {
  const customer = await reach(context, request, customerId);
  const caller = callerOf(context, request, () => reach(context, request, customerId));
  return { customer, caller: { ...caller, key: idempotencyKeyOf(request) } };
}

/** Called after a browser changed the customer at the provider, e.g. confirmed a card or a payment. */
export async function handleBrowserChange<Result>(
  { db }: PaymentsContext,
  customer: ReachableCustomer,
  work: Promise<Result>,
): Promise<Result> {
  try {
    return await work;
  } finally {
    await invalidateCustomers(db, [customer.id]);
  }
}

/** The subject and the caller of a call about a practice's billing. */
import type { FastifyRequest } from 'fastify';
import { personOf, providerChangeOf } from '../../platform/http/principal.js';
import { idempotencyKeyOf } from '../../platform/idempotency/idempotency-key.js';
import type { PaymentsContext } from '../context.js';
import { paymentsOf } from '../stripe/stripe-on-context.js';
import type { BillingCaller, BillingContext } from './billing-context.js';

export const billingOf = (context: PaymentsContext, practiceId: number): BillingContext => ({
  db: context.db,
  stripe: paymentsOf(context).stripe,
  practiceId,
});

export const billingCallerOf = ({ now }: PaymentsContext, request: FastifyRequest): BillingCaller => ({
  ...providerChangeOf(request, now()),
  key: idempotencyKeyOf(request),
});

/** Task admins don't count: they have no access to billing. */
export const isInternalOrSuperAdmin = (request: FastifyRequest): boolean => {
  const { flags } = personOf(request);
  return flags.internal || flags.super_admin;
};

/** The values that the dialog showed before a change that costs something. */
export function costOf(body: {
  proration_date?: number | undefined;
  expected_due?: number | undefined;
  payment_method_id?: string | undefined;
  subscription_version?: string | undefined;
}) {
  return {
    prorationDate: body.proration_date,
    expectedDue: body.expected_due,
    card: body.payment_method_id,
    version: body.subscription_version,
  };
}

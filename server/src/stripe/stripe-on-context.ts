import { Refusal } from '../http/refusal.js';
import type { Payments } from './stripe-client.js';

/** @throws Refusal 503 `billing_not_configured` */
export function paymentsOf(context: { payments: Payments | undefined }): Payments {
  if (context.payments) return context.payments;
  throw new Refusal(
    503,
    'billing_not_configured',
    'No payment provider is configured for this console. Ask whoever runs it to set the keys.',
  );
}

import { AppError } from '../../platform/errors/app-error.js';
import type { Payments } from './stripe-client.js';

/** @throws AppError 503 `billing_not_configured` */
export function paymentsOf(context: { payments: Payments | undefined }): Payments {
  if (context.payments) return context.payments;
  throw new AppError(
    503,
    'billing_not_configured',
    'Billing isn’t available because no payment provider is configured. Ask your administrator to set its keys.',
  );
}

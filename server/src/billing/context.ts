import type { PlatformContext } from '../platform/context.js';
import type { Payments } from './stripe/stripe-client.js';

export interface PaymentsContext extends PlatformContext {
  /** The payment provider; undefined if none is configured. */
  payments: Payments | undefined;
}

import type { ProviderChangeContext } from '../../platform/audit/actor.js';
import type { BillingMirror } from './mirror/refresh.js';

/** The practice, database and provider account that an operation works on. */
export interface BillingContext extends BillingMirror {
  practiceId: number;
}

/** The actor, time and key of a billing change. */
export interface BillingCaller extends ProviderChangeContext {
  /** The caller's `Idempotency-Key`. */
  key: string;
}

import type { Doing } from '../audit/actor.js';
import type { BillingMirror } from './mirror/refresh.js';

/** For which practice something is done, on which database and account. */
export interface BillingContext extends BillingMirror {
  practiceId: number;
}

/** Who changes something, and when. */
export interface BillingCaller extends Doing {
  /** The caller's `Idempotency-Key`. */
  key: string;
}

import * as z from 'zod/mini';
import { faultFields, faultKinds } from '../faults.js';

export const stripeFault = z.object({
  ...faultFields,
  /**
   * `executed_error`: executes the request, but returns an error. `rate_limited` and `lock_timeout`: does nothing and
   * returns Stripe's 429.
   */
  kind: z.enum([...faultKinds, 'executed_error', 'rate_limited', 'lock_timeout']),
});
export type StripeFault = z.infer<typeof stripeFault>;

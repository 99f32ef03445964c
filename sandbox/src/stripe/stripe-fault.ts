import * as z from 'zod/mini';
import { faultFields, faultKinds } from '../faults.js';

export const stripeFault = z.object({
  ...faultFields,
  /** `executed_error`: executes the request and returns an error all the same. */
  kind: z.enum([...faultKinds, 'executed_error']),
});
export type StripeFault = z.infer<typeof stripeFault>;

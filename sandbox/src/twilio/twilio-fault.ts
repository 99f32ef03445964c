import * as z from 'zod/mini';
import { faultFields } from '../faults.js';

export const twilioFault = z.object({
  ...faultFields,
  /** Twilio's error code. */
  code: z._default(z.int(), 20500),
  message: z._default(z.string(), 'An internal server error has occurred'),
});
export type TwilioFault = z.infer<typeof twilioFault>;

import * as z from 'zod/mini';
import { faultFields } from '../faults.js';

export const stripeFault = z.object(faultFields);
export type StripeFault = z.infer<typeof stripeFault>;

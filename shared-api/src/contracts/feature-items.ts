/** Types shared by the contracts of practice features and bulk changes. */
import * as z from 'zod/mini';

/** Name of a bundle, feature or feature flag. */
export const itemName = z.string().check(z.minLength(1, 'Must not be empty'), z.maxLength(100));

/** A bundle, feature or feature flag with its display name. */
export const displayItem = z.object({ name: z.string(), display_name: z.string() });

export const outcome = z.object({ status: z.string(), message: z.string() });
export const okStatus = ['success'];

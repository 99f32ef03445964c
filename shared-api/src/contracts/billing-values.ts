/** What the contracts of billing are made of. */
import * as z from 'zod/mini';

/** Epoch seconds. */
export const seconds = z.int();
/** Amounts of money. */
export const cents = z.int();

export const withDisplayName = z.object({ name: z.string(), display_name: z.string() });
/** A bundle with the features in it. */
export const bundleContents = z.extend(withDisplayName, { features: z.array(withDisplayName) });

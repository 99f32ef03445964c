/** Values shared by the billing contracts. */
import * as z from 'zod/mini';

/** Epoch seconds. */
export const seconds = z.int();
/** An amount of money in the currency's smallest unit. */
export const cents = z.int();

export const withDisplayName = z.object({ name: z.string(), display_name: z.string() });
/** A bundle with its features. */
export const bundleContents = z.extend(withDisplayName, { features: z.array(withDisplayName) });

/** Whether an action is currently allowed, and the reason if it isn't. The server decides, and the page shows it. */
export const permittedAction = z.object({ allowed: z.boolean(), reason: z.nullable(z.string()) });

/** A preview of a module, for its team's list and people who can open it. Its calls are in `module-previews`. */
import * as z from 'zod/mini';

export const modulePreview = z.object({
  name: z.string(),
  version: z.string(),
  /** Path of the page that opens it. */
  path: z.string(),
  /** Epoch seconds. */
  published_at: z.int(),
  published_by: z.string(),
  /** Epoch seconds. */
  expires_at: z.int(),
});
export type ModulePreview = z.infer<typeof modulePreview>;

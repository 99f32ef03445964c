import * as z from 'zod/mini';

/** What a stale write answers: who changed the record meanwhile, and when (epoch seconds). */
export const conflict = z.object({
  changed_by: z.string(),
  changed_at: z.int(),
  /** Each field that changed since, by its dotted path, where the record tells them apart. */
  changes: z.optional(z.array(z.object({ field: z.string(), changed_by: z.string(), changed_at: z.int() }))),
});
export type Conflict = z.infer<typeof conflict>;

/**
 * The one shape of every refusal (DECISIONS 9). `error` repeats `message`, because some documented calls read one and
 * some the other. `fields` maps a dotted path of the body to what is wrong there.
 */
export const errorBody = z.object({
  status: z.literal('error'),
  code: z.string(),
  message: z.string(),
  error: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  conflict: z.optional(conflict),
  /** Practices that hold the seats already, when attaching is rejected (server rule 7). */
  practices: z.optional(z.array(z.object({ id: z.int(), name: z.string() }))),
});
export type ErrorBody = z.infer<typeof errorBody>;

import * as z from 'zod/mini';

/** The details of a rejected stale write: who changed the record, and when in epoch seconds. */
export const conflict = z.object({
  changed_by: z.string(),
  changed_at: z.int(),
  /** The changed fields by dotted path, if the record has field-level changes. */
  changes: z.optional(z.array(z.object({ field: z.string(), changed_by: z.string(), changed_at: z.int() }))),
});
export type Conflict = z.infer<typeof conflict>;

/**
 * The body of every error response (DECISIONS 9). `error` repeats `message`, because documented clients read either
 * one. `fields` maps dotted paths of the request body to messages.
 */
export const errorBody = z.object({
  status: z.literal('error'),
  code: z.string(),
  message: z.string(),
  error: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  conflict: z.optional(conflict),
  /**
   * Practices that already hold the seats, if an attachment is rejected (server rule 7). With
   * `support_reason_required`, practices of which one must be opened.
   */
  practices: z.optional(z.array(z.object({ id: z.int(), name: z.string() }))),
});
export type ErrorBody = z.infer<typeof errorBody>;

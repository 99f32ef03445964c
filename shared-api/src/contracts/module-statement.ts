/**
 * The signed statement of a pipeline about a version that it publishes (decision 0211): a DSSE envelope
 * (https://github.com/secure-systems-lab/dsse), whose field names are that standard's.
 */
import * as z from 'zod/mini';

/** What the payload of a statement is: JSON with `checked`, `opened`, `signed_at`, and the `declaration` and `build` of the version. */
export const STATEMENT_TYPE = 'application/vnd.practice-console.module-release+json';

export const signedStatement = z.strictObject({
  payloadType: z.literal(STATEMENT_TYPE),
  /** The payload in base64. */
  payload: z.base64(),
  signatures: z
    .array(
      z.strictObject({
        /** Name of the pipeline, as the console knows its key. */
        keyid: z.string().check(z.minLength(1), z.maxLength(80)),
        /** Ed25519, in base64. */
        sig: z.base64(),
      }),
    )
    .check(z.minLength(1), z.maxLength(5)),
});
export type SignedStatement = z.infer<typeof signedStatement>;

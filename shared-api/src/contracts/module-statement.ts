/**
 * A pipeline's signed statement about a version that it publishes (decision 0211): a DSSE envelope
 * (https://github.com/secure-systems-lab/dsse) with that standard's field names.
 */
import * as z from 'zod/mini';

/**
 * The payload type of a statement: JSON with `checked`, `opened`, `signed_at`, and the `declaration` and `build` of the
 * version.
 */
export const STATEMENT_TYPE = 'application/vnd.practice-console.module-release+json';

export const signedStatement = z.strictObject({
  payloadType: z.literal(STATEMENT_TYPE),
  /** The payload in base64. */
  payload: z.base64(),
  signatures: z
    .array(
      z.strictObject({
        /** Name of the pipeline's key in the console. */
        keyid: z.string().check(z.minLength(1), z.maxLength(80)),
        /** Ed25519, in base64. */
        sig: z.base64(),
      }),
    )
    .check(z.minLength(1), z.maxLength(5)),
});
export type SignedStatement = z.infer<typeof signedStatement>;

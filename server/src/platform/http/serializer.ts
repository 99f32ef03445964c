import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import * as z from 'zod/mini';

/** A response that violates its contract: always the server's error, never the caller's. */
class AnswerMismatch extends Error {
  constructor(method: string, url: string, cause: z.core.$ZodError) {
    super(`The response of ${method} ${url} doesn’t match its contract: ${z.prettifyError(cause)}`, { cause });
  }
}

/** Validates every response against its contract, so that only the contract's fields are sent. */
export const responseSerializer: FastifySerializerCompiler<z.ZodMiniType> =
  ({ schema, method, url }) =>
  (data: unknown) => {
    const read = schema.safeParse(data);
    if (!read.success) throw new AnswerMismatch(method, url, read.error);
    return JSON.stringify(read.data);
  };

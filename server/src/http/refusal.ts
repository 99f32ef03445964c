import type { Conflict, ErrorBody } from 'shared-api/contracts';

export interface RefusalDetails {
  /** Dotted path of the body → what is wrong there. */
  fields?: Record<string, string>;
  conflict?: Conflict;
  /** Practices that stand in the way. */
  practices?: NonNullable<ErrorBody['practices']>;
  /** Seconds after which trying again makes sense. */
  retryAfter?: number;
}

/** A refusal with words for a person. Services throw it; it becomes the one error body, and never a log of an error. */
export class Refusal extends Error {
  constructor(
    readonly statusCode: number,
    /** Clients branch on it; it never changes. */
    readonly code: string,
    message: string,
    readonly details: RefusalDetails = {},
  ) {
    super(message);
  }
}

export const signedOut = (): Refusal => new Refusal(401, 'signed_out', 'Sign in to continue.');
export const forbidden = (message: string): Refusal => new Refusal(403, 'forbidden', message);
export const notFound = (message: string): Refusal => new Refusal(404, 'not_found', message);
export const invalid = (message: string, fields: Record<string, string>): Refusal =>
  new Refusal(422, 'invalid', message, { fields });
export const stale = (message: string, conflict: Conflict): Refusal =>
  new Refusal(409, 'stale_version', message, { conflict });

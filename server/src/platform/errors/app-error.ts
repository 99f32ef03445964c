import type { Conflict, ErrorBody } from 'shared-api/contracts';

export interface AppErrorDetails {
  /** Dotted path of the body → its error message. */
  fields?: Record<string, string>;
  conflict?: Conflict;
  /** Practices that prevent the change. */
  practices?: NonNullable<ErrorBody['practices']>;
  /** Seconds after which a retry makes sense. */
  retryAfter?: number;
}

/**
 * An error with a message for people. Services throw it. The error handler turns it into the standard error body and
 * does not log it as an error.
 */
export class AppError extends Error {
  constructor(
    readonly statusCode: number,
    /** Clients branch on it; it never changes. */
    readonly code: string,
    message: string,
    readonly details: AppErrorDetails = {},
  ) {
    super(message);
  }
}

export const signedOut = (): AppError => new AppError(401, 'signed_out', 'Sign in to continue.');
export const forbidden = (message: string): AppError => new AppError(403, 'forbidden', message);
/**
 * For a call that this server doesn't have. Its code lets pages distinguish it from a missing record: a module may be
 * newer than the server.
 */
export const unknownCall = (method: string, path: string): AppError =>
  new AppError(
    404,
    'unknown_call',
    `This console doesn’t serve ${method} ${path}. Ask the console’s operator for an update.`,
  );
export const notFound = (message: string): AppError => new AppError(404, 'not_found', message);
export const invalid = (message: string, fields: Record<string, string>): AppError =>
  new AppError(422, 'invalid', message, { fields });
export const stale = (message: string, conflict: Conflict): AppError =>
  new AppError(409, 'stale_version', message, { conflict });

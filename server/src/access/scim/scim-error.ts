/** Errors in SCIM's format (RFC 7644, section 3.12). */
import type { FastifyError } from 'fastify';
import { AppError } from '../../platform/errors/app-error.js';

export const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';

export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'uniqueness';

export class ScimError extends Error {
  constructor(
    readonly statusCode: number,
    readonly scimType: ScimType | undefined,
    message: string,
    /** For the audit log and metrics. */
    readonly reason: string | undefined = scimType,
  ) {
    super(message);
  }
}

export const badRequest = (scimType: ScimType, message: string): ScimError => new ScimError(400, scimType, message);
export const resourceNotFound = (message = 'This resource doesn’t exist.'): ScimError =>
  new ScimError(404, undefined, message);
export const notSupported = (message: string): ScimError => new ScimError(501, undefined, message);

export const exists = (): ScimError => new ScimError(409, 'uniqueness', 'Another account has this userName.');

/** The error for the client. Undefined for an unexpected error. */
export function scimErrorOf(error: FastifyError | Error): ScimError | undefined {
  if (error instanceof ScimError) return error;
  const { statusCode: status = 500 } = error as Partial<FastifyError>;
  if (status >= 500) return undefined;
  if (error instanceof AppError) {
    if (error.code === 'exists') return exists();
    if (error.code === 'last_super_admin') return new ScimError(409, undefined, error.message, 'lastAdmin');
    return status === 400 || status === 422
      ? badRequest('invalidValue', error.message)
      : new ScimError(status, undefined, error.message);
  }
  if (status === 413) return new ScimError(413, undefined, 'The request is too large.');
  if (status === 415) return new ScimError(415, undefined, 'The body must be application/scim+json.');
  return badRequest('invalidSyntax', 'The request isn’t valid JSON.');
}

export const scimErrorBody = ({ statusCode, scimType, message }: ScimError): object => ({
  schemas: [ERROR_SCHEMA],
  status: String(statusCode),
  ...(scimType !== undefined && { scimType }),
  detail: message,
});

/** Turns every error into the standard error body (DECISIONS 9). */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from 'shared-api/contracts';
import { AppError } from '../errors/app-error.js';
import { fieldMessages, validationSentence } from './validation-messages.js';

/** Our messages for Fastify's own errors, by its codes. */
const ofFastify: Record<string, [status: number, code: string, message: string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'body_too_large', 'The request is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'unsupported_media_type', 'The request body must be JSON (application/json).'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'malformed_body', 'The request body isn’t valid JSON.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'malformed_body', 'The request body is empty.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'malformed_body', 'The request body isn’t as long as the request states.'],
  FST_ERR_BAD_URL: [400, 'malformed_address', 'The address isn’t valid.'],
  FST_ERR_MAX_URL_LENGTH: [414, 'malformed_address', 'The address is too long.'],
};

/** Maximum number of fields in an error, so that rejecting a save of a thousand rows stays small. */
const MAX_FIELDS = 100;

function firstFields(fields: Record<string, string> | undefined): Record<string, string> | undefined {
  return fields && Object.fromEntries(Object.entries(fields).slice(0, MAX_FIELDS));
}

export function errorBodyOf(appError: AppError): ErrorBody {
  const { conflict, practices } = appError.details;
  const fields = firstFields(appError.details.fields);
  return {
    status: 'error',
    code: appError.code,
    message: appError.message,
    error: appError.message,
    ...(fields && { fields }),
    ...(conflict && { conflict }),
    ...(practices && { practices }),
  };
}

/** The error for people. Undefined for an unexpected error. */
function refusalOf(error: FastifyError): AppError | undefined {
  if (error instanceof AppError) return error;
  if (error.validation) {
    const fields = fieldMessages(error.validation);
    return new AppError(400, 'invalid', validationSentence(fields), { fields });
  }
  const words = ofFastify[error.code];
  if (words) return new AppError(...words);
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new AppError(error.statusCode, 'malformed_request', 'The request isn’t valid.');
  }
  return undefined;
}

/** Logs an error's cause without anything that can contain secrets: headers, bodies and provider objects. */
function logCause(request: FastifyRequest, { cause, code }: AppError): void {
  if (!(cause instanceof Error)) return;
  const { name, message } = cause;
  const { code: causeCode, param, requestId, statusCode } = cause as unknown as Record<string, unknown>;
  request.log.warn(
    { code, cause: { name, message, code: causeCode, param, requestId, statusCode } },
    'request refused',
  );
}

export function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const appError =
    refusalOf(error) ?? new AppError(500, 'internal_error', 'Something went wrong on our side. Try again.');
  request.errorCode = appError.code;
  logCause(request, appError);
  if (appError.statusCode >= 500) request.log.error({ err: error }, 'request failed');
  if (appError.details.retryAfter !== undefined) reply.header('retry-after', String(appError.details.retryAfter));
  // Serialized here, because the route's schema describes only its success response.
  reply
    .code(appError.statusCode)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(errorBodyOf(appError));
}

export function registerErrorHandlers(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>(sendError);
}

/** Makes the one error body from whatever went wrong (DECISIONS 9). */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from 'shared-api/contracts';
import { Refusal } from './refusal.js';
import { fieldMessages, validationSentence } from './validation-messages.js';

/** Refusals of Fastify itself, by its codes, in our words. */
const ofFastify: Record<string, [status: number, code: string, message: string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'body_too_large', 'The request is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'unsupported_media_type', 'The body must be JSON (application/json).'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'malformed_body', 'The body is not JSON that can be read.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'malformed_body', 'The body is empty.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'malformed_body', 'The body is not as long as the request says.'],
  FST_ERR_BAD_URL: [400, 'malformed_address', 'The address cannot be read.'],
  FST_ERR_MAX_URL_LENGTH: [414, 'malformed_address', 'The address is too long.'],
};

/** Fields that a refusal names. A form shows no more, and a refused save of a thousand rows stays a small answer. */
const MAX_FIELDS = 100;

function firstFields(fields: Record<string, string> | undefined): Record<string, string> | undefined {
  return fields && Object.fromEntries(Object.entries(fields).slice(0, MAX_FIELDS));
}

export function errorBodyOf(refusal: Refusal): ErrorBody {
  const { conflict, practices } = refusal.details;
  const fields = firstFields(refusal.details.fields);
  return {
    status: 'error',
    code: refusal.code,
    message: refusal.message,
    error: refusal.message,
    ...(fields && { fields }),
    ...(conflict && { conflict }),
    ...(practices && { practices }),
  };
}

/** The refusal that an error stands for; undefined when it is a fault of ours. */
function refusalOf(error: FastifyError): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (error.validation) {
    const fields = fieldMessages(error.validation);
    return new Refusal(400, 'invalid', validationSentence(fields), { fields });
  }
  const known = ofFastify[error.code];
  if (known) return new Refusal(...known);
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new Refusal(error.statusCode, 'malformed_request', 'The request cannot be read.');
  }
  return undefined;
}

/** The raw error behind a refusal, without what may carry secrets: headers, bodies and objects of the provider. */
function logCause(request: FastifyRequest, { cause, code }: Refusal): void {
  if (!(cause instanceof Error)) return;
  const { name, message } = cause;
  const { code: causeCode, param, requestId, statusCode } = cause as unknown as Record<string, unknown>;
  request.log.warn(
    { code, cause: { name, message, code: causeCode, param, requestId, statusCode } },
    'request refused',
  );
}

export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const refusal =
    refusalOf(error) ?? new Refusal(500, 'internal_error', 'Something went wrong on our side. Try again.');
  request.errorCode = refusal.code;
  logCause(request, refusal);
  if (refusal.statusCode >= 500) request.log.error({ err: error }, 'request failed');
  if (refusal.details.retryAfter !== undefined) reply.header('retry-after', String(refusal.details.retryAfter));
  // Serialized here: the route's schema describes its success.
  reply
    .code(refusal.statusCode)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(errorBodyOf(refusal));
}

export function answerErrorsInOneShape(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>(answerError);
}

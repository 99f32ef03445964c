/** Makes the one error body from whatever went wrong (DECISIONS 9). */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from 'shared-api/contracts';
import { Refusal } from './refusal.js';

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

export function errorBodyOf(refusal: Refusal): ErrorBody {
  const { fields, conflict, practices } = refusal.details;
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

/** Words for a person about what a schema refused, by the dotted path of the field. */
function fieldsOf(error: FastifyError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of error.validation ?? []) {
    const path = issue.instancePath.slice(1).replaceAll('/', '.');
    const unknownKeys: unknown = issue.params['keys'];
    if (issue.keyword === 'unrecognized_keys' && Array.isArray(unknownKeys)) {
      for (const key of unknownKeys) fields[path === '' ? String(key) : `${path}.${key}`] = 'Unknown field';
    } else {
      fields[path] ??= issue.message ?? 'Not allowed here';
    }
  }
  return fields;
}

/** The refusal that an error stands for; undefined when it is a fault of ours. */
function refusalOf(error: FastifyError): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (error.validation) {
    const fields = fieldsOf(error);
    const [first] = Object.entries(fields);
    const message = first === undefined || first[0] === '' ? 'The request is not right' : `${first[0]}: ${first[1]}`;
    return new Refusal(400, 'invalid', message, { fields });
  }
  const known = ofFastify[error.code];
  if (known) return new Refusal(...known);
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new Refusal(error.statusCode, 'malformed_request', 'The request cannot be read.');
  }
  return undefined;
}

export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const refusal =
    refusalOf(error) ?? new Refusal(500, 'internal_error', 'Something went wrong on our side. Try again.');
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

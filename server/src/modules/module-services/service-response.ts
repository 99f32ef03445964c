/**
 * Decides which parts of a service's response reach the page. A service isn't trusted like the console: nothing is
 * passed on unchecked.
 */
import { isUtf8 } from 'node:buffer';
import { AppError } from '../../platform/errors/app-error.js';
import * as z from 'zod/mini';
import type { ResponseSchema } from '../registry/response-schemas.js';
import { ServiceFailure } from './service-failure.js';
import type { ServiceResponse } from './service-request.js';

const JSON_TYPE = 'application/json';
/** Content types that a browser saves. None can run in the console's origin. */
const downloadTypes = ['text/csv', 'application/pdf'];

/** Client errors with their usual meaning for a page. */
const passedStatuses = new Set([400, 403, 404, 405, 409, 410, 412, 413, 415, 422, 423, 428, 429]);

/** Console codes that make a page sign in again or blame the console. A service can't use them. */
const consoleCodes = new Set([
  'signed_out',
  'unknown_token',
  'expired_token',
  'cross_site',
  'unknown_call',
  'call_not_granted',
]);

const MAX_RETRY_AFTER_SECONDS = 3600;

/** The service's error in the console's format, without its other content. */
const serviceError = z.object({
  code: z.string().check(z.regex(/^[a-z][a-z0-9_]{0,59}$/)),
  message: z.string().check(z.minLength(1), z.maxLength(500)),
  fields: z.optional(z.record(z.string().check(z.maxLength(200)), z.string().check(z.maxLength(500)))),
});

export interface PassedResponse {
  status: number;
  /** Undefined without content. */
  type: string | undefined;
  body: Buffer;
  etag: string | undefined;
  /** True for content that the browser saves instead of showing it. */
  isDownload: boolean;
}

function jsonOf(body: Buffer): unknown {
  try {
    if (!isUtf8(body)) throw new SyntaxError('not UTF-8');
    return JSON.parse(body.toString()) as unknown;
  } catch (cause) {
    throw new ServiceFailure('not_json', { cause });
  }
}

function mediaTypeOf({ headers }: ServiceResponse): string {
  return headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
}

function retryAfterOf({ headers }: ServiceResponse): { retryAfter?: number } {
  const text = headers['retry-after'] ?? '';
  return /^\d{1,6}$/.test(text) ? { retryAfter: Math.min(Number(text), MAX_RETRY_AFTER_SECONDS) } : {};
}

/** An entity tag as RFC 9110 allows it. */
const isEtag = (text: string): boolean => /^(W\/)?"[\x21\x23-\x7e]{0,200}"$/.test(text);

function errorOf(answer: ServiceResponse, title: string): AppError {
  let json: unknown;
  try {
    json = mediaTypeOf(answer) === JSON_TYPE ? jsonOf(answer.body) : undefined;
  } catch {
    json = undefined;
  }
  const parsed = serviceError.safeParse(json);
  if (!parsed.success || consoleCodes.has(parsed.data.code)) {
    return new AppError(
      answer.status,
      'service_refused',
      `${title} couldn’t do this. Check what you entered, and try again.`,
      retryAfterOf(answer),
    );
  }
  const { code, message, fields } = parsed.data;
  return new AppError(answer.status, code, message, { ...retryAfterOf(answer), ...(fields && { fields }) });
}

/** @throws ServiceFailure naming the position, for the log */
function assertExpected(json: unknown, expected: ResponseSchema | undefined): void {
  const issue = expected?.safeParse(json).error?.issues[0];
  if (issue === undefined) return;
  const cause = new Error(`${issue.path.join('.') || 'answer'}: ${issue.message}`);
  throw new ServiceFailure('invalid_answer', { cause });
}

/**
 * @param title of the module, as displayed
 * @param expected the schema of a JSON response
 * @throws ServiceFailure for a response that can't be passed on, AppError for a refusal by the service
 */
export function checkResponse(
  answer: ServiceResponse,
  title: string,
  expected: ResponseSchema | undefined,
): PassedResponse {
  const { status, headers, body } = answer;
  if (status >= 500) throw new ServiceFailure('server_error');
  if (status >= 300 && status < 400) throw new ServiceFailure('redirect');
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new ServiceFailure('encoded');
  if (passedStatuses.has(status)) throw errorOf(answer, title);
  if (status < 200 || status >= 400) throw new ServiceFailure('status');
  const passed = { status, body, etag: headers.etag !== undefined && isEtag(headers.etag) ? headers.etag : undefined };
  if (body.length === 0) return { ...passed, status: 204, type: undefined, isDownload: false };
  const type = mediaTypeOf(answer);
  if (type === JSON_TYPE) {
    assertExpected(jsonOf(body), expected);
    return { ...passed, type: `${JSON_TYPE}; charset=utf-8`, isDownload: false };
  }
  if (downloadTypes.includes(type)) return { ...passed, type, isDownload: true };
  throw new ServiceFailure('content_type');
}

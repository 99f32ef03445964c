import { type Conflict, type ErrorBody, errorBody } from '../contracts/error.js';

/**
 * The one error shape inside the console. `status` is the HTTP status, or 0 when no answer came. Branch on `code`,
 * never on text.
 *
 * Codes made here: `no_answer`, `timeout`, `cancelled`, `not_json`, and `refused` for a 200 whose body says that it
 * failed. All others are the server's.
 */
export interface ApiError {
  status: number;
  code: string;
  message: string;
  /** Dotted path of the body → what is wrong there. */
  fields?: Record<string, string>;
  conflict?: Conflict;
  /** Practices that stand in the way. */
  practices?: NonNullable<ErrorBody['practices']>;
}

/** Words for a person; each says what to do next. */
const words = {
  noAnswer: 'The server did not answer. Check your connection and try again.',
  timeout: 'The server took too long to answer. Try again.',
  cancelled: 'The request was cancelled.',
  notJson: 'The server gave an answer that this page cannot read. Try again in a minute.',
} as const;

/** No answer, or one that is not JSON: the specification's "exception", as against a "failure" (DECISIONS 9). */
export function isException(error: ApiError): boolean {
  return error.status === 0 || error.code === 'not_json';
}

/** The text that the server sent with a failure; undefined where the words are this package's own. */
export function serverMessage(error: ApiError): string | undefined {
  return isException(error) || error.message === '' ? undefined : error.message;
}

export function noAnswer(reason: unknown): ApiError {
  const name = (reason as { name?: unknown } | null)?.name;
  if (name === 'TimeoutError') return { status: 0, code: 'timeout', message: words.timeout };
  if (name === 'AbortError') return { status: 0, code: 'cancelled', message: words.cancelled };
  return { status: 0, code: 'no_answer', message: words.noAnswer };
}

export function notJson(status: number): ApiError {
  return { status, code: 'not_json', message: words.notJson };
}

/** Makes the one shape from a JSON body that says failure, whichever of the documented spellings it uses. */
export function errorFrom(status: number, body: unknown): ApiError {
  const known = errorBody.safeParse(body);
  if (known.success) {
    const { code, message, fields, conflict, practices } = known.data;
    return {
      status,
      code,
      message,
      ...(fields && { fields }),
      ...(conflict && { conflict }),
      ...(practices && { practices }),
    };
  }
  const loose = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const text = [loose['message'], loose['error']].find((value) => typeof value === 'string');
  return { status, code: status === 200 ? 'refused' : `http_${status}`, message: text ?? '' };
}

/** True for the shape above: what RTK Query hands out may also be a serialized exception of ours. */
export function isApiError(value: unknown): value is ApiError {
  return typeof value === 'object' && value !== null && 'code' in value && 'status' in value && 'message' in value;
}

import { type Conflict, type ErrorBody, errorBody } from '../contracts/error.js';

/**
 * The one error shape inside the console. `status` is the HTTP status, or 0 when no answer came. Branch on `code`,
 * never on text.
 *
 * Codes made here: `no_answer`, `timeout`, `cancelled`, `not_json`, `refused` for a 200 whose body says that it failed,
 * and `unexpected` for an exception of the page's own code. All others are the server's.
 */
export interface ApiError {
  status: number;
  code: string;
  message: string;
  /** Dotted path of the body → what is wrong there. */
  fields?: Record<string, string>;
  conflict?: Conflict;
  /** Practices that block the change. */
  practices?: NonNullable<ErrorBody['practices']>;
}

/** Screen texts; each says what to do next. */
const messages = {
  noAnswer: 'The server didn’t answer. Check your connection and try again.',
  timeout: 'The server took too long to answer. Try again.',
  cancelled: 'The request was canceled.',
  notJson: 'This page couldn’t read the server’s answer. Try again in a minute.',
  unexpected: 'Something went wrong on this page. Reload it and try again.',
} as const;

/** No answer, or one that is not JSON: an "exception" in the specification's sense, not a "failure" (DECISIONS 9). */
export function isException(error: ApiError): boolean {
  return error.status === 0 || error.code === 'not_json';
}

/** The text that the server sent with a failure; undefined when the text is this package's own. */
export function serverMessage(error: ApiError): string | undefined {
  return isException(error) || error.message === '' ? undefined : error.message;
}

export function connectionError(reason: unknown): ApiError {
  const name = (reason as { name?: unknown } | null)?.name;
  if (name === 'TimeoutError') return { status: 0, code: 'timeout', message: messages.timeout };
  if (name === 'AbortError') return { status: 0, code: 'cancelled', message: messages.cancelled };
  return { status: 0, code: 'no_answer', message: messages.noAnswer };
}

export function unreadableAnswerError(status: number): ApiError {
  return { status, code: 'not_json', message: messages.notJson };
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

/** True for the shape above: RTK Query may also hand out a serialized exception of the page's own code. */
export function isApiError(value: unknown): value is ApiError {
  return typeof value === 'object' && value !== null && 'code' in value && 'status' in value && 'message' in value;
}

/**
 * The error of a query, a mutation or a rejected call in the one shape. Anything else than the transport's own error is
 * an exception of the page's code: its text is for the console of the browser, not for people.
 */
export function apiErrorOf<Thrown>(
  error: Thrown,
): unknown extends Thrown ? ApiError : undefined extends Thrown ? ApiError | undefined : ApiError;
export function apiErrorOf(error: unknown): ApiError | undefined {
  if (error === undefined || isApiError(error)) return error;
  return { status: 0, code: 'unexpected', message: messages.unexpected };
}

import type { Conflict, ErrorBody } from '../contracts/error.js';

/**
 * The error type of the console. `status` is the HTTP status, or 0 without a response. Branch on `code`,
 * never on text.
 *
 * `unknown_call` is the server's code for a call that it doesn't have: the module is newer than the console. A missing record
 * has another code.
 *
 * Codes of the transport: `no_answer`, `timeout`, `cancelled`, `not_json`, `refused` for a 200 with a failure in its body,
 * and `unexpected` for an exception in the page's code. All others are the server's.
 */
export interface ApiError {
  status: number;
  code: string;
  message: string;
  /** Dotted path of the body → message. */
  fields?: Record<string, string>;
  conflict?: Conflict;
  /** Practices that block the change. */
  practices?: NonNullable<ErrorBody['practices']>;
}

/** Screen texts. Each says what to do next. */
const messages = {
  noAnswer: 'The server didn’t answer. Check your connection and try again.',
  timeout: 'The server took too long to answer. Try again.',
  cancelled: 'The request was canceled.',
  notJson: 'This page couldn’t read the server’s answer. Try again in a minute.',
  unexpected: 'Something went wrong on this page. Reload it and try again.',
} as const;

/** True without a JSON response: an "exception" in the specification's sense, not a "failure" (DECISIONS 9). */
export function isException(error: ApiError): boolean {
  return error.status === 0 || error.code === 'not_json';
}

/**
 * True if the change might have been made: without a readable response, or after an error of the server or a provider.
 * A retry uses the same idempotency key.
 */
export function isUnknownOutcome(error: ApiError): boolean {
  return isException(error) || error.status >= 500;
}

/** The server's failure message; undefined if the message comes from this package. */
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

/** The server's code for a call that it doesn't implement. */
const UNKNOWN_CALL = 'unknown_call';

/**
 * True if the server doesn't implement the call, because the module is newer than the console. Retrying doesn't help.
 */
export function isUnknownCall(error: Pick<ApiError, 'code'>): boolean {
  return error.code === UNKNOWN_CALL;
}

/**
 * The message of an unknown call, which names the call and says what to do next; undefined for any other error.
 * `remedyMessage` covers more such errors.
 */
export function unknownCallMessage(error: unknown): string | undefined {
  return isApiError(error) && isUnknownCall(error) ? error.message : undefined;
}

/**
 * The server's message if it alone knows what to do next: for an unknown call, and for too many requests, where it says
 * when to try again. A page with its own text shows `remedyMessage(error) ?? text`.
 */
export function remedyMessage(error: unknown): string | undefined {
  if (isApiError(error) && error.status === 429) return serverMessage(error);
  return unknownCallMessage(error);
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string';

function fieldsIn({ fields }: Fields): ErrorBody['fields'] {
  return isObject(fields) && Object.values(fields).every(isText) ? (fields as Record<string, string>) : undefined;
}

function conflictIn({ conflict }: Fields): Conflict | undefined {
  if (!isObject(conflict)) return undefined;
  const { changed_by: person, changed_at: at, changes = [] } = conflict;
  return isText(person) && Number.isInteger(at) && Array.isArray(changes)
    ? (conflict as unknown as Conflict)
    : undefined;
}

function practicesIn({ practices }: Fields): ErrorBody['practices'] {
  const areNamed = Array.isArray(practices) && practices.every((one) => Number.isInteger(one?.id) && isText(one.name));
  return areNamed ? (practices as ErrorBody['practices']) : undefined;
}

/**
 * Creates the error from the JSON body of a failure, in any documented spelling. Doesn't use the schema of `errorBody`,
 * which would add zod to modules that don't otherwise need it. Invalid parts are omitted.
 */
export function errorFrom(status: number, body: unknown): ApiError {
  const content = isObject(body) ? body : {};
  const { code, message } = content;
  if (content['status'] === 'error' && isText(code) && isText(message)) {
    const [fields, conflict, practices] = [fieldsIn(content), conflictIn(content), practicesIn(content)];
    return {
      status,
      code,
      message,
      ...(fields && { fields }),
      ...(conflict && { conflict }),
      ...(practices && { practices }),
    };
  }
  const text = [message, content['error']].find(isText);
  return { status, code: status === 200 ? 'refused' : `http_${status}`, message: text ?? '' };
}

/** True for an `ApiError`. RTK Query may also return a serialized exception of the page's code. */
export function isApiError(value: unknown): value is ApiError {
  return typeof value === 'object' && value !== null && 'code' in value && 'status' in value && 'message' in value;
}

/**
 * Converts the error of a query, a mutation or a rejected call. Anything except the transport's error is an exception
 * in the page's code, whose text is meant for the browser's console.
 */
export function apiErrorOf<Thrown>(
  error: Thrown,
): unknown extends Thrown ? ApiError : undefined extends Thrown ? ApiError | undefined : ApiError;
export function apiErrorOf(error: unknown): ApiError | undefined {
  if (error === undefined || isApiError(error)) return error;
  return { status: 0, code: 'unexpected', message: messages.unexpected };
}

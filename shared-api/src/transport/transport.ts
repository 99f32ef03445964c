/** Sends calls to the server and turns every failure into one error shape. Shows nothing on screen. */
import type { BodyOf, Call, ParamsOf, QueryOf } from '../contracts/call.js';
import type { AnsweredCall } from '../remote.js';
import { type ApiError, errorFrom, connectionError, unreadableAnswerError } from './api-error.js';
import { type ChangeKey, keyOfChange } from './idempotency-keys.js';

/** A call with its arguments, ready to be sent. */
export interface ApiRequest {
  readonly call: Call;
  readonly params?: Record<string, string | number>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
  /** Version of the record that the change was made on; a stale one is refused with 409. */
  readonly ifMatch?: string | undefined;
  /** The record is to be new: one that exists is refused with 409. */
  readonly ifNoneMatch?: '*' | undefined;
  /** Names the one change that this call is to make, however often it is sent. Absent: the transport names it. */
  readonly idempotencyKey?: string | undefined;
}

/** What a call is made with: as its contract says, and the conditions on the version of a record. */
export type CallArguments<C extends Call> = (Record<never, never> extends ParamsOf<C>
  ? object
  : { params: ParamsOf<C> }) &
  (undefined extends BodyOf<C> ? { body?: BodyOf<C> } : { body: BodyOf<C> }) & {
    query?: QueryOf<C>;
    ifMatch?: string | undefined;
    ifNoneMatch?: '*' | undefined;
    idempotencyKey?: string | undefined;
  };

/** The request for a call, its arguments checked by the contract's types. */
export function request<C extends Call>(call: C, args: CallArguments<C>): ApiRequest {
  return { call, ...(args as Omit<ApiRequest, 'call'>) };
}

/** What the transport needs from its surroundings; a remote takes it from `RemoteProps`. */
export interface TransportContext {
  /** Asks the person to sign in again. Resolves true when the same person did, and the call is then repeated. */
  reauthenticate(): Promise<boolean>;
  /** Receives the revision of the module registry that came with an answer. */
  heardRevision(revision: string): void;
  /** Receives how each call ended; absent when nobody subscribes. */
  answered?(call: AnsweredCall): void;
}

export interface AnswerMeta {
  /** Version of the record, where the call has one. */
  etag?: string;
}

export type TransportResult =
  { data: unknown; meta: AnswerMeta; error?: undefined } | { error: ApiError; meta: AnswerMeta; data?: undefined };

/** Longest wait for an answer, in milliseconds. */
export const ANSWER_TIMEOUT_MS = 30_000;

export const REVISION_HEADER = 'x-modules-revision';

/** The URL of a call: path parameters filled in and escaped, undefined query values left out. */
export function urlOf({ call, params = {}, query = {} }: ApiRequest): string {
  const path = call.path.replace(/:([a-z_]+)/gi, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

async function sendOnce(
  apiRequest: ApiRequest,
  context: TransportContext,
  signal?: AbortSignal,
): Promise<TransportResult> {
  const { call, body, ifMatch, ifNoneMatch, idempotencyKey } = apiRequest;
  const headers: Record<string, string> = { accept: 'application/json' };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (ifMatch !== undefined) headers['if-match'] = ifMatch;
  if (ifNoneMatch !== undefined) headers['if-none-match'] = ifNoneMatch;
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;

  const begin = performance.now();
  const ended = (status: number): void =>
    context.answered?.({ name: call.name, status, durationMs: performance.now() - begin });

  let response: Response;
  let text: string;
  try {
    const limit = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    response = await fetch(new URL(urlOf(apiRequest), globalThis.location.origin), {
      method: call.method,
      headers,
      credentials: 'same-origin',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    text = await response.text();
  } catch (reason) {
    // A call that the page itself canceled says nothing about the server.
    if (!signal?.aborted) ended(0);
    return { error: connectionError(reason), meta: {} };
  }
  ended(response.status);

  const revision = response.headers.get(REVISION_HEADER);
  if (revision) context.heardRevision(revision);
  const etag = response.headers.get('etag');
  const meta: AnswerMeta = etag ? { etag } : {};

  let data: unknown;
  try {
    data = text === '' ? null : JSON.parse(text);
  } catch {
    return { error: unreadableAnswerError(response.status), meta };
  }
  if (!response.ok) return { error: errorFrom(response.status, data), meta };
  if (call.okStatus) {
    const said = (data as { status?: unknown } | null)?.status;
    if (typeof said !== 'string' || !call.okStatus.includes(said))
      return { error: errorFrom(response.status, data), meta };
  }
  return { data, meta };
}

/** `apiRequest` with a key where its call needs one. */
function withKey(apiRequest: ApiRequest): { keyed: ApiRequest; settle?: ChangeKey['settle'] } {
  const { call, body, idempotencyKey } = apiRequest;
  if (!call.idempotent || idempotencyKey !== undefined) return { keyed: apiRequest };
  const { key, settle } = keyOfChange(JSON.stringify([call.name, urlOf(apiRequest), body]));
  return { keyed: { ...apiRequest, idempotencyKey: key }, settle };
}

/**
 * Sends a call. A change that needs a key has the same one in every attempt. On 401 the person is asked to sign in again and
 * the call is repeated once with the same content, so nothing typed is lost.
 */
export async function send(
  apiRequest: ApiRequest,
  context: TransportContext,
  signal?: AbortSignal,
): Promise<TransportResult> {
  const { keyed, settle } = withKey(apiRequest);
  const first = await sendOnce(keyed, context, signal);
  const expired = first.error?.status === 401 && first.error.code === 'signed_out';
  const isRepeated = expired && !signal?.aborted && (await context.reauthenticate());
  const result = isRepeated ? await sendOnce(keyed, context, signal) : first;
  settle?.(result.error);
  return result;
}

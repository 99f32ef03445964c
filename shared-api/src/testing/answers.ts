/**
 * Mock server responses for tests, with MSW. Only the network is replaced. The contracts validate requests and
 * responses.
 */
import { http, type HttpHandler, HttpResponse } from 'msw';
import type * as z from 'zod/mini';
import { type Call, idempotencyKey, PERSON_HEADER } from '../contracts/call.js';
import type { ErrorBody } from '../contracts/error.js';

/** The request that a handler received, parsed by the contract. */
export interface HandledRequest<C extends Call> {
  params: z.output<C['params']>;
  query: z.output<C['query']>;
  body: z.output<C['body']>;
  /** The base version of the change, from `If-Match`. */
  ifMatch: string | null;
  /** `*` if the record must be new, from `If-None-Match`. */
  ifNoneMatch: string | null;
  /** The key of the change, from `Idempotency-Key`. */
  idempotencyKey: string | null;
  /** Id of the page's person, from `PERSON_HEADER`. */
  personId: string | null;
}

/** Creates the response to a request. */
export type Resolver<C extends Call> = (heard: HandledRequest<C>) => Response | Promise<Response>;

/**
 * A handler for one call. Requests must satisfy the contract. Otherwise the response is the server's 400 with the invalid
 * paths, and the resolver is not called. With `once`, the handler responds a single time, and earlier handlers respond
 * from then on.
 *
 * @example server.use(answer(readWeeklyHours, () => reply(readWeeklyHours, { status: 'OK', message: [] })));
 */
export function answer<C extends Call>(call: C, resolver: Resolver<C>, options: { once?: boolean } = {}): HttpHandler {
  const register = { GET: http.get, POST: http.post, PUT: http.put, DELETE: http.delete }[call.method];
  const resolve = async ({ request, params }: { request: Request; params: unknown }): Promise<Response> => {
    const text = await request.text();
    const sent = {
      params: call.params.safeParse(params),
      query: call.query.safeParse(Object.fromEntries(new URL(request.url).searchParams)),
      body: call.body.safeParse(text === '' ? undefined : JSON.parse(text)),
    };
    for (const part of [sent.params, sent.query, sent.body]) {
      if (part.success) continue;
      const fields = Object.fromEntries(part.error.issues.map((issue) => [issue.path.join('.'), issue.message]));
      return errorReply(400, 'invalid', `Not a ${call.name} request: ${JSON.stringify(fields)}`, { fields });
    }
    const key = request.headers.get('idempotency-key');
    if (call.idempotent && !idempotencyKey.safeParse(key).success) {
      return errorReply(400, 'idempotency_key_required', `${call.name} needs an Idempotency-Key, not ${key}`);
    }
    return resolver({
      params: sent.params.data as z.output<C['params']>,
      query: sent.query.data as z.output<C['query']>,
      body: sent.body.data as z.output<C['body']>,
      ifMatch: request.headers.get('if-match'),
      ifNoneMatch: request.headers.get('if-none-match'),
      idempotencyKey: key,
      personId: request.headers.get(PERSON_HEADER),
    });
  };
  return register(`*${call.path}`, resolve, options);
}

/** A successful response in wire format. `etag` is the version of the record. */
export function reply<C extends Call>(call: C, body: z.input<C['answer']>, { etag }: { etag?: string } = {}): Response {
  call.answer.parse(body);
  return HttpResponse.json(body as object, etag === undefined ? {} : { headers: { etag } });
}

/** An error response. With status 200, it is a failure that HTTP reports as a success (DECISIONS 8). */
export function errorReply(
  status: number,
  code: string,
  message: string,
  more: Pick<ErrorBody, 'fields' | 'conflict' | 'practices'> = {},
): Response {
  const body: ErrorBody = { status: 'error', code, message, error: message, ...more };
  return HttpResponse.json(body, { status });
}

/** The HTML response of a proxy while the server is down, which a page can't parse. */
export function proxyErrorPage(status = 502): Response {
  return HttpResponse.html('<h1>Bad gateway</h1>', { status });
}

/** Breaks the connection before the response. */
export function connectionFailure(): Response {
  return HttpResponse.error();
}

/** Ends the requests that `neverAnswer` keeps open. */
const releases = new Set<() => void>();

/** A response that never arrives during the test. */
export async function neverAnswer(): Promise<Response> {
  await new Promise<void>((end) => releases.add(end));
  return connectionFailure();
}

/**
 * Breaks the connections that `neverAnswer` keeps open. Called when a test ends: the store of a module outlives it, and RTK Query
 * reloads nothing after a change while one of its requests is open, so a later test would wait until that request times out.
 */
export function breakOpenConnections(): void {
  for (const end of releases) end();
  releases.clear();
}

/** Responds to requests for a file, such as a font. @param pattern a URL with `*` as a wildcard */
export const answerFile = (pattern: string, respond: (url: URL) => Promise<Response> | Response): HttpHandler =>
  http.get(pattern, ({ request }) => respond(new URL(request.url)));

/**
 * Answers of the server for tests, through MSW. Only the network is replaced; the contracts check requests and answers.
 */
import { delay, http, type HttpHandler, HttpResponse } from 'msw';
import type * as z from 'zod/mini';
import { type Call, idempotencyKey } from '../contracts/call.js';
import type { ErrorBody } from '../contracts/error.js';

/** The request that a handler received, parsed by the contract. */
export interface HandledRequest<C extends Call> {
  params: z.output<C['params']>;
  query: z.output<C['query']>;
  body: z.output<C['body']>;
  /** The version that the change was made on, as sent in `If-Match`. */
  ifMatch: string | null;
  /** `*` where the record is to be new, as sent in `If-None-Match`. */
  ifNoneMatch: string | null;
  /** The one change that the call is to make, as sent in `Idempotency-Key`. */
  idempotencyKey: string | null;
}

/** Makes the answer to one call. */
export type Resolver<C extends Call> = (heard: HandledRequest<C>) => Response | Promise<Response>;

/**
 * A handler for one call. What is sent must satisfy the contract: otherwise the answer is the 400 that the server would
 * give, with the wrong paths, and the resolver is not called. With `once` the handler answers a single time; earlier
 * handlers answer from then on.
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
    });
  };
  return register(`*${call.path}`, resolve, options);
}

/** A successful answer in wire format; `etag` is the version of the record. */
export function reply<C extends Call>(call: C, body: z.input<C['answer']>, { etag }: { etag?: string } = {}): Response {
  call.answer.parse(body);
  return HttpResponse.json(body as object, etag === undefined ? {} : { headers: { etag } });
}

/** An error in the one error shape. With status 200 it is a failure that HTTP reports as a success (DECISIONS 8). */
export function errorReply(
  status: number,
  code: string,
  message: string,
  more: Pick<ErrorBody, 'fields' | 'conflict' | 'practices'> = {},
): Response {
  const body: ErrorBody = { status: 'error', code, message, error: message, ...more };
  return HttpResponse.json(body, { status });
}

/** What a proxy answers while the server is down: HTML, which a page cannot read. */
export function proxyErrorPage(status = 502): Response {
  return HttpResponse.html('<h1>Bad gateway</h1>', { status });
}

/** The connection breaks before an answer comes. */
export function connectionFailure(): Response {
  return HttpResponse.error();
}

/** An answer that never comes while the test runs. */
export async function neverAnswer(): Promise<Response> {
  await delay('infinite');
  return connectionFailure();
}

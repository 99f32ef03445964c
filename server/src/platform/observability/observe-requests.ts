/** Measures every request, and traces it if tracing is configured. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.js';
import type { Config } from '../config/config.js';
import type { Metrics } from './metrics.js';
import { type CountRejection, logRefusedAccess, rejectionCounter } from './rejections.js';
import { type Attributes, type Span, type Tracing, withSpan } from './trace.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined when the request is not traced. */
    span: Span | undefined;
  }
}

/** Machines request these every few seconds. Their traces would be useless and expensive. */
const untraced = new Set(['/healthz', '/readyz', '/metrics']);

/** The route pattern, never the address. Addresses contain ids, so their number is unlimited. */
function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'none';
}

/** The server's configured public address. A caller could send any host. */
function serverAttributes({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): Attributes {
  if (publicUrl === undefined) return { 'url.scheme': 'http', 'server.address': host, 'server.port': port };
  const { protocol, hostname, port: stated } = new URL(publicUrl);
  const scheme = protocol.slice(0, -1);
  const standard = scheme === 'https' ? 443 : 80;
  return { 'url.scheme': scheme, 'server.address': hostname, 'server.port': stated === '' ? standard : Number(stated) };
}

/**
 * What OpenTelemetry's conventions for HTTP servers require. The path is the route's pattern, which contains no ids or
 * typed text.
 */
function requestAttributes(method: string, route: string, server: Attributes): Attributes {
  const isRoute = route !== 'none';
  return {
    'http.request.method': method,
    ...(isRoute && { 'http.route': route }),
    'url.path': isRoute ? route : '/*',
    ...server,
  };
}

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
};

/** @returns a function that counts a rejected request that reaches no hook */
export function observeRequests(
  app: FastifyInstance,
  { config, metrics, tracing }: { config: Config; metrics: Metrics; tracing: Tracing | undefined },
): CountRejection {
  const server = serverAttributes(config);
  app.decorateRequest('span');
  app.decorateRequest('errorCode');
  const countRefusal = rejectionCounter(metrics);

  app.addHook('onRequest', (request, reply, done) => {
    const { method } = request;
    const route = routeOf(request);
    // A websocket's response doesn't end. The gateway counts agents.
    const isCounted = request.headers.upgrade === undefined;
    const stop = metrics.requests.startTimer();
    if (isCounted) metrics.requestsInFlight.inc();
    const span = untraced.has(route)
      ? undefined
      : tracing?.begin(
          route === 'none' ? method : `${method} ${route}`,
          'server',
          requestAttributes(method, route, server),
          { traceparent: headerOf(request, 'traceparent'), tracestate: headerOf(request, 'tracestate') },
        );
    request.span = span;
    let hungUp = true;
    reply.raw.once('finish', () => {
      hungUp = false;
    });
    // Fires exactly once: after the last byte of the response, or when the caller has disconnected.
    reply.raw.once('close', () => {
      const { statusCode } = reply.raw;
      if (isCounted) {
        metrics.requestsInFlight.dec();
        stop({ method, route, status: hungUp ? 'hung_up' : `${Math.floor(statusCode / 100)}xx` });
        if (!hungUp) {
          countRefusal(request, statusCode);
          logRefusedAccess(request, statusCode);
        }
      }
      if (!hungUp) span?.set({ 'http.response.status_code': statusCode });
      span?.end({ failed: !hungUp && statusCode >= 500 });
    });
    if (span) withSpan(span, done);
    else done();
  });

  // After the body is read, the hooks continue in the socket's context, which does not have the span.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span) withSpan(request.span, done);
    else done();
  });

  app.addHook('onError', (_request, _reply, error, done) => {
    if (error instanceof AppError && error.code === 'too_many_attempts') metrics.signInRefusals.inc();
    done();
  });
  return countRefusal;
}

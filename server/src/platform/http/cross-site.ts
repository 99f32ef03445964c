/** Rejects state-changing requests that another site caused a browser to send. */
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.js';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A browser sends a request's origin in `Sec-Fetch-Site`, or at least in `Origin`. Callers that send neither aren't
 * browsers. Callers with a deploy token send no cookie that another site could abuse.
 *
 * @throws AppError `cross_site`
 */
export function assertSameSite(request: FastifyRequest, publicUrl: string | undefined): void {
  if (safeMethods.has(request.method) || request.headers.authorization !== undefined) return;
  const site = request.headers['sec-fetch-site'];
  const appError = new AppError(403, 'cross_site', 'This request came from another site, so it was blocked.');
  if (site !== undefined) {
    if (site !== 'same-origin' && site !== 'none') throw appError;
    return;
  }
  const { origin } = request.headers;
  if (origin === undefined) return;
  if (origin !== (publicUrl ?? `${request.protocol}://${request.host}`)) throw appError;
}

/** Refuses unsafe requests that another site made a browser send. */
import type { FastifyRequest } from 'fastify';
import { Refusal } from './refusal.js';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A browser says where a request comes from, in `Sec-Fetch-Site` or at least in `Origin`. Callers that say neither are
 * no browsers; those with a deploy token send no cookie that another site could ride on.
 *
 * @throws Refusal `cross_site`
 */
export function refuseCrossSite(request: FastifyRequest, publicUrl: string | undefined): void {
  if (safeMethods.has(request.method) || request.headers.authorization !== undefined) return;
  const site = request.headers['sec-fetch-site'];
  const refusal = new Refusal(403, 'cross_site', 'This request came from another site and was refused.');
  if (site !== undefined) {
    if (site !== 'same-origin' && site !== 'none') throw refusal;
    return;
  }
  const { origin } = request.headers;
  if (origin === undefined) return;
  if (origin !== (publicUrl ?? `${request.protocol}://${request.host}`)) throw refusal;
}

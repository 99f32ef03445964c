import type { FastifyRequest } from 'fastify';

/** The key under which the caller makes one change; undefined where they sent none. */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const header = request.headers['idempotency-key'];
  return typeof header === 'string' && /^[\w-]{8,100}$/.test(header) ? header : undefined;
}

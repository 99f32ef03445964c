import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { PlatformContext } from '../context.js';
import { AppError, notFound } from '../errors/app-error.js';

const hashed = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares in constant time, so that response times reveal nothing about the token. */
function isToken(sentToken: string | undefined, token: string): boolean {
  const [, bearer = ''] = /^Bearer (\S+)$/i.exec(sentToken ?? '') ?? [];
  return timingSafeEqual(hashed(bearer), hashed(token));
}

/** `/metrics` for Prometheus, for callers with METRICS_TOKEN. Without that variable, the address doesn't exist. */
export function metricsRoutes(app: FastifyInstance, { config, metrics }: PlatformContext): void {
  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    const { metricsToken } = config;
    if (metricsToken === undefined) throw notFound('This address doesn’t exist.');
    if (!isToken(request.headers.authorization, metricsToken)) {
      reply.header('www-authenticate', 'Bearer');
      throw new AppError(401, 'unknown_token', 'Send the token from METRICS_TOKEN.');
    }
    const text = await metrics.registry.metrics();
    return reply.header('cache-control', 'no-store').type(metrics.registry.contentType).send(text);
  });
}

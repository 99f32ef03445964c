import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.js';
import { Refusal, notFound } from '../http/refusal.js';

const hashed = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares in the same time whatever is shown, so that nobody can guess the token step by step. */
function isToken(shown: string | undefined, token: string): boolean {
  const [, bearer = ''] = /^Bearer (\S+)$/i.exec(shown ?? '') ?? [];
  return timingSafeEqual(hashed(bearer), hashed(token));
}

/** `/metrics` for Prometheus, for whoever has METRICS_TOKEN; without that variable there is no such address. */
export function metricsRoute(app: FastifyInstance, { config, metrics }: AppContext): void {
  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    const { metricsToken } = config;
    if (metricsToken === undefined) throw notFound('There is no such call.');
    if (!isToken(request.headers.authorization, metricsToken)) {
      reply.header('www-authenticate', 'Bearer');
      throw new Refusal(401, 'unknown_token', 'This address wants the token of METRICS_TOKEN.');
    }
    const text = await metrics.registry.metrics();
    return reply.header('cache-control', 'no-store').type(metrics.registry.contentType).send(text);
  });
}

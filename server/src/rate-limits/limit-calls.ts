/**
 * Limits calls whose contract is `limited`, because they cost calls to the provider. The limit applies per person and
 * practice.
 */
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.js';
import { actorOf } from '../http/principal.js';
import { AppError } from '../http/app-error.js';
import { hashOf } from '../idempotency/idempotency-key.js';
import { type RateLimit, takeToken } from './rate-limits-repository.js';

/** Several times what a person needs to try out one choice after another. */
export const PREVIEW_LIMIT: RateLimit = { burst: 60, perMinute: 30 };

const tooMany = (seconds: number): AppError =>
  new AppError(
    429,
    'too_many_requests',
    `You’ve asked for too many previews in a short time. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    { retryAfter: seconds },
  );

/** Register it after the authentication hook. All limited calls of a person for a practice count together. */
export function limitCalls(app: FastifyInstance, { db, now }: Pick<AppContext, 'db' | 'now'>): void {
  app.addHook('preHandler', async (request) => {
    if (!request.routeOptions.config.contract?.limited) return;
    const { practice: practiceId } = request.params as { practice?: number };
    const { kind, id } = actorOf(request.principal);
    const seconds = await takeToken(db, hashOf('preview', kind, id, practiceId ?? null), PREVIEW_LIMIT, now());
    if (seconds > 0) throw tooMany(seconds);
  });
}

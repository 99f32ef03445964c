import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import type { PlatformContext } from '../context.js';
import { RELEASE } from '../config/release.js';
import { isMigrated } from '../database/migrate.js';

/**
 * `/healthz`: the process responds. `/readyz`: it can serve requests, because its database is reachable and migrated. It
 * states the release of the replica.
 */
export function healthRoutes(app: FastifyInstance, { db }: PlatformContext): void {
  app.get('/healthz', { logLevel: 'warn' }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );

  app.get('/readyz', { logLevel: 'warn' }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      await sql`select 1`.execute(db);
      if (await isMigrated(db)) return await reply.send({ status: 'ok', release: RELEASE });
      return await reply.code(503).send({ status: 'error', reason: 'migrations are missing' });
    } catch (error) {
      request.log.error({ err: error }, 'not ready');
      return reply.code(503).send({ status: 'error', reason: 'the database does not answer' });
    }
  });
}

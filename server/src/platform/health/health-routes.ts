import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import type { PlatformContext } from '../context.js';
import { RELEASE } from '../config/release.js';
import { isMigrated } from '../database/migrate.js';
import { hasSpace } from '../database/space.js';

/**
 * `/healthz`: the process responds. `/readyz`: it can serve requests, because its database is reachable, migrated and
 * has space on its disk. Returns the replica's release.
 */
export function healthRoutes(app: FastifyInstance, { db, pool }: PlatformContext): void {
  app.get('/healthz', { logLevel: 'warn' }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );

  app.get('/readyz', { logLevel: 'warn' }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const refuse = (reason: string) => reply.code(503).send({ status: 'error', reason });
    try {
      await sql`select 1`.execute(db);
      if (!(await isMigrated(db))) return await refuse('migrations are missing');
      if (pool && !(await hasSpace(db, pool))) return await refuse('the database has no space left');
      return await reply.send({ status: 'ok', release: RELEASE });
    } catch (error) {
      request.log.error({ err: error }, 'not ready');
      return refuse('the database does not answer');
    }
  });
}

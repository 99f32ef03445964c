import type { FastifyInstance } from 'fastify';
import * as contracts from 'shared-api/contracts';
import type { PlatformContext } from '../../platform/context.js';
import { addRoute } from '../../platform/http/contract-route.js';
import { versionOf } from '../../platform/http/etag.js';
import { actorOf } from '../../platform/http/principal.js';
import { addException, addHolidays, changeException, deleteException, listExceptions } from './exceptions-service.js';

export function exceptionRoutes(app: FastifyInstance, { db, now, jobs }: PlatformContext): void {
  addRoute(app, contracts.listExceptions, async ({ params, query }) => ({
    exceptions: await listExceptions(db, params.practice, { start: query.start_date, end: query.end_date }),
  }));

  addRoute(app, contracts.addException, async ({ params, body, request, reply }) => {
    const added = await addException(
      db,
      { practiceId: params.practice, input: body },
      { actor: actorOf(request.principal), now: now() },
    );
    jobs.wake();
    reply.header('etag', contracts.etagOf(added.version));
    return added;
  });

  addRoute(app, contracts.changeException, async ({ params, body, request, reply }) => {
    const changed = await changeException(
      db,
      {
        practiceId: params.practice,
        exceptionId: params.exception,
        onVersion: versionOf(request.headers['if-match']),
        input: body,
      },
      { actor: actorOf(request.principal), now: now() },
    );
    jobs.wake();
    reply.header('etag', contracts.etagOf(changed.version));
    return changed;
  });

  addRoute(app, contracts.deleteException, async ({ params, request }) => {
    await deleteException(
      db,
      {
        practiceId: params.practice,
        exceptionId: params.exception,
        onVersion: versionOf(request.headers['if-match']),
      },
      { actor: actorOf(request.principal), now: now() },
    );
    jobs.wake();
    return { message: 'Exception deleted' };
  });

  addRoute(app, contracts.addHolidays, async ({ params, body, request }) => {
    const result = await addHolidays(
      db,
      { practiceId: params.practice, year: body.year, ids: body.holidays },
      { actor: actorOf(request.principal), now: now() },
    );
    jobs.wake();
    return result;
  });
}

import type { FastifyInstance } from 'fastify';
import * as contracts from 'shared-api/contracts';
import type { PlatformContext } from '../../platform/context.js';
import { addRoute } from '../../platform/http/contract-route.js';
import { actorOf } from '../../platform/http/principal.js';
import { deleteSchedule, listSchedules, readScheduleOn, saveSchedule } from './schedules-service.js';
import { MAX_LIST_BYTES, MAX_LIST_VALUES, listVersionOf } from './weekly-hours-routes.js';

export function scheduleRoutes(app: FastifyInstance, { db, now, jobs }: PlatformContext): void {
  addRoute(app, contracts.listSchedules, ({ params }) => listSchedules(db, params.practice, now()));

  addRoute(app, contracts.readSchedule, async ({ params, reply }) => {
    const { version, validFrom, records } = await readScheduleOn(db, params.practice, params.validFrom);
    reply.header('etag', contracts.etagOf(...version));
    return { valid_from: validFrom, message: records };
  });

  addRoute(
    app,
    contracts.saveSchedule,
    async ({ params, body, request, reply }) => {
      const { version, validFrom } = await saveSchedule(
        db,
        {
          practiceId: params.practice,
          validFrom: body.valid_from,
          records: body.records,
          onVersion: listVersionOf(request.headers['if-match']),
          mustBeNew: request.headers['if-none-match']?.trim() === '*',
        },
        { actor: actorOf(request.principal), now: now() },
      );
      jobs.wake();
      reply.header('etag', contracts.etagOf(...version));
      return { valid_from: validFrom, message: `Schedule saved from ${contracts.dayText(validFrom)}` };
    },
    { bodyLimit: MAX_LIST_BYTES, maxValues: MAX_LIST_VALUES },
  );

  addRoute(app, contracts.deleteSchedule, async ({ params, request }) => {
    await deleteSchedule(
      db,
      {
        practiceId: params.practice,
        validFrom: params.validFrom,
        onVersion: listVersionOf(request.headers['if-match']),
      },
      { actor: actorOf(request.principal), now: now() },
    );
    jobs.wake();
    return { message: `Schedule from ${contracts.dayText(params.validFrom)} deleted` };
  });
}

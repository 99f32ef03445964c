import type { FastifyInstance } from 'fastify';
import * as contracts from 'shared-api/contracts';
import type { PlatformContext } from '../../platform/context.js';
import { addRoute } from '../../platform/http/contract-route.js';
import { versionOf } from '../../platform/http/etag.js';
import { actorOf } from '../../platform/http/principal.js';
import { readHoursStatus, readHoursSummary, readHoursWorked, saveHoursWorked } from './hours-worked-service.js';
import { RECALCULATION, recalculate, requestRecalculation } from './recalculation.js';
import { RECOMPUTATION } from '../../practices/pms/request-recomputation.js';
import { recomputeStaleDays } from './recomputation.js';

/** 200 providers with 31 days each, with both available and worked hours, take 1 MB. */
const MAX_SAVE_BYTES = 8_000_000;
/** 50,000 edited cells with 4 fields each, of 2,000 providers. */
const MAX_SAVE_VALUES = 252_001;

export function hoursWorkedRoutes(app: FastifyInstance, { db, now, jobs }: PlatformContext): void {
  jobs.handle(RECALCULATION, recalculate);
  jobs.handle(RECOMPUTATION, recomputeStaleDays);

  addRoute(app, contracts.readHoursStatus, ({ params }) => readHoursStatus(db, params.practice));

  addRoute(app, contracts.readHoursWorked, async ({ params, query, reply }) => {
    const { version, hours } = await readHoursWorked(db, params.practice, query, now());
    reply.header('etag', contracts.etagOf(version));
    return hours;
  });

  addRoute(
    app,
    contracts.saveHoursWorked,
    async ({ params, body, request, reply }) => {
      const version = await saveHoursWorked(
        db,
        { practiceId: params.practice, body, onVersion: versionOf(request.headers['if-match']) },
        { actor: actorOf(request.principal), now: now() },
      );
      reply.header('etag', contracts.etagOf(version));
      return { status: 'success', message: 'Provider hours saved successfully' };
    },
    { bodyLimit: MAX_SAVE_BYTES, maxValues: MAX_SAVE_VALUES },
  );

  addRoute(app, contracts.recalculateHours, async ({ params, request }) => {
    await requestRecalculation(db, params.practice, { actor: actorOf(request.principal), now: now() });
    jobs.wake();
    return { status: 'success', message: 'Provider hours recalculation started' };
  });

  addRoute(app, contracts.readHoursSummary, async ({ params, query }) => ({
    providers: await readHoursSummary(db, params.practice, { start: query.start_date, end: query.end_date }, now()),
  }));
}

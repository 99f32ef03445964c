import type { FastifyInstance } from 'fastify';
import * as contracts from 'shared-api/contracts';
import type { AppContext } from '../context.js';
import { implement } from '../http/contract-route.js';
import { etagOf, versionsOf } from '../http/etag.js';
import { actorOf } from '../http/principal.js';
import { namedProvider, readWeeklyHours, saveWeeklyHours } from './weekly-hours-service.js';

/** 2,000 rows, the longest list that the contract takes, each of at most 1.5 kB. */
const MAX_LIST_BYTES = 3_000_000;

/**
 * The version of the saves. The providers' part of the ETag is not compared: a list from before a sync is merged. Pages
 * from before that part existed send the version of the saves alone.
 */
function savesVersionOf(ifMatch: string | undefined): number | undefined {
  return versionsOf(ifMatch, ifMatch?.includes('.') === true ? 2 : 1)?.[0];
}

export function weeklyHoursRoutes(app: FastifyInstance, { db, now, jobs }: AppContext): void {
  implement(app, contracts.readWeeklyHours, async ({ params, query, reply }) => {
    const { version, records, overruled, changes } = await readWeeklyHours(db, params.practice, query.since);
    reply.header('etag', etagOf(...version));
    return { status: 'OK', message: records, overruled_by_pms_schedule: overruled, ...(changes && { changes }) };
  });

  implement(
    app,
    contracts.saveWeeklyHours,
    async ({ params, body, request, reply }) => {
      const onVersion = savesVersionOf(request.headers['if-match']);
      const { version, added, removed } = await saveWeeklyHours(
        db,
        { practice: params.practice, records: body, onVersion },
        { actor: actorOf(request.principal), now: now() },
      );
      jobs.wake();
      reply.header('etag', etagOf(...version));
      return {
        status: 'OK',
        message: 'Provider hours saved successfully',
        ...(added.length > 0 && { added: added.map(namedProvider) }),
        ...(removed.length > 0 && { removed: removed.map(namedProvider) }),
      };
    },
    { bodyLimit: MAX_LIST_BYTES },
  );
}

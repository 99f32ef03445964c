import type { FastifyInstance } from 'fastify';
import * as contracts from 'shared-api/contracts';
import type { AppContext } from '../context.js';
import { implement } from '../http/contract-route.js';
import { etagOf, versionOf } from '../http/etag.js';
import { actorOf } from '../http/principal.js';
import { readWeeklyHours, saveWeeklyHours } from './weekly-hours-service.js';

/** 2,000 rows, the longest list that the contract takes, each of at most 1.5 kB. */
const LONGEST_LIST_BYTES = 3_000_000;

export function weeklyHoursRoutes(app: FastifyInstance, { db, now }: AppContext): void {
  implement(app, contracts.readWeeklyHours, async ({ params, reply }) => {
    const { version, records } = await readWeeklyHours(db, params.practice);
    reply.header('etag', etagOf(version));
    return { status: 'OK', message: records };
  });

  implement(
    app,
    contracts.saveWeeklyHours,
    async ({ params, body, request, reply }) => {
      const onVersion = versionOf(request.headers['if-match']);
      const version = await saveWeeklyHours(
        db,
        { practice: params.practice, records: body, onVersion },
        { actor: actorOf(request.principal), now: now() },
      );
      reply.header('etag', etagOf(version));
      return { status: 'OK', message: 'Provider hours saved successfully' };
    },
    { bodyLimit: LONGEST_LIST_BYTES },
  );
}

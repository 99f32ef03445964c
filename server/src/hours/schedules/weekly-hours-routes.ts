import type { FastifyInstance } from 'fastify';
import * as contracts from 'shared-api/contracts';
import type { PlatformContext } from '../../platform/context.js';
import { addRoute } from '../../platform/http/contract-route.js';
import { versionsOf } from '../../platform/http/etag.js';
import { actorOf } from '../../platform/http/principal.js';
import { BEGINNING } from './weekly-hours-repository.js';
import { type ListVersion, toProviderName, readWeeklyHours, saveWeeklyHours } from './weekly-hours-service.js';

/** Enough for 2,000 rows of at most 1.5 kB, the longest list that the contract accepts. */
export const MAX_LIST_BYTES = 3_000_000;
/** 2,000 rows with 32 fields each, and the schedule that they belong to. */
export const MAX_LIST_VALUES = 66_010;

/**
 * The schedule and version in an `If-Match` header. The part of the providers is not compared: a list from before a
 * sync is merged. Pages of an older release send only the version of the saves.
 */
export function listVersionOf(ifMatch: string | undefined): ListVersion | undefined {
  const [saves, , schedule] = versionsOf(ifMatch, ifMatch?.split('.').length ?? 1) ?? [];
  if (saves === undefined) return undefined;
  const validFrom = schedule === undefined ? BEGINNING : String(schedule).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
  return { saves, validFrom };
}

export function weeklyHoursRoutes(app: FastifyInstance, { db, now, jobs }: PlatformContext): void {
  addRoute(app, contracts.readWeeklyHours, async ({ params, query, reply }) => {
    const { version, records, overruled, changes } = await readWeeklyHours(db, params.practice, {
      since: query.since,
      now: now(),
    });
    reply.header('etag', contracts.etagOf(...version));
    return { status: 'OK', message: records, overruled_by_pms_schedule: overruled, ...(changes && { changes }) };
  });

  addRoute(
    app,
    contracts.saveWeeklyHours,
    async ({ params, body, request, reply }) => {
      const onVersion = listVersionOf(request.headers['if-match']);
      const { version, added, removed } = await saveWeeklyHours(
        db,
        { practiceId: params.practice, records: body, onVersion },
        { actor: actorOf(request.principal), now: now() },
      );
      jobs.wake();
      reply.header('etag', contracts.etagOf(...version));
      return {
        status: 'OK',
        message: 'Provider hours saved successfully',
        ...(added.length > 0 && { added: added.map(toProviderName) }),
        ...(removed.length > 0 && { removed: removed.map(toProviderName) }),
      };
    },
    { bodyLimit: MAX_LIST_BYTES, maxValues: MAX_LIST_VALUES },
  );
}

import type { FastifyInstance } from 'fastify';
import * as contracts from 'shared-api/contracts';
import type { PlatformContext } from '../../platform/context.js';
import { addRoute } from '../../platform/http/contract-route.js';
import {
  listFailingSyncs,
  listLostAccess,
  listNewestProductChanges,
  listOpenBulkChanges,
  listPastDue,
} from './overview-repository.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

const A_DAY_MS = 86_400_000;

export function overviewRoutes(app: FastifyInstance, { db, now }: PlatformContext): void {
  const daysAgo = (days: number): Date => new Date(now().getTime() - days * A_DAY_MS);

  addRoute(app, contracts.readPastDuePractices, () => listPastDue(db, now()));

  addRoute(app, contracts.readFailingSyncs, () => listFailingSyncs(db, now()));

  addRoute(app, contracts.readOpenBulkChanges, async () => {
    const changes = await listOpenBulkChanges(db, daysAgo(7));
    return {
      changes: changes.map(({ changed, unchanged, requested_at: requestedAt, ...change }) => ({
        bulk_change_id: change.id,
        job_id: change.id,
        action: change.action,
        type: change.type,
        items: change.items,
        state: change.state,
        total: change.total,
        done: changed + unchanged + change.failed,
        failed: change.failed,
        requested_at: epochSeconds(requestedAt),
        requested_by: change.requested_by_name,
      })),
    };
  });

  addRoute(app, contracts.readLatestProductChanges, async () => {
    const [changes, lost] = await Promise.all([listNewestProductChanges(db), listLostAccess(db, daysAgo(1))]);
    return {
      changes: changes.map(({ created_at: createdAt, ...change }) => ({
        ...change,
        created_at: epochSeconds(createdAt),
      })),
      lost_access: lost,
    };
  });
}

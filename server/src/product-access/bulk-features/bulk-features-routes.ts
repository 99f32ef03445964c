import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contracts from 'shared-api/contracts';
import type { PlatformContext } from '../../platform/context.js';
import { addRoute } from '../../platform/http/contract-route.js';
import { actorOf } from '../../platform/http/principal.js';
import { assertRecentSecondFactor } from '../../platform/http/step-up.js';
import { findIdempotencyKey } from '../../platform/idempotency/idempotency-key.js';
import { readBulkJob, resumeBulkJob, stopBulkJob, streamResultsCsv } from './bulk-job.js';
import { previewBulkChange } from './bulk-preview.js';
import { requestBulkChange } from './request-bulk-change.js';

/** Changes of more practices than this require the second factor again. */
export const STEP_UP_PRACTICES = 1000;

/** 100,000 practice ids at maximum length. */
const MAX_BODY_BYTES = 1_500_000;
/** 100,000 practice ids, 10,000 excluded ones, and the change itself. */
const MAX_VALUES = 110_500;

export function bulkFeaturesRoutes(app: FastifyInstance, { db, config, now, jobs }: PlatformContext): void {
  const auditOf = (request: FastifyRequest) => ({ actor: actorOf(request.principal), now: now() });

  addRoute(
    app,
    contracts.bulkUpdateFeatures,
    async ({ body, request, reply }) => {
      const assertMayChange = (practices: number): void => {
        if (practices > STEP_UP_PRACTICES) assertRecentSecondFactor(request.principal, now());
      };
      const asking = {
        db,
        log: request.log,
        audit: auditOf(request),
        assertMayChange,
        approvalOver: config.approvals.bulkOver,
      };
      const answer = await requestBulkChange(asking, { change: body, key: findIdempotencyKey(request) });
      if (answer.status === 'accepted') {
        jobs.wake();
        reply.code(202);
      }
      if (answer.status === 'waiting') reply.code(202);
      return answer;
    },
    { accepts: true, bodyLimit: MAX_BODY_BYTES, maxValues: MAX_VALUES },
  );

  addRoute(app, contracts.previewBulkUpdate, ({ body }) => previewBulkChange(db, body, now()), {
    bodyLimit: MAX_BODY_BYTES,
    maxValues: MAX_VALUES,
  });

  addRoute(app, contracts.readBulkJob, ({ params, query }) => readBulkJob(db, params.job, query.results_limit, now()));

  addRoute(app, contracts.exportBulkResults, async ({ params, reply }) => {
    const content = await streamResultsCsv(db, params.job);
    void reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="bulk-change.csv"');
    return content;
  });

  addRoute(app, contracts.stopBulkJob, async ({ params, request }) => ({
    status: 'success',
    message: await stopBulkJob(db, params.job, auditOf(request)),
  }));

  addRoute(app, contracts.resumeBulkJob, async ({ params, request }) => {
    const message = await resumeBulkJob(db, params.job, auditOf(request));
    jobs.wake();
    return { status: 'success', message };
  });
}

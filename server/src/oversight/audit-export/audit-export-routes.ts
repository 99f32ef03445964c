import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { exportAudit } from 'shared-api/contracts/audit';
import type { PlatformContext } from '../../platform/context.js';
import { addRoute } from '../../platform/http/contract-route.js';
import { actorOf } from '../../platform/http/principal.js';
import { exportAuditLog } from './export-service.js';

const dateOf = (seconds: number | undefined): Date | undefined =>
  seconds === undefined ? undefined : new Date(seconds * 1000);

export function auditExportRoutes(app: FastifyInstance, { db, now }: PlatformContext): void {
  addRoute(app, exportAudit, async ({ query, request, reply }) => {
    const range = { from: dateOf(query.from), to: dateOf(query.to), cursor: query.cursor };
    const lines = await exportAuditLog(db, range, { actor: actorOf(request.principal), now: now() });
    void reply
      .type('application/x-ndjson; charset=utf-8')
      .header('content-disposition', 'attachment; filename="audit.ndjson"');
    return Readable.from(lines, { objectMode: false });
  });
}

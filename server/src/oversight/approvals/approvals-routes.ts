import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contracts from 'shared-api/contracts/approvals';
import type { ModulesContext } from '../../modules/context.js';
import { addRoute } from '../../platform/http/contract-route.js';
import { personOf } from '../../platform/http/principal.js';
import { listWaiting } from '../../access/approvals/approvals-repository.js';
import { type Decision, decideApproval } from './decide-approval.js';
import { isOwn, mayDecide } from '../../access/approvals/deciders.js';
import { APPROVAL_EXPIRY, approvalExpiryHandler, enqueueAllExpiries } from '../../access/approvals/expiry-job.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

export function approvalsRoutes(app: FastifyInstance, { db, jobs, now, registry, shell }: ModulesContext): void {
  jobs.handle(APPROVAL_EXPIRY, approvalExpiryHandler);
  app.addHook('onListen', () => enqueueAllExpiries(db, now()));

  addRoute(app, contracts.listApprovals, async ({ request }) => {
    const person = personOf(request);
    const waiting = await listWaiting(db, now());
    return {
      approvals: waiting.map((row) => ({
        id: row.id,
        kind: row.kind,
        summary: row.summary,
        requested_by: row.requested_by_name,
        requested_at: epochSeconds(row.requested_at),
        expires_at: epochSeconds(row.expires_at),
        own: isOwn(person, row),
        may_decide: mayDecide(person, row.kind),
      })),
    };
  });

  const decide = async (request: FastifyRequest, id: string, decision: Decision) => {
    const sharedUi = (await shell.read())?.sharedUi;
    const { kind, summary, bulkChange } = await decideApproval(db, id, personOf(request), decision, {
      now: now(),
      sharedUi,
    });
    const isApproval = decision.state === 'approved';
    jobs.wake();
    if (isApproval && kind !== 'bulk_change') registry.changed();
    return {
      status: 'success' as const,
      message: `${isApproval ? 'Approved' : 'Declined'}: ${summary}`,
      ...(bulkChange !== undefined && { bulk_change_id: bulkChange, job_id: bulkChange }),
    };
  };

  addRoute(app, contracts.approveRequest, ({ params, request }) =>
    decide(request, params.approval, { state: 'approved' }),
  );

  addRoute(
    app,
    contracts.declineRequest,
    ({ params, body, request }) => decide(request, params.approval, { state: 'declined', reason: body.reason }),
    // Earlier pages send no body.
    { readBody: (body) => body ?? {} },
  );
}

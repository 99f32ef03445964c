import type { FastifyInstance } from 'fastify';
import * as contracts from 'shared-api/contracts/support-access';
import type { AccessContext } from '../context.js';
import { addRoute } from '../../platform/http/contract-route.js';
import { personOf } from '../../platform/http/principal.js';
import { enqueueAllExpiries, SUPPORT_ACCESS_EXPIRY, supportAccessExpiryHandler } from './expiry-job.js';
import { endOpenAccess, listAccesses, needsReason, openAccess, readAccess } from './support-accesses-service.js';
import type { OpenAccess } from './support-accesses-repository.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

function viewOf({ id, personId, personName, reason, openedAt, endsAt }: OpenAccess): contracts.SupportAccess {
  return {
    id,
    person: { id: personId, name: personName },
    reason,
    opened_at: epochSeconds(openedAt),
    ends_at: epochSeconds(endsAt),
  };
}

export function supportAccessRoutes(app: FastifyInstance, context: AccessContext): void {
  const { db, jobs, now } = context;
  jobs.handle(SUPPORT_ACCESS_EXPIRY, supportAccessExpiryHandler);
  app.addHook('onListen', () => enqueueAllExpiries(db, now()));

  addRoute(app, contracts.readSupportAccess, async ({ params, request }) => {
    const person = personOf(request);
    const access = await readAccess(context, person, params.practice);
    return { required: needsReason(context, person, params.practice), access: access ? viewOf(access) : null };
  });

  addRoute(app, contracts.openSupportAccess, async ({ params, body, request }) =>
    viewOf(await openAccess(context, personOf(request), params.practice, body)),
  );

  addRoute(app, contracts.listSupportAccesses, async ({ params }) => ({
    accesses: (await listAccesses(context, params.practice)).map(viewOf),
  }));

  addRoute(app, contracts.endSupportAccess, async ({ params, request }) => {
    await endOpenAccess(context, personOf(request), params.practice, params.access);
    return { status: 'success' as const };
  });
}

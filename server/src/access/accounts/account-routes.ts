/** A signed-in person's calls about their own account. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contracts from 'shared-api/contracts/accounts';
import type { AccessContext } from '../context.js';
import { addRoute } from '../../platform/http/contract-route.js';
import { actorOf, personOf } from '../../platform/http/principal.js';
import { acceptInvitation, declineInvitation } from '../members/answer-invitation.js';
import { changePassword } from './change-password.js';
import { provenAccount } from './own-account.js';
import { endOtherSessions, endSession, listSessions } from './sessions-service.js';

export function accountRoutes(app: FastifyInstance, context: AccessContext): void {
  const { db, config, hashing, now } = context;
  const auditOf = (request: FastifyRequest) => ({ actor: actorOf(request.principal), now: now() });

  const sessions = async (request: FastifyRequest) => ({
    sessions: await listSessions(db, personOf(request), now()),
  });

  addRoute(app, contracts.listSessions, ({ request }) => sessions(request));

  addRoute(app, contracts.endSession, async ({ params, request }) => {
    await endSession(db, personOf(request).id, params.session, auditOf(request));
    return sessions(request);
  });

  addRoute(app, contracts.endOtherSessions, async ({ request }) => {
    await endOtherSessions(db, personOf(request), auditOf(request));
    return sessions(request);
  });

  addRoute(app, contracts.acceptInvitation, async ({ params, request }) => {
    await acceptInvitation(db, personOf(request), params.inviting, config, auditOf(request));
    return { status: 'success' as const };
  });

  addRoute(app, contracts.declineInvitation, async ({ params, request }) => {
    await declineInvitation(db, personOf(request), params.inviting, auditOf(request));
    return { status: 'success' as const };
  });

  addRoute(app, contracts.changePassword, async ({ body, request }) => {
    const { password: former, new_password: newPassword } = body;
    const { password_hash: formerHash } = await provenAccount(context, request, former);
    await changePassword(db, personOf(request), { former, formerHash, newPassword }, auditOf(request), hashing);
    return { status: 'success' as const };
  });
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contracts from 'shared-api/contracts';
import type { AppContext } from '../context.js';
import { addRoute } from '../http/contract-route.js';
import { actorOf } from '../http/principal.js';
import { addMember, listMembers, removeMember, updateMember } from './members-service.js';

export function membersRoutes(app: FastifyInstance, { db, now }: AppContext): void {
  const auditOf = (request: FastifyRequest) => ({ actor: actorOf(request.principal), now: now() });
  const answer = async (practiceId: number) => ({ members: await listMembers(db, practiceId) });

  addRoute(app, contracts.listMembers, ({ params }) => answer(params.practice));

  addRoute(app, contracts.addMember, async ({ params, body, request }) => {
    await addMember(db, params.practice, body, auditOf(request));
    return answer(params.practice);
  });

  addRoute(app, contracts.updateMember, async ({ params, body, request }) => {
    await updateMember(db, params.practice, params.member, body, auditOf(request));
    return answer(params.practice);
  });

  addRoute(app, contracts.removeMember, async ({ params, request }) => {
    await removeMember(db, params.practice, params.member, auditOf(request));
    return answer(params.practice);
  });
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contracts from 'shared-api/contracts';
import type { AccessContext } from '../context.js';
import { addRoute } from '../../platform/http/contract-route.js';
import { actorOf, hasRight, personOf } from '../../platform/http/principal.js';
import { addMember, type InvitationContext, inviteAgain } from './invitations.js';
import {
  deactivateMember,
  listedMember,
  listMembers,
  reactivateMember,
  removeMember,
  unlinkMember,
  updateMember,
} from './members-service.js';

export function membersRoutes(app: FastifyInstance, { db, now, config, jobs }: AccessContext): void {
  const auditOf = (request: FastifyRequest) => ({ actor: actorOf(request.principal), now: now() });
  const answer = async (practiceId: number) => ({ members: await listMembers(db, practiceId, now(), config) });
  const memberOf = ({ practice, member }: { practice: number; member: string }) => listedMember(db, practice, member);
  const invitationOf = (request: FastifyRequest): InvitationContext => {
    const person = personOf(request);
    const managesMembers = (practiceId: number): boolean => hasRight(person, practiceId, 'members');
    return { ...auditOf(request), config, managesMembers };
  };

  addRoute(app, contracts.listMembers, ({ params }) => answer(params.practice));

  addRoute(app, contracts.addMember, async ({ params, body, request }) => {
    const invitation = await addMember(db, params.practice, body, invitationOf(request));
    jobs.wake();
    return { ...(await answer(params.practice)), invitation };
  });

  addRoute(app, contracts.inviteAgain, async ({ params, request }) => {
    const invitation = await inviteAgain(db, params.practice, await memberOf(params), invitationOf(request));
    jobs.wake();
    return { ...(await answer(params.practice)), invitation };
  });

  addRoute(app, contracts.updateMember, async ({ params, body, request }) => {
    await updateMember(db, params.practice, await memberOf(params), body, auditOf(request));
    return answer(params.practice);
  });

  addRoute(app, contracts.removeMember, async ({ params, request }) => {
    await removeMember(db, params.practice, await memberOf(params), auditOf(request));
    return answer(params.practice);
  });

  addRoute(app, contracts.deactivateMember, async ({ params, request }) => {
    await deactivateMember(db, params.practice, await memberOf(params), auditOf(request));
    return answer(params.practice);
  });

  addRoute(app, contracts.unlinkMember, async ({ params, request }) => {
    await unlinkMember(db, params.practice, await memberOf(params), auditOf(request));
    return answer(params.practice);
  });

  addRoute(app, contracts.reactivateMember, async ({ params, request }) => {
    await reactivateMember(db, params.practice, await memberOf(params), auditOf(request));
    return answer(params.practice);
  });
}

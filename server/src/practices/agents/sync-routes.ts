import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CommandKind } from 'shared-api/agent';
import * as contracts from 'shared-api/contracts';
import type { PracticesContext } from '../context.js';
import { addRoute } from '../../platform/http/contract-route.js';
import { actorOf, personOf } from '../../platform/http/principal.js';
import { type CommandResponse, requestCommand } from './commands-service.js';
import { readSyncInfo } from './sync-info.js';

export function syncRoutes(app: FastifyInstance, { db, now, agents }: PracticesContext): void {
  addRoute(app, contracts.readSyncInfo, ({ params, request }) =>
    readSyncInfo(db, params.practice, personOf(request).flags, now()),
  );

  const ask =
    (kind: CommandKind) =>
    async ({
      params,
      request,
    }: {
      params: { practice: number };
      request: FastifyRequest;
    }): Promise<CommandResponse> => {
      const audit = { actor: actorOf(request.principal), now: now() };
      const answer = await requestCommand(db, { practiceId: params.practice, kind }, audit);
      agents.wake();
      return answer;
    };
  addRoute(app, contracts.syncNow, ask('sync_now'));
  addRoute(app, contracts.fullUpdate, ask('full_update'));
  addRoute(app, contracts.restartDatabaseService, ask('restart_database_service'));
  addRoute(app, contracts.restartPhoneService, ask('restart_phone_service'));
  addRoute(app, contracts.unblockUpdate, ask('unblock'));
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CommandKind } from 'shared-api/agent';
import * as contracts from 'shared-api/contracts';
import type { AppContext } from '../context.js';
import { implement } from '../http/contract-route.js';
import { actorOf, personOf } from '../http/principal.js';
import { type CommandAnswer, requestCommand } from './commands-service.js';
import { readSyncInfo } from './sync-info.js';

export function syncRoutes(app: FastifyInstance, { db, now, agents }: AppContext): void {
  implement(app, contracts.readSyncInfo, ({ params, request }) =>
    readSyncInfo(db, params.practice, personOf(request).flags, now()),
  );

  const ask =
    (kind: CommandKind) =>
    async ({ params, request }: { params: { practice: number }; request: FastifyRequest }): Promise<CommandAnswer> => {
      const doing = { actor: actorOf(request.principal), now: now() };
      const answer = await requestCommand(db, { practice: params.practice, kind }, doing);
      agents.wake();
      return answer;
    };
  implement(app, contracts.syncNow, ask('sync_now'));
  implement(app, contracts.fullUpdate, ask('full_update'));
  implement(app, contracts.restartDatabaseService, ask('restart_database_service'));
  implement(app, contracts.restartPhoneService, ask('restart_phone_service'));
  implement(app, contracts.unblockUpdate, ask('unblock'));
}

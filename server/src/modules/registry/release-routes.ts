/** A module's versions, and what its team or staff do with them. */
import type { FastifyInstance } from 'fastify';
import * as contracts from 'shared-api/contracts';
import { toWaiting } from '../../access/approvals/approvals-repository.js';
import { deployTokens } from '../../access/tokens/deploy-tokens.js';
import { addRoute } from '../../platform/http/contract-route.js';
import { actorOf } from '../../platform/http/principal.js';
import type { ModulesContext } from '../context.js';
import { isForEveryone, startCanary } from './canaries.js';
import { grownPages } from './page-sizes.js';
import { requestPromotion } from './promotions.js';
import { readReleases } from './release-list.js';
import { promote, publish, rollback } from './release-service.js';
import { verifyStatement } from './signed-statements.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

/** 20 MB of files in base64, plus their hashes. */
const MAX_UPLOAD_BYTES = 30_000_000;
const UPLOAD_TIME_MS = 60_000;

export function releaseRoutes(app: FastifyInstance, { config, db, now, registry, shell }: ModulesContext): void {
  const sharedUi = async () => (await shell.read())?.sharedUi;

  addRoute(app, contracts.listReleases, ({ params }) => readReleases(db, params.module, now()));

  addRoute(app, contracts.readDeployToken, async ({ request }) => {
    // Only deploy tokens have access to this call.
    const { module, name, prefix, issued_at, issued_by, expires_at } = await deployTokens.read(
      db,
      actorOf(request.principal).id,
    );
    return {
      module,
      name,
      prefix,
      issued_at: epochSeconds(issued_at),
      issued_by,
      expires_at: expires_at && epochSeconds(expires_at),
    };
  });

  addRoute(
    app,
    contracts.publishModule,
    async ({ params, body, request }) => {
      const audit = { actor: actorOf(request.principal), now: now() };
      const signed = verifyStatement(config.pipelineKeys, body, body.statement);
      const options = { maxVersions: config.maxModuleVersions, signed };
      const already = await publish(db, params.module, body, audit, options);
      const { version } = body.build;
      const grown = await grownPages(db, params.module, version);
      return { status: 'success' as const, version, already, ...(grown && { grown }) };
    },
    { bodyLimit: MAX_UPLOAD_BYTES, bodyTimeMs: UPLOAD_TIME_MS },
  );

  addRoute(
    app,
    contracts.promoteModule,
    async ({ params, body, request, reply }) => {
      const audit = { actor: actorOf(request.principal), now: now() };
      const { version, ...reach } = body;
      if (config.approvals.promotions) {
        const promotion = { module: params.module, version, ...(!isForEveryone(reach) && { canary: reach }) };
        const { waiting, ...asked } = await requestPromotion(db, promotion, await sharedUi(), audit);
        if (waiting) {
          reply.code(202);
          return { status: 'waiting' as const, ...asked, approval: toWaiting(waiting) };
        }
        registry.changed();
        return { status: 'success' as const, ...asked };
      }
      const moved = isForEveryone(reach)
        ? await promote(db, { module: params.module, version }, await sharedUi(), audit)
        : await startCanary(db, { module: params.module, version, ...reach }, await sharedUi(), audit);
      registry.changed();
      return { status: 'success' as const, ...moved };
    },
    { accepts: true },
  );

  addRoute(app, contracts.rollbackModule, async ({ params, body, request }) => {
    const audit = { actor: actorOf(request.principal), now: now() };
    const moved = await rollback(db, { module: params.module, takenBack: body ?? undefined }, await sharedUi(), audit);
    registry.changed();
    return { status: 'success' as const, ...moved };
  });
}

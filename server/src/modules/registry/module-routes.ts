import type { FastifyInstance } from 'fastify';
import * as contracts from 'shared-api/contracts';
import { listFeatureFlagUses } from 'shared-api/contracts/module-feature-flags';
import { type WaitingRow, listWaiting } from '../../access/approvals/approvals-repository.js';
import { requestManifest, requestPromotion } from './promotions.js';
import type { ModulesContext } from '../context.js';
import { addRoute } from '../../platform/http/contract-route.js';
import { actorOf, personOf } from '../../platform/http/principal.js';
import { notFound } from '../../platform/errors/app-error.js';
import { isForEveryone, startCanary, toCanary } from './canaries.js';
import { deployTokens } from '../../access/tokens/deploy-tokens.js';
import { loadableModules } from './session-modules.js';
import { listPreviews } from './preview-repository.js';
import { toPreview } from './preview-service.js';
import { applyManifest, liveManifest } from './module-manifest.js';
import { grownPages } from './page-sizes.js';
import { versionBefore } from './pointer.js';
import { flagUses } from './flags-of-modules.js';
import { findCanary, findModule, listMoves, listVersions } from './module-repository.js';
import { promote, publish, rollback } from './release-service.js';
import { verifyStatement } from './signed-statements.js';

/** 20 MB of files in base64, plus their hashes. */
const MAX_UPLOAD_BYTES = 30_000_000;
const UPLOAD_TIME_MS = 60_000;

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

const waitingOf = ({ id, expires_at }: WaitingRow) => ({ id, expires_at: seconds(expires_at) });

export function moduleRoutes(app: FastifyInstance, { config, db, now, registry, shell }: ModulesContext): void {
  const sharedUi = async () => (await shell.read())?.sharedUi;

  addRoute(app, contracts.listModules, async ({ query, request }) => {
    const person = personOf(request);
    const kit = query.shared_ui ?? (await registry.recent()).unnamedKit ?? (await sharedUi());
    const { revision, modules } = await registry.current(kit);
    return { revision, shared_ui: kit, modules: loadableModules(modules, person, { config, now }) };
  });

  addRoute(app, contracts.listReleases, async ({ params }) => {
    const module = await findModule(db, params.module);
    if (!module) throw notFound(`The module ${params.module} doesn’t exist.`);
    const [versions, moves, running, waiting, previews] = await Promise.all([
      listVersions(db, module.name),
      listMoves(db, module.name),
      findCanary(db, module.name),
      listWaiting(db, now(), module.name),
      listPreviews(db, module.name),
    ]);
    const before = versionBefore(moves);
    return {
      releases: versions.map((version) => ({
        version: version.version,
        live: version.version === module.live_version,
        bytes: version.bytes,
        published_at: seconds(version.published_at),
        published_by: version.published_by,
        pruned_at: version.pruned_at && seconds(version.pruned_at),
        ...(version.pipeline !== null && { pipeline: version.pipeline }),
      })),
      moves: moves.reverse().map((move) => ({
        action: move.action,
        from: move.from_version,
        to: move.to_version,
        at: seconds(move.moved_at),
        by: move.moved_by,
      })),
      canary: running ? toCanary(running) : null,
      previews: previews.map(toPreview),
      rollback_to: (running ? module.live_version : before) ?? null,
      waiting: waiting.map((row) => ({
        ...waitingOf(row),
        summary: row.summary,
        requested_by: row.requested_by_name,
      })),
    };
  });

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
      issued_at: seconds(issued_at),
      issued_by,
      expires_at: expires_at && seconds(expires_at),
    };
  });

  addRoute(app, listFeatureFlagUses, async () => ({
    flags: flagUses((await registry.current(await sharedUi())).modules),
  }));

  addRoute(app, contracts.readManifest, () => liveManifest(db));

  addRoute(
    app,
    contracts.applyManifest,
    async ({ body, request, reply }) => {
      const audit = { actor: actorOf(request.principal), now: now() };
      const waiting = config.approvals.promotions
        ? await requestManifest(db, body, await sharedUi(), audit)
        : undefined;
      if (waiting) {
        reply.code(202);
        return { status: 'waiting' as const, changed: [], withdrawn: [], approval: waitingOf(waiting) };
      }
      const applied = await applyManifest(db, body, await sharedUi(), audit);
      registry.changed();
      return { status: 'success' as const, ...applied };
    },
    { accepts: true },
  );

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
        const wanted = { module: params.module, version, ...(!isForEveryone(reach) && { canary: reach }) };
        const { waiting, ...asked } = await requestPromotion(db, wanted, await sharedUi(), audit);
        if (waiting) {
          reply.code(202);
          return { status: 'waiting' as const, ...asked, approval: waitingOf(waiting) };
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

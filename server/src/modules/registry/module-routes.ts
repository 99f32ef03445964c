/** The modules that a session loads, and the declarations of all modules. */
import type { FastifyInstance } from 'fastify';
import * as contracts from 'shared-api/contracts';
import { listFeatureFlagUses } from 'shared-api/contracts/module-feature-flags';
import { toWaiting } from '../../access/approvals/approvals-repository.js';
import { addRoute } from '../../platform/http/contract-route.js';
import { actorOf, personOf } from '../../platform/http/principal.js';
import type { ModulesContext } from '../context.js';
import { flagUses } from './flags-of-modules.js';
import { applyManifest, liveManifest } from './module-manifest.js';
import { requestManifest } from './promotions.js';
import { loadableModules } from './session-modules.js';

export function moduleRoutes(app: FastifyInstance, { config, db, now, registry, shell }: ModulesContext): void {
  const sharedUi = async () => (await shell.read())?.sharedUi;

  addRoute(app, contracts.listModules, async ({ query, request }) => {
    const person = personOf(request);
    const kit = query.shared_ui ?? (await registry.recent()).unnamedKit ?? (await sharedUi());
    const { revision, modules } = await registry.current(kit);
    return { revision, shared_ui: kit, modules: loadableModules(modules, person, { config, now }) };
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
        return { status: 'waiting' as const, changed: [], withdrawn: [], approval: toWaiting(waiting) };
      }
      const applied = await applyManifest(db, body, await sharedUi(), audit);
      registry.changed();
      return { status: 'success' as const, ...applied };
    },
    { accepts: true },
  );
}

import type { FastifyInstance } from 'fastify';
import { etagOf } from 'shared-api/contracts';
import { listModuleSettings, saveModuleSettings } from 'shared-api/contracts/module-settings';
import { addRoute } from '../../platform/http/contract-route.js';
import { versionOf } from '../../platform/http/etag.js';
import { actorOf } from '../../platform/http/principal.js';
import type { ModulesContext } from '../context.js';
import { configuredModules, saveSettings } from './settings-service.js';

export function settingsRoutes(app: FastifyInstance, { db, now, registry, shell }: ModulesContext): void {
  addRoute(app, listModuleSettings, async () => {
    const { modules } = await registry.current((await shell.read())?.sharedUi);
    return { modules: configuredModules(modules) };
  });

  addRoute(app, saveModuleSettings, async ({ params, body, request }) => {
    const change = { ...body, module: params.module, onVersion: versionOf(request.headers['if-match']) };
    const version = await saveSettings(db, change, { actor: actorOf(request.principal), now: now() });
    registry.changed();
    return { status: 'success' as const, etag: etagOf(version) };
  });
}

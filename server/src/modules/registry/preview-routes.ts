import type { FastifyInstance } from 'fastify';
import { closePreview, leavePreview, openPreview, putPreview, readPreview } from 'shared-api/contracts/module-previews';
import { notFound } from '../../platform/errors/app-error.js';
import { addRoute } from '../../platform/http/contract-route.js';
import { actorOf, type PersonPrincipal, personOf } from '../../platform/http/principal.js';
import type { ModulesContext } from '../context.js';
import { mayOpenPreview } from './previews.js';
import { findPreview } from './preview-repository.js';
import * as service from './preview-service.js';

export function previewRoutes(app: FastifyInstance, { db, now, registry, shell }: ModulesContext): void {
  /**
   * The same error for a preview that doesn't exist, has ended, or isn't for this person, so that it reveals nothing
   * about others' work.
   */
  const missing = (): Error => notFound('This preview has ended, or isn’t for you. Ask whoever sent you the link.');

  const find = async (person: PersonPrincipal, params: { module: string; preview: string }) => {
    const { modules } = await registry.current((await shell.read())?.sharedUi);
    const module = modules.find(({ name }) => name === params.module);
    const preview = module?.previews.find(({ name }) => name === params.preview);
    if (!module || !preview || !mayOpenPreview(person, module, preview, now())) throw missing();
    return { module, preview };
  };

  addRoute(app, putPreview, async ({ params, body, request }) => {
    const audit = { actor: actorOf(request.principal), now: now() };
    const sharedUi = (await shell.read())?.sharedUi;
    const wanted = { module: params.module, name: params.preview, ...body };
    const preview = await service.putPreview(db, wanted, sharedUi, audit);
    registry.changed();
    return { status: 'success' as const, preview };
  });

  addRoute(app, closePreview, async ({ params, request }) => {
    await service.closePreview(db, params.module, params.preview, { actor: actorOf(request.principal), now: now() });
    registry.changed();
    return { status: 'success' as const };
  });

  addRoute(app, readPreview, async ({ params, request }) => {
    const person = personOf(request);
    const { preview } = await find(person, params);
    const row = await findPreview(db, params.module, params.preview);
    if (!row) throw missing();
    const open = person.session.previews.some(
      ({ module, name }) => module === params.module && name === params.preview,
    );
    return { title: preview.declaration.title, open, preview: service.toPreview(row) };
  });

  addRoute(app, openPreview, async ({ params, request }) => {
    const person = personOf(request);
    await find(person, params);
    await service.chooseInSession(db, person, params.module, params.preview);
    return { status: 'success' as const };
  });

  addRoute(app, leavePreview, async ({ params, request }) => {
    await service.chooseInSession(db, personOf(request), params.module, null);
    return { status: 'success' as const };
  });
}

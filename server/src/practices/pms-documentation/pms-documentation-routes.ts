import type { FastifyInstance } from 'fastify';
import type { PmsKind } from 'shared-api/contracts';
import { z } from 'zod';
import type { PracticesContext } from '../context.js';
import { notFound } from '../../platform/errors/app-error.js';
import { documentationHtml, documentationPolicy, documentationStyle } from './pms-page.js';
import { pmsPages } from './pms-texts.js';

const isKind = (name: string): name is PmsKind => Object.hasOwn(pmsPages, name);

const query = z.object({ scheme: z.enum(['light', 'dark']).optional().catch(undefined) });

/** Pages shown in a frame of the PMS settings' help dialog. Every practice may read them. */
export function pmsDocumentationRoutes(app: FastifyInstance, { shell }: PracticesContext): void {
  app.get<{ Params: { pms: string } }>('/pms-documentation/:pms/', async (request, reply) => {
    const { pms } = request.params;
    if (!isKind(pms)) throw notFound('There is no documentation of this practice management system.');
    const font = (await shell.read())?.preload.find(({ as }) => as === 'font')?.href;
    const { scheme } = query.parse(request.query);
    const style = documentationStyle({ scheme, font: font === undefined ? undefined : `/shell/${font}` });
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .header('content-security-policy', documentationPolicy(style))
      .header('x-frame-options', 'SAMEORIGIN')
      .send(documentationHtml(pmsPages[pms], style));
  });
}

import type { FastifyInstance } from 'fastify';
import type { PmsKind } from 'shared-api/contracts';
import { notFound } from '../http/app-error.js';
import { documentationHtml, documentationPolicy } from './pms-page.js';
import { pmsPages } from './pms-texts.js';

const isKind = (name: string): name is PmsKind => Object.hasOwn(pmsPages, name);

/** Pages in a frame of the help dialog of the PMS settings. Every practice may read them. */
export function pmsDocumentationRoutes(app: FastifyInstance): void {
  app.get<{ Params: { pms: string } }>('/pms-documentation/:pms/', (request, reply) => {
    const { pms } = request.params;
    if (!isKind(pms)) throw notFound('There is no documentation of this practice management system.');
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .header('content-security-policy', documentationPolicy)
      .header('x-frame-options', 'SAMEORIGIN')
      .send(documentationHtml(pmsPages[pms]));
  });
}

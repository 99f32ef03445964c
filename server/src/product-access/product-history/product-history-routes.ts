import type { FastifyInstance } from 'fastify';
import * as contracts from 'shared-api/contracts';
import type { PlatformContext } from '../../platform/context.js';
import { addRoute } from '../../platform/http/contract-route.js';
import { readProductHistory } from './product-history-service.js';

export function productHistoryRoutes(app: FastifyInstance, { db }: PlatformContext): void {
  addRoute(app, contracts.listProductChanges, ({ params, query }) =>
    readProductHistory(db, params.practice, { ...query, page_size: Number(query.page_size) }),
  );
}

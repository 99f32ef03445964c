import type { FastifyInstance } from 'fastify';
import * as contracts from 'shared-api/contracts';
import type { PlatformContext } from '../../platform/context.js';
import { addRoute } from '../../platform/http/contract-route.js';
import { readCataloguePrices } from './catalogue-prices.js';
import { optionalFeatures, planView, plansOnSale } from './catalogue-view.js';

export function catalogueRoutes(app: FastifyInstance, { db }: PlatformContext): void {
  addRoute(app, contracts.listPlans, async ({ query }) =>
    plansOnSale(await readCataloguePrices(db))
      .filter(({ plan }) => query.pbn_default !== 'true' || plan.isDefault)
      .map(({ plan, priceId }) => planView(plan, priceId)),
  );

  addRoute(app, contracts.listOptionalFeatures, async () => optionalFeatures(await readCataloguePrices(db)));
}

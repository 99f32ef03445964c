import type { FastifyInstance } from 'fastify';
import * as contracts from 'shared-api/contracts';
import type { ModulesContext } from '../context.js';
import { addRoute } from '../../platform/http/contract-route.js';
import { personOf } from '../../platform/http/principal.js';
import { isUnreleasedInSession } from '../registry/session-modules.js';
import { moduleHealthView } from './health-view.js';
import { canaryEvaluator, evaluateCanary } from './evaluate-canary.js';
import { storeReport } from './store-report.js';

export function moduleHealthRoutes(app: FastifyInstance, context: ModulesContext): void {
  const { config, db, metrics, now, registry, shell } = context;

  const served = async () => {
    const [{ modules }, built] = await Promise.all([registry.current(), shell.read()]);
    return { modules, shell: built?.version };
  };

  const evaluate = canaryEvaluator(async (name) => {
    if (!(await evaluateCanary(db, name, now()))) return;
    registry.changed();
    app.log.warn({ module: name }, 'a canary was withdrawn by its rule');
  });

  addRoute(app, contracts.reportFromBrowser, async ({ body, request }) => {
    const person = personOf(request);
    const current = await served();
    const from = { person, isUnreleased: isUnreleasedInSession(current.modules, person, { config, now }) };
    const { isStored: taken, canaries } = await storeReport(db, body, from, current, now());
    metrics.browserReports.inc({ outcome: taken ? 'taken' : 'dropped' });
    for (const name of canaries) {
      // The report is stored even if the evaluation fails. The next report triggers another one.
      await evaluate(name).catch((err: unknown) => request.log.error({ err }, 'a canary could not be evaluated'));
    }
    return { status: 'success' as const };
  });

  addRoute(app, contracts.readModuleHealth, async ({ query }) =>
    moduleHealthView(db, await served(), query.days, now()),
  );
}

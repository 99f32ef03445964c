import type { FastifyInstance } from 'fastify';
import * as contracts from 'shared-api/contracts';
import type { AppContext } from '../context.js';
import { implement } from '../http/contract-route.js';
import { personOf } from '../http/principal.js';
import { overridesOf } from '../modules/module-list.js';
import { moduleHealthView } from './health-view.js';
import { canaryJudge, judgeCanary } from './judge.js';
import { takeReport } from './take-report.js';

export function moduleHealthRoutes(app: FastifyInstance, context: AppContext): void {
  const { config, db, metrics, now, registry, shell } = context;

  const served = async () => {
    const [{ modules }, built] = await Promise.all([registry.current(), shell.read()]);
    return { modules, shell: built?.version };
  };

  const judge = canaryJudge(async (name) => {
    if (!(await judgeCanary(db, name, now()))) return;
    registry.changed();
    app.log.warn({ module: name }, 'a canary was withdrawn by its rule');
  });

  implement(app, contracts.reportFromBrowser, async ({ body, request }) => {
    const person = personOf(request);
    const overrides = overridesOf(config, person);
    const { taken, canaries } = await takeReport(db, body, person, overrides, await served(), now());
    metrics.browserReports.inc({ outcome: taken ? 'taken' : 'dropped' });
    for (const name of canaries) {
      // The report stands, whatever becomes of the judgement; the next report brings another one.
      await judge(name).catch((err: unknown) => request.log.error({ err }, 'a canary could not be judged'));
    }
    return { status: 'success' as const };
  });

  implement(app, contracts.readModuleHealth, async ({ query }) =>
    moduleHealthView(db, await served(), query.days, now()),
  );
}

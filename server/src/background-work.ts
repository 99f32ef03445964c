/**
 * Work without a request: jobs, the agents' gateway, and the settlement of paid changes. Starts when the server
 * listens.
 */
import type { FastifyInstance } from 'fastify';
import type { AppContext } from './app-context.js';
import { PROVIDER_CARD_CHANGE, providerCardChangeHandler } from './billing/payments/provider-card-changes.js';
import { settleInBackground } from './billing/subscriptions/commands/settle-in-background.js';
import {
  enqueueReconciliation,
  reconciliationHandler,
  RECONCILIATION,
} from './billing/subscriptions/mirror/reconcile-job.js';
import { prepareMailWith } from './mails.js';
import {
  enqueuePreviewCleanUp,
  PREVIEW_CLEAN_UP,
  previewCleanUpHandler,
} from './modules/registry/preview-clean-up-job.js';
import { enqueueReportCleanUp, REPORT_CLEAN_UP, reportCleanUpHandler } from './modules/module-health/clean-up-job.js';
import type { JobRunner } from './platform/jobs/job-runner.js';
import { MAIL, mailHandler } from './platform/mail/mail-job.js';
import { openMailer } from './platform/mail/mailer.js';
import type { AgentGateway } from './practices/agents/agent-gateway.js';
import { bulkHandler } from './product-access/bulk-features/bulk-job.js';
import { BULK_FEATURES } from './product-access/bulk-features/request-bulk-change.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** Runs while the server listens. */
    jobs: JobRunner;
    agents: AgentGateway;
  }
}

/** Routes add handlers for their own jobs. */
export function runInBackground(app: FastifyInstance, context: AppContext): void {
  const { config, db, now, jobs, agents, payments } = context;
  app.decorate('jobs', jobs);
  app.decorate('agents', agents);
  jobs.handle(BULK_FEATURES, bulkHandler(app.log));
  jobs.handle(REPORT_CLEAN_UP, reportCleanUpHandler(app.log));
  jobs.handle(PREVIEW_CLEAN_UP, previewCleanUpHandler(app.log));
  jobs.handle(MAIL, mailHandler(config.mail && openMailer(config.mail), prepareMailWith(config), app.log));
  if (payments) {
    const background = { ...payments, stripe: payments.background };
    jobs.handle(RECONCILIATION, reconciliationHandler(background, app.log));
    jobs.handle(PROVIDER_CARD_CHANGE, providerCardChangeHandler(background));
  }
  const settlement = payments && settleInBackground({ db, stripe: payments.background }, now, app.log);
  app.addHook('onListen', async () => {
    jobs.start();
    settlement?.start();
    agents.start();
    await enqueueReportCleanUp(db, now());
    await enqueuePreviewCleanUp(db, now());
    if (payments) await enqueueReconciliation(db, now());
    const shell = await context.shell.read();
    if (shell && config.shellOrigin === undefined) await context.shellBuilds.keep(shell);
  });
  app.addHook('preClose', async () => {
    await Promise.all([jobs.stop(), agents.stop(), settlement?.stop()]);
  });
}

import type { FastifyInstance } from 'fastify';
import { Gauge } from 'prom-client';
import type { PlatformContext } from '../../platform/context.js';
import { AUDIT_RETENTION, auditRetentionHandler, planAuditRetention } from './retention-job.js';
import { AUDIT_WEBHOOK, auditWebhookHandler, planAuditWebhook } from './webhook-job.js';
import { oldestUnsent } from './webhook-repository.js';

/** Jobs that send and delete entries as configured, and a metric. No routes. */
export function auditJobRoutes(app: FastifyInstance, { config, db, jobs, metrics, now }: PlatformContext): void {
  const { auditWebhook } = config;
  // Without a webhook, the handler ends a leftover job.
  jobs.handle(AUDIT_WEBHOOK, auditWebhookHandler(auditWebhook, app.log));
  jobs.handle(AUDIT_RETENTION, auditRetentionHandler(config, app.log));
  if (config.auditRetentionDays !== undefined) {
    app.addHook('onListen', async () => {
      await planAuditRetention(db, now());
    });
  }
  if (!auditWebhook) return;
  app.addHook('onListen', () => planAuditWebhook(db, now()));
  new Gauge({
    name: 'audit_webhook_lag_seconds',
    help: 'Age of the oldest entry of the audit log that the collector has not accepted; 0 when it has all',
    registers: [metrics.registry],
    async collect() {
      try {
        const oldest = await oldestUnsent(db);
        this.set(oldest === undefined ? 0 : Math.max(0, (now().getTime() - oldest.getTime()) / 1000));
      } catch (err) {
        // The other metrics matter most when the database is unreachable.
        app.log.warn({ err }, 'how far the audit webhook is behind could not be read');
        this.remove();
      }
    },
  });
}

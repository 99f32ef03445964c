/** The sandboxes of the providers on loopback. `npm start` and the tests run them next to the server. */
import fastify, { type FastifyInstance } from 'fastify';
import { agentRoutes } from './agent/agent-routes.js';
import type { CallContext } from './stripe/calls.js';
import { dashboardRoutes } from './stripe/dashboard.js';
import { hostedInvoiceRoutes } from './stripe/hosted-invoice.js';
import { faultPlan } from './faults.js';
import { webhooks } from './stripe/events.js';
import { readForm } from './stripe/params.js';
import { OWN_ORIGIN } from './stripe/invoices.js';
import { openStore } from './stripe/store.js';
import { typeGuard } from './stripe/schema/type-guard.js';
import { stripeJsRoutes } from './stripe/stripe-js-routes.js';
import { stripeRoutes } from './stripe/stripe-routes.js';
import { openStore as openTwilioStore } from './twilio/store.js';
import { twilioRoutes } from './twilio/twilio-routes.js';

export interface SandboxParts {
  /** Where state is stored; null stores none. */
  folder: string | null;
  /** The clock in milliseconds; tests set it. */
  clock?: () => number;
  /** Where failed webhooks are reported; by default on standard error. */
  log?: (line: string) => void;
  /**
   * Checks every answer and event against the types of the SDK, for tests. A mismatch returns a 500 and makes closing
   * fail.
   */
  checksTypes?: boolean;
}

const toStandardError = (line: string): void => void process.stderr.write(`sandbox: ${line}\n`);

export function buildSandbox({
  folder,
  clock,
  log = toStandardError,
  checksTypes = false,
}: SandboxParts): FastifyInstance {
  const app = fastify({ forceCloseConnections: true });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, parsed) =>
    parsed(null, readForm(String(body))),
  );
  app.get('/healthz', () => ({ status: 'ok' }));
  agentRoutes(app);

  const store = openStore(folder, clock);
  const origin = (): string => app.listeningOrigin;
  const types = typeGuard();
  if (checksTypes) app.addHook('onReady', () => types.load());
  const hooks = webhooks(store, { report: log, finish: (body) => body.replaceAll(OWN_ORIGIN, origin()), types });
  stripeRoutes(app, { store, hooks, faults: faultPlan(), origin, types });
  const saved = (): void => {
    store.save();
    hooks.flush();
  };
  const context = (): CallContext => ({ store, events: hooks, origin: origin(), fromBrowser: false });
  hostedInvoiceRoutes(app, context, saved);
  dashboardRoutes(app, store);
  stripeJsRoutes(app, context, saved);
  twilioRoutes(app, openTwilioStore(folder, clock));
  app.addHook('onClose', (_app, done) => {
    hooks.stop();
    done(types.failure());
  });
  return app;
}

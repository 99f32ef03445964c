/** Connects the server to the sandbox: registers its address and creates the demo's data at the providers. */
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { syncCatalogue } from '../billing/catalogue/sync-catalogue.js';
import type { Db } from '../platform/database/tables.js';
import type { Payments } from '../billing/stripe/stripe-client.js';
import { registerWebhooks } from '../billing/stripe/webhook-endpoint.js';
import { addDemoBilling } from './demo-billing.js';
import { registerDemoAgents } from './demo-agents.js';
import { addDemoPhoneNumbers } from './demo-phone-numbers.js';

export interface SandboxContext {
  db: Db;
  log: FastifyBaseLogger;
  /** Origin of the sandbox. */
  sandbox: string;
  payments: Payments | undefined;
  /** Origin of this server, as reachable from the sandbox. */
  server: string;
  hasDemo: boolean;
  now: () => Date;
  /** Aborted when the server stops. */
  signal: AbortSignal;
}

/** Pauses before each further attempt, in milliseconds. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000];

/** Retries a few times. A failure is only logged as a warning: the console works without the sandbox. */
async function attempt({ log, signal }: SandboxContext, what: string, work: () => Promise<unknown>): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      await work();
      return;
    } catch (err) {
      const wait = PAUSES_MS[failures];
      if (signal.aborted) return;
      if (wait === undefined) {
        log.warn({ err }, `${what} could not be brought to the sandbox`);
        return;
      }
      await pause(wait, undefined, { signal }).catch(() => undefined);
    }
  }
}

/**
 * Creates the catalogue and the demo's subscriptions and invoices before the server listens. An unreachable sandbox is
 * only a warning; billing then stays empty until the next start.
 */
export async function fillSandbox({
  db,
  log,
  payments,
  hasDemo,
  now,
}: Pick<SandboxContext, 'db' | 'log' | 'payments' | 'hasDemo' | 'now'>): Promise<void> {
  if (payments?.sandboxUrl === undefined) return;
  const { stripe, sandboxUrl: sandbox } = payments;
  try {
    await syncCatalogue({ stripe }, db, now());
    if (hasDemo) await addDemoBilling({ db, stripe, sandbox, now: now() });
  } catch (err) {
    log.warn({ err }, 'the sandbox could not be stocked');
  }
}

/** Call it once the server listens. Connects webhooks, the demo's phone numbers and agents. */
export async function connectSandbox(meeting: SandboxContext): Promise<void> {
  const { db, log, sandbox, payments, server, hasDemo, now, signal } = meeting;
  if (payments) await attempt(meeting, 'the webhook endpoint', () => registerWebhooks(db, payments, server, now()));
  if (!hasDemo) return;
  await attempt(meeting, 'the demo’s phone numbers', () => addDemoPhoneNumbers(db, sandbox, signal));
  await registerDemoAgents({ db, log, sandbox, server, now, signal });
}

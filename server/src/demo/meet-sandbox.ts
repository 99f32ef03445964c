/** What a server does beside a sandbox: it says where it is, and brings the demo's part of the outside world. */
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { syncCatalogue } from '../catalogue/sync-catalogue.js';
import type { Db } from '../database/tables.js';
import type { Payments } from '../stripe/stripe-client.js';
import { registerWebhooks } from '../stripe/webhook-endpoint.js';
import { addDemoBilling } from './demo-billing.js';
import { introduceDemoAgents } from './demo-agents.js';
import { addDemoPhoneNumbers } from './demo-phone-numbers.js';

export interface Meeting {
  db: Db;
  log: FastifyBaseLogger;
  /** Origin of the sandbox. */
  sandbox: string;
  payments: Payments | undefined;
  /** Origin of this server, as the sandbox reaches it. */
  server: string;
  hasDemo: boolean;
  now: () => Date;
  /** Aborted when the server stops. */
  signal: AbortSignal;
}

/** Before each further attempt, in milliseconds. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000];

/** Tries a few times. What does not come about is a warning: the console works without it. */
async function attempt({ log, signal }: Meeting, what: string, work: () => Promise<unknown>): Promise<void> {
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
 * Before anybody comes: the catalogue, and the demo's subscriptions and invoices. A sandbox that cannot be reached is a
 * warning; billing is then empty until the next start.
 */
export async function stockSandbox({
  db,
  log,
  payments,
  hasDemo,
  now,
}: Pick<Meeting, 'db' | 'log' | 'payments' | 'hasDemo' | 'now'>): Promise<void> {
  if (payments?.sandboxUrl === undefined) return;
  const { stripe, sandboxUrl: sandbox } = payments;
  try {
    await syncCatalogue({ stripe }, db, now());
    if (hasDemo) await addDemoBilling({ db, stripe, sandbox, now: now() });
  } catch (err) {
    log.warn({ err }, 'the sandbox could not be stocked');
  }
}

/** Once it listens: webhooks, the demo's phone numbers and agents. */
export async function meetSandbox(meeting: Meeting): Promise<void> {
  const { db, log, sandbox, payments, server, hasDemo, now, signal } = meeting;
  if (payments) await attempt(meeting, 'the webhook endpoint', () => registerWebhooks(db, payments, server, now()));
  if (!hasDemo) return;
  await attempt(meeting, 'the demo’s phone numbers', () => addDemoPhoneNumbers(db, sandbox, signal));
  await introduceDemoAgents({ db, log, sandbox, server, now, signal });
}

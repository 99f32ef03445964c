/** Settles requests with unknown outcomes, at startup and while there are any. */
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../../platform/database/tables.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { readOutcome, isLeaseKey } from '../../requests/idempotent-request.js';
import { withLease } from '../../requests/lease.js';
import { type StoredRequest, findRequestById, listUnsettled } from '../../requests/requests-repository.js';
import { settleCustomer } from '../../payments/customers-service.js';
import { settleCustomerRequest } from '../../payments/settle-customer-request.js';
import type { BillingMirror } from '../mirror/refresh.js';
import { SUBSCRIPTION_COMMANDS, settleCommand } from './settle-command.js';

const POLL_INTERVAL_MS = 10_000;

function settle(mirror: BillingMirror, request: StoredRequest, now: Date): Promise<void> {
  const { db, stripe } = mirror;
  if (SUBSCRIPTION_COMMANDS.includes(request.action ?? '')) return settleCommand(mirror, request, now);
  if (request.action === 'customer.create') return settleCustomer(db, stripe, request, now);
  return settleCustomerRequest(db, stripe, request, now);
}

/** Runs the work if nobody else works on the request. */
async function withLeasesOf(db: Db, { practiceId, scope }: StoredRequest, work: () => Promise<unknown>): Promise<void> {
  const isShared = scope !== null && isLeaseKey(scope);
  try {
    await withLease(db, `practice:${practiceId}`, () => (isShared ? withLease(db, scope, work, 0) : work()), 0);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'already_running') throw error;
  }
}

/** Checks a request with the provider, unless somebody works on it. */
export async function settleUnsettledRequest(mirror: BillingMirror, request: StoredRequest, now: Date): Promise<void> {
  const { db } = mirror;
  await withLeasesOf(db, request, async () => {
    const current = await findRequestById(db, request.id);
    if (current?.state !== 'processing') return;
    await readOutcome(db, (unsettled) => settle(mirror, unsettled, now), current);
  });
}

/** Checks each request that nobody works on with the provider. */
export async function settleUnsettled(mirror: BillingMirror, now: Date): Promise<void> {
  for (const request of await listUnsettled(mirror.db)) await settleUnsettledRequest(mirror, request, now);
}

export interface Settlement {
  start(): void;
  /** Waits for the request being settled. */
  stop(): Promise<void>;
}

export function settleInBackground(mirror: BillingMirror, now: () => Date, log: FastifyBaseLogger): Settlement {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const run = (): void => {
    running ??= settleUnsettled(mirror, now())
      .catch((err: unknown) => log.warn({ err }, 'requests could not be settled; they are tried again'))
      .finally(() => {
        running = undefined;
      });
  };
  return {
    start() {
      timer ??= setInterval(run, POLL_INTERVAL_MS);
      run();
    },
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

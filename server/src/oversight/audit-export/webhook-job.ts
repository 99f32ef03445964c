/**
 * Sends the audit log to the operator's collector, in write order and in the export's format (docs/decisions/0058). One
 * job that never ends: its lease keeps a second replica from sending at the same time.
 */
import type { FastifyBaseLogger } from 'fastify';
import { systemActor } from '../../platform/audit/actor.js';
import { NO_PRACTICE } from '../../platform/audit/audit-log.js';
import type { AuditWebhookConfig } from '../../platform/config/config.js';
import type { Db, Row } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/errors/app-error.js';
import { growingWait } from '../../platform/jobs/growing-wait.js';
import { type JobContext, type JobHandler, LeaseLost, RunLater } from '../../platform/jobs/attempt-job.js';
import { enqueueOnce, hasUnfinishedJob, latestJob } from '../../platform/jobs/jobs-repository.js';
import { listInOrder, settledSequence } from './export-repository.js';
import { auditLineOf } from './export-service.js';
import {
  acceptBatch,
  beginBatch,
  readPosition,
  recordRefusal,
  startAfter,
  type WebhookPosition,
} from './webhook-repository.js';
import { signatureHeaders } from './webhook-signature.js';

export const AUDIT_WEBHOOK = 'audit-webhook';

/** Number of entries per call. */
export const BATCH_SIZE = 100;
/** Maximum size of a batch, unless a single entry is larger. */
export const MAX_BODY_BYTES = 250_000;
/** Number of calls before other jobs get a turn. */
const MAX_CALLS_PER_RUN = 20;
const POLL_INTERVAL_MS = 5_000;
const TIMEOUT_MS = 10_000;
/** How long a run waits for transactions that are writing entries. The next run waits again. */
const MAX_SETTLE_MS = 2_000;
const FIRST_WAIT_MS = 10_000;
const MAX_WAIT_MS = 15 * 60_000;

const anyTime = { from: undefined, to: undefined };

/** The collector did not accept a batch. The message contains neither entries nor the response. */
class NotAccepted extends Error {}

/** The wait after a refusal. It equals the time since the first refusal, so waits double. Pure function. */
export function waitAfter(failingSince: Date, now: Date): number {
  return growingWait(failingSince, now, { firstMs: FIRST_WAIT_MS, maxMs: MAX_WAIT_MS });
}

/** Enqueues the job that follows another, or the first one. Only one exists, however often it is called. */
async function enqueueAfter(db: Db, id: string | undefined, now: Date): Promise<void> {
  await enqueueOnce(db, {
    practiceId: NO_PRACTICE,
    kind: AUDIT_WEBHOOK,
    name: id === undefined ? 'first' : `after ${id}`,
    input: {},
    progress: {},
    actor: systemActor('Audit webhook'),
    now,
    runAt: now,
  });
}

/** Enqueues the job if it doesn't exist. Call it at startup. */
export async function planAuditWebhook(db: Db, now: Date): Promise<void> {
  if (await hasUnfinishedJob(db, NO_PRACTICE, AUDIT_WEBHOOK)) return;
  const latest = await latestJob(db, NO_PRACTICE, AUDIT_WEBHOOK);
  await enqueueAfter(db, latest?.id, now);
}

/** The first lines that fit into one call, at least one. */
function takeBatch(rows: readonly Row<'audit_log'>[]): { lines: string[]; last: Row<'audit_log'> | undefined } {
  const lines: string[] = [];
  let bytes = 0;
  for (const row of rows) {
    const line = `${JSON.stringify(auditLineOf(row))}\n`;
    bytes += Buffer.byteLength(line);
    if (lines.length > 0 && bytes > MAX_BODY_BYTES) break;
    lines.push(line);
  }
  return { lines, last: rows[lines.length - 1] };
}

interface SendingParts {
  webhook: AuditWebhookConfig;
  timeoutMs: number;
}

/** @throws NotAccepted for a response other than 2xx, or none in time */
async function post(
  { webhook, timeoutMs }: SendingParts,
  id: string,
  body: string,
  { now, signal }: JobContext,
): Promise<void> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const response = await fetch(webhook.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-ndjson; charset=utf-8',
      'user-agent': 'practice-console',
      ...signatureHeaders(webhook.keys, id, now(), body),
    },
    body,
    redirect: 'manual',
    signal: AbortSignal.any([timeout, signal]),
  }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new NotAccepted(timeout.aborted ? 'It did not answer in time.' : 'It could not be reached.', {
      cause: error,
    });
  });
  await response.body?.cancel();
  if (!response.ok) throw new NotAccepted(`It answered ${response.status}.`);
}

/**
 * Sends the next batch, or the one that was started.
 *
 * @returns false when there is none
 */
async function sendNext(
  parts: SendingParts,
  { acceptedTo, sendingTo }: WebhookPosition,
  settled: string,
  context: JobContext,
): Promise<boolean> {
  const { db, saveProgress } = context;
  const entriesUpTo = (upTo: string) => listInOrder(db, { after: acceptedTo, upTo }, anyTime, BATCH_SIZE);
  // The entries of a started batch can have been deleted while no webhook was configured.
  const begun = sendingTo === undefined ? [] : await entriesUpTo(sendingTo);
  const { lines, last } = takeBatch(begun.length > 0 ? begun : await entriesUpTo(settled));
  if (!last) return false;
  const upTo = String(last.sequence);
  // `saveProgress` refuses a replica whose lease has ended, so only one replica writes the position.
  await inTransaction(db, async (transaction) => {
    await beginBatch(transaction, upTo);
    await saveProgress(transaction, {});
  });
  // Uses the entry's id, not its position, because a database restored from a backup reuses positions.
  await post(parts, `audit_${last.id}`, lines.join(''), context);
  await inTransaction(db, async (transaction) => {
    await acceptBatch(transaction, upTo);
    await saveProgress(transaction, {});
  });
  return true;
}

/** Sends available entries, up to the last position before which no entry can still appear. */
async function sendAll(parts: SendingParts, context: JobContext): Promise<void> {
  const { db, now, signal } = context;
  const settled = await settledSequence(db, MAX_SETTLE_MS);
  if (settled === undefined) return;
  if (!(await readPosition(db))) await startAfter(db, settled);
  for (let calls = 0; calls < MAX_CALLS_PER_RUN; calls += 1) {
    signal.throwIfAborted();
    const position = await readPosition(db);
    if (!position || !(await sendNext(parts, position, settled, context))) return;
  }
  throw new RunLater(now());
}

/**
 * @param webhook undefined if none is configured, which ends the job
 * @param timeoutMs how long the collector can take to respond
 */
export function auditWebhookHandler(
  webhook: AuditWebhookConfig | undefined,
  log: FastifyBaseLogger,
  timeoutMs = TIMEOUT_MS,
): JobHandler {
  return async (job, context) => {
    const { db, now, signal } = context;
    if (!webhook) return;
    // A replica died while running this job. A job can only be started 5 times, so another one continues.
    if (job.attempt > 1) return enqueueAfter(db, job.id, now());
    try {
      await sendAll({ webhook, timeoutMs }, context);
    } catch (error) {
      const isForRunner = error instanceof RunLater || error instanceof LeaseLost || error instanceof AppError;
      if (isForRunner || signal.aborted) throw error;
      const failingSince = await recordRefusal(db, now());
      const waitMs = waitAfter(failingSince, now());
      if (error instanceof NotAccepted) {
        log.warn({ reason: error.message, failingSince, waitMs }, 'the collector of the audit log did not accept it');
      } else {
        log.error({ err: error, failingSince, waitMs }, 'the audit log could not be sent');
      }
      throw new RunLater(new Date(now().getTime() + waitMs));
    }
    throw new RunLater(new Date(now().getTime() + POLL_INTERVAL_MS));
  };
}

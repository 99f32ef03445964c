/**
 * Mails as jobs (docs/decisions/0055): stored in their cause's transaction, and retried with growing waits while the
 * mail server can't take them. A job stores the person and the kind of mail; the text and any link in it exist only
 * while it is sent.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { AuditContext } from '../audit/actor.js';
import { NO_PRACTICE } from '../audit/audit-log.js';
import type { Db } from '../database/tables.js';
import { AppError } from '../errors/app-error.js';
import { growingWait } from '../jobs/growing-wait.js';
import { type JobHandler, RunLater } from '../jobs/attempt-job.js';
import { enqueue, enqueueOnce } from '../jobs/jobs-repository.js';
import { toMail, type MailContent } from './mail-text.js';
import { type Mailer, MailDelayed, MailRefused } from './mailer.js';

export const MAIL = 'mail';

const MINUTE_MS = 60_000;
const FIRST_WAIT_MS = MINUTE_MS;
const MAX_WAIT_MS = 60 * MINUTE_MS;
/** A mail is dropped after this time. */
export const MAX_MAIL_AGE_MS = 24 * 60 * MINUTE_MS;

/** The wait after a failed attempt. It equals the mail's age, so waits double. Pure function. */
export function waitAfter(requestedAt: Date, now: Date): number {
  return growingWait(requestedAt, now, { firstMs: FIRST_WAIT_MS, maxMs: MAX_WAIT_MS });
}

/** Enqueues a mail in its cause's transaction. @param input input for the handler's `prepare` */
export async function enqueueMail(transaction: Db, input: unknown, audit: AuditContext): Promise<void> {
  await enqueue(transaction, { practiceId: NO_PRACTICE, kind: MAIL, input, progress: {}, ...audit });
}

/**
 * Enqueues a mail with a unique name, to be sent no earlier than a given time. @returns false when it already existed
 */
export function enqueueMailOnce(
  transaction: Db,
  input: unknown,
  mail: AuditContext & { name: string; runAt: Date },
): Promise<boolean> {
  return enqueueOnce(transaction, { practiceId: NO_PRACTICE, kind: MAIL, input, progress: {}, ...mail });
}

/** The recipient and content of a mail. Undefined when it is no longer needed. `now` is the time of sending. */
export type PrepareMail = (
  db: Db,
  input: unknown,
  audit: AuditContext & { requestedAt: Date },
) => Promise<{ to: string; content: MailContent } | undefined>;

/** @param mailer undefined without a mail server: mails are dropped */
export function mailHandler(mailer: Mailer | undefined, prepare: PrepareMail, log: FastifyBaseLogger): JobHandler {
  return async ({ id, input, actor, requestedAt }, { db, now }) => {
    if (!mailer) return;
    const mail = await prepare(db, input, { actor, now: now(), requestedAt });
    if (!mail) return;
    try {
      await mailer.send(toMail(mail.to, mail.content));
    } catch (error) {
      if (!(error instanceof MailDelayed) && !(error instanceof MailRefused)) throw error;
      const isOver = error instanceof MailRefused || now().getTime() - requestedAt.getTime() >= MAX_MAIL_AGE_MS;
      log.warn({ job: id, reason: error.message }, isOver ? 'a mail was given up' : 'a mail waits for its server');
      if (isOver) throw new AppError(422, 'mail_refused', error.message);
      throw new RunLater(new Date(now().getTime() + waitAfter(requestedAt, now())));
    }
  };
}

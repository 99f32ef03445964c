/** Emails people when the way they sign in changes, or when somebody else may be trying to sign in. */
import { z } from 'zod';
import { type AuditAction, areaOfAction } from '../../platform/audit/actions.js';
import { type Actor, type AuditContext, isOperator, isScim } from '../../platform/audit/actor.js';
import type { Db } from '../../platform/database/tables.js';
import { findPerson } from '../people/people-repository.js';
import { enqueueMail, enqueueMailOnce, type PrepareMail } from '../../platform/mail/mail-job.js';
import { timeText } from '../../platform/mail/mail-text.js';

interface Notice {
  subject: string;
  /** What happened, as the start of a sentence. */
  what: string;
  /** What to do if it wasn't the person. */
  otherwise: string;
  /** True if it doesn't apply to people without a password, who sign in only through the identity provider. */
  ofPassword?: true;
}

const askOperator = 'ask the console’s operator now to sign you out everywhere and to give you a new password.';
const changePassword = 'change your password, to one that you use nowhere else.';

const newPassword = { subject: 'Your password was changed', otherwise: askOperator };

/** The actions that send the person a mail, with what each one changed. */
const changes: Partial<Record<AuditAction, Notice>> = {
  'account_link.use': { ...newPassword, what: 'The password was set with a link' },
  'person.password': { ...newPassword, what: 'The password was changed' },
  'person.link': {
    subject: 'Another way to sign in was added',
    what: 'The account was linked to an identity provider',
    otherwise: askOperator,
    ofPassword: true,
  },
  'person.unlink': {
    subject: 'A way to sign in was removed',
    what: 'The account was unlinked from the identity provider, and signed out everywhere',
    otherwise: askOperator,
  },
  'second_factor.add': {
    subject: 'A second factor was added',
    what: 'A second factor was added',
    otherwise: askOperator,
  },
  'second_factor.remove': {
    subject: 'A second factor was removed',
    what: 'A second factor was removed',
    otherwise: askOperator,
  },
  'second_factor.reset': {
    subject: 'Your second factors were removed',
    what: 'All second factors were removed',
    otherwise: askOperator,
  },
  'recovery_codes.create': {
    subject: 'New recovery codes were created',
    what: 'New recovery codes were created',
    otherwise: askOperator,
  },
  'recovery_code.use': {
    subject: 'A recovery code was used',
    what: 'Somebody signed in with a recovery code',
    otherwise: askOperator,
  },
};

/** Events that don't change the account. Each is mailed at most once per interval, which the caller sets. */
const warnings = {
  new_browser: {
    subject: 'New sign-in to your account',
    what: 'Somebody signed in with a browser that this account hasn’t used before',
    otherwise: askOperator,
  },
  refused_sign_ins: {
    subject: 'Somebody tries to sign in to your account',
    what: 'Somebody entered a wrong password many times in one day, and was refused',
    otherwise: changePassword,
    ofPassword: true,
  },
  wrong_codes: {
    subject: 'Somebody may know your password',
    what: 'Somebody got as far as your second factor, and was refused there several times',
    otherwise: changePassword,
  },
  used_code: {
    subject: 'A code was used a second time',
    what: 'Somebody entered a code of your second factor that was already used, and was refused',
    otherwise: changePassword,
  },
  copied_passkey: {
    subject: 'One of your passkeys may have been copied',
    what: 'A passkey was refused, because another device has used it since',
    otherwise: 'remove the passkey under Account and security, and change your password.',
  },
} as const satisfies Record<string, Notice>;

export type Warning = keyof typeof warnings;

const addressChanged: Notice = {
  subject: 'The address of your account was changed',
  what: 'The email address was changed',
  otherwise: 'ask the console’s operator now to sign you out everywhere and to restore your address.',
};

const accountMail = z.object({
  /** Null for an unknown address: the same rows are written, and nothing is sent. */
  person_id: z.nullable(z.string()),
  action: z.string(),
  /** The former address, for a mail about a new one. */
  to: z.optional(z.string()),
  /** Where it happened, e.g. `Chrome on Windows, 203.0.113.7`. */
  place: z.optional(z.string()),
});

const ADDRESS_CHANGED = 'address_changed';

/**
 * Enqueues the action's mails, if any. Call it in the action's transaction.
 *
 * @param before the former values, as in the audit log
 */
export async function notifyOfAction(
  transaction: Db,
  action: AuditAction,
  personId: string,
  before: unknown,
  audit: AuditContext,
): Promise<void> {
  if (changes[action]) await enqueueMail(transaction, { person_id: personId, action }, audit);
  const former = action === 'person.update' ? z.object({ email: z.string() }).safeParse(before).data : undefined;
  if (!former) return;
  const mail = { person_id: personId, action: ADDRESS_CHANGED };
  // Also the former address: the person reading the new one may be the one who changed it.
  await enqueueMail(transaction, { ...mail, to: former.email }, audit);
  await enqueueMail(transaction, mail, audit);
}

/**
 * Enqueues a warning.
 *
 * @param about `personId` is null for an unknown address
 * @param name a warning with this name is enqueued once
 */
export async function warnOf(
  transaction: Db,
  warning: Warning,
  { personId, place }: { personId: string | null; place?: string | undefined },
  name: string,
  audit: AuditContext,
): Promise<void> {
  const mail = { person_id: personId, action: warning, ...(place !== undefined && { place }) };
  await enqueueMailOnce(transaction, mail, { ...audit, name: `${warning} ${name}`, runAt: audit.now });
}

function noticeOf(action: string): Notice | undefined {
  if (action === ADDRESS_CHANGED) return addressChanged;
  if (action in warnings) return warnings[action as Warning];
  return action in areaOfAction ? changes[action as AuditAction] : undefined;
}

/** Who did it, if it wasn't the person. */
function authorText(action: string, { kind, id }: Actor): string {
  if (kind === 'person' || action in warnings || action === 'person.link') return '';
  const isProvider = isScim(id) || (action === ADDRESS_CHANGED && !isOperator(id));
  return isProvider ? ' by your identity provider' : ' by the console’s operator';
}

/** The mail about an action. Undefined when the account doesn't exist anymore. */
export const prepareAccountMail: PrepareMail = async (db: Db, input, { actor, requestedAt }) => {
  const { person_id: id, action, to, place } = accountMail.parse(input);
  const notice = noticeOf(action);
  const person = id === null ? undefined : await findPerson(db, id);
  if (!person || !notice || (notice.ofPassword && person.password_hash === null)) return undefined;
  // Nobody can sign in to a deactivated account.
  if (action in warnings && person.deactivated_at !== null) return undefined;
  const where = place === undefined ? '' : ` (${place})`;
  const address = to ?? person.email;
  return {
    to: address,
    content: {
      subject: notice.subject,
      paragraphs: [
        `${notice.what}${authorText(action, actor)} on ${timeText(requestedAt)}${where}, for the account ${address}.`,
        `If this was you, there’s nothing to do. If it wasn’t you, ${notice.otherwise}`,
      ],
    },
  };
};

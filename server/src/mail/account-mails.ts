/** Notifies people by mail when the way they sign in changes, because somebody else may have changed it. */
import { z } from 'zod';
import { type AuditAction, areaOfAction } from '../audit/actions.js';
import type { Db } from '../database/tables.js';
import { findPerson } from '../people/people-repository.js';
import type { PrepareMail } from './mail-job.js';
import { timeText } from './mail-text.js';

/** The actions that the person is notified of by mail, with what each has changed. */
const changes: Partial<Record<AuditAction, { subject: string; what: string }>> = {
  'account_link.use': { subject: 'Your password was changed', what: 'The password was set with a link' },
  'person.password': { subject: 'Your password was changed', what: 'The password was changed' },
  'second_factor.add': { subject: 'A second factor was added', what: 'A second factor was added' },
  'second_factor.remove': { subject: 'A second factor was removed', what: 'A second factor was removed' },
  'second_factor.reset': { subject: 'Your second factors were removed', what: 'All second factors were removed' },
  'recovery_codes.create': { subject: 'New recovery codes were created', what: 'New recovery codes were created' },
  'recovery_code.use': { subject: 'A recovery code was used', what: 'Somebody signed in with a recovery code' },
};

export const isMailed = (action: AuditAction): boolean => changes[action] !== undefined;

const accountMail = z.object({ person_id: z.string(), action: z.string() });

/** The mail about an action. Undefined when the account doesn't exist any more. */
export const prepareAccountMail: PrepareMail = async (db: Db, input, { actor, requestedAt }) => {
  const { person_id: id, action } = accountMail.parse(input);
  const change = action in areaOfAction ? changes[action as AuditAction] : undefined;
  const person = await findPerson(db, id);
  if (!person || !change) return undefined;
  const who = actor.kind === 'person' ? '' : ' by the console’s operator';
  return {
    to: person.email,
    content: {
      subject: change.subject,
      paragraphs: [
        `${change.what}${who} on ${timeText(requestedAt)}, for the account ${person.email}.`,
        'If this was you, there’s nothing to do. If you don’t know of it, ask the console’s operator now to sign you out ' +
          'everywhere and to give you a new password.',
      ],
    },
  };
};

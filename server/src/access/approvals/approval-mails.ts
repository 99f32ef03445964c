/**
 * Mails about changes that wait for a second person (docs/decisions/0069). Their text is written when they are sent.
 */
import { z } from 'zod';
import { plural } from 'shared-api/contracts';
import { findApproval, listWaiting, type WaitingRow } from './approvals-repository.js';
import { isOwn, mayDecide } from './deciders.js';
import type { Config } from '../../platform/config/config.js';
import type { Db, Row } from '../../platform/database/tables.js';
import { findPerson, type Person } from '../people/people-repository.js';
import { effectiveFlags } from '../sessions/session-repository.js';
import type { PrepareMail } from '../../platform/mail/mail-job.js';
import { type MailContent, timeText } from '../../platform/mail/mail-text.js';

const waitingInput = z.object({ mail: z.literal('approvals_waiting'), person_id: z.string() });
const decidedInput = z.object({ mail: z.literal('approval_decided'), approval_id: z.string() });

/** @param personId of a person who may approve */
export const approvalsWaitingMail = (personId: string): z.infer<typeof waitingInput> => ({
  mail: 'approvals_waiting',
  person_id: personId,
});

export const approvalDecidedMail = (approvalId: string): z.infer<typeof decidedInput> => ({
  mail: 'approval_decided',
  approval_id: approvalId,
});

const approvalInput = z.union([waitingInput, decidedInput]);

export const isApprovalMail = (input: unknown): boolean => approvalInput.safeParse(input).success;

/** Maximum number of requests listed in one mail. */
const MAX_LISTED = 10;

const activePerson = async (db: Db, id: string): Promise<Person | undefined> => {
  const person = await findPerson(db, id);
  return person?.deactivated_at === null ? person : undefined;
};

const requestText = ({ summary, requested_by_name: by, expires_at: until }: WaitingRow): string =>
  `${summary}. Requested by ${by}, expires ${timeText(until)}.`;

function waitingContent(requests: readonly WaitingRow[]): Omit<MailContent, 'link'> {
  const more = requests.length - MAX_LISTED;
  const one = requests.length === 1;
  return {
    subject: one ? 'A change waits for your approval' : `${requests.length} changes wait for your approval`,
    paragraphs: [
      one ? 'This waits for a second person, who may be you:' : 'These wait for a second person, who may be you:',
      ...requests.slice(0, MAX_LISTED).map(requestText),
      ...(more > 0 ? [`And ${plural(more, 'other request')}.`] : []),
      'The first decision counts. Approve only changes that you know about.',
    ],
  };
}

function decidedContent(row: Row<'approvals'>): Omit<MailContent, 'link'> | undefined {
  const { state, summary, decided_by_name: name, decided_at: at, decline_reason: reason } = row;
  const by = name ?? 'Somebody';
  const when = at === null ? '' : ` on ${timeText(at)}`;
  switch (state) {
    case 'waiting':
      return undefined;
    case 'approved':
      return {
        subject: `${by} approved your request`,
        paragraphs: [
          `${by} approved your request${when}: ${summary}.`,
          row.kind === 'bulk_change' ? 'The change has started.' : 'The change has been made.',
        ],
      };
    case 'declined':
      return {
        subject: `${by} declined your request`,
        paragraphs: [
          `${by} declined your request${when}: ${summary}. Nothing was changed.`,
          reason === null ? 'No reason was given.' : `Reason: ${reason}`,
        ],
      };
    case 'expired':
      return {
        subject: 'Your request expired',
        paragraphs: [
          `Nobody decided on your request in time: ${summary}. Nothing was changed.`,
          'Request it again if you still need it.',
        ],
      };
  }
}

export function prepareApprovalMailWith({ publicUrl = '' }: Pick<Config, 'publicUrl'>): PrepareMail {
  const link = { label: 'Open the activity', href: `${publicUrl}/internal/activity` };

  return async (db, input, { now }) => {
    const about = approvalInput.parse(input);
    if (about.mail === 'approvals_waiting') {
      const person = await activePerson(db, about.person_id);
      if (!person) return undefined;
      const rights = { flags: effectiveFlags(person) };
      const waiting = await listWaiting(db, now);
      const requests = waiting.filter((row) => mayDecide(rights, row.kind) && !isOwn(person, row));
      return requests.length === 0 ? undefined : { to: person.email, content: { ...waitingContent(requests), link } };
    }
    const row = await findApproval(db, about.approval_id);
    const content = row && decidedContent(row);
    const person = content && (await activePerson(db, row.requested_by_id));
    return person && { to: person.email, content: { ...content, link } };
  };
}

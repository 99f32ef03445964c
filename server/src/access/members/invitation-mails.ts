/** Mails that invite somebody to a practice. The link is made while its mail is sent, so that no job holds its token. */
import { z } from 'zod';
import { accountLinkAddress } from 'shared-api/contracts/account-links';
import { createLink, INVITATION_DAYS, INVITATION_MS } from '../accounts/account-links.js';
import type { Config } from '../../platform/config/config.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { findMembership } from './members-repository.js';
import { lockPerson } from '../people/people-repository.js';
import { findPractice } from '../practice-records/practice-lookups.js';
import type { PrepareMail } from '../../platform/mail/mail-job.js';

const invitationInput = z.object({ mail: z.literal('invitation'), person_id: z.string(), practice_id: z.number() });

export const invitationMail = (personId: string, practiceId: number): z.infer<typeof invitationInput> => ({
  mail: 'invitation',
  person_id: personId,
  practice_id: practiceId,
});

export const isInvitationMail = (input: unknown): boolean => invitationInput.safeParse(input).success;

/** The text names nothing that the inviting person typed, so that nobody sends their own words through the console. */
export function prepareInvitationMailWith({
  publicUrl = '',
  localAccounts,
}: Pick<Config, 'publicUrl' | 'localAccounts'>): PrepareMail {
  return async (db, input, audit) => {
    const { person_id: id, practice_id: practiceId } = invitationInput.parse(input);
    return inTransaction(db, async (transaction) => {
      const person = await lockPerson(transaction, id);
      const [practice, membership] = [
        await findPractice(transaction, practiceId),
        await findMembership(transaction, practiceId, id),
      ];
      // The invitation was withdrawn, or accepted through the identity provider.
      if (!person || !practice || !membership?.invitedAt) return undefined;
      const subject = `You’re invited to ${practice.name}`;
      const ignore = 'If you don’t know the practice, ignore this mail.';
      const invited = `You’re invited to ${practice.name} in Practice Console, with the account ${person.email}.`;
      if (!localAccounts) {
        const paragraphs = [`${invited} Sign in with your organization’s account.`, ignore];
        return { to: person.email, content: { subject, paragraphs, link: { label: 'Sign in', href: publicUrl } } };
      }
      const invitation = { practiceId, shownFor: null };
      const token = await createLink(transaction, person, INVITATION_MS, audit, invitation);
      return {
        to: person.email,
        content: {
          subject,
          paragraphs: [`${invited} Set a password to join. The link works once, for ${INVITATION_DAYS} days.`, ignore],
          link: { label: 'Set a password', href: `${publicUrl}${accountLinkAddress(token)}` },
        },
      };
    });
  };
}

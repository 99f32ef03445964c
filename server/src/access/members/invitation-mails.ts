/** Mails that invite somebody to a practice. The link is made when its mail is sent, so that no job holds its token. */
import { z } from 'zod';
import { type MemberRole, roleLabels } from 'shared-api/contracts';
import { ACCOUNT_PAGE_PATH } from 'shared-api/contracts/accounts';
import { accountLinkAddress } from 'shared-api/contracts/account-links';
import { createLink, INVITATION_DAYS, INVITATION_MS } from '../accounts/account-links.js';
import type { Config } from '../../platform/config/config.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { findInvitation, findMembership, updateInvitation } from './members-repository.js';
import { lockPerson } from '../people/people-repository.js';
import { findPractice } from '../practice-records/practice-lookups.js';
import type { PrepareMail } from '../../platform/mail/mail-job.js';
import type { MailContent } from '../../platform/mail/mail-text.js';
import { hashToken } from '../tokens/secrets.js';

const invitationInput = z.object({ mail: z.literal('invitation'), person_id: z.string(), practice_id: z.number() });

export const invitationMail = (personId: string, practiceId: number): z.infer<typeof invitationInput> => ({
  mail: 'invitation',
  person_id: personId,
  practice_id: practiceId,
});

export const isInvitationMail = (input: unknown): boolean => invitationInput.safeParse(input).success;

/** For people with an account. The linked page asks them after the sign-in. */
const askingContent = (email: string, practice: string, role: MemberRole, publicUrl: string): MailContent => ({
  subject: `${practice} would like to add you`,
  paragraphs: [
    `${practice} would like to add you as ${roleLabels[role]} in Practice Console, with the account ${email}. Until you ` +
      `accept, the practice knows nothing about your account. The invitation is open for ${INVITATION_DAYS} days.`,
    'If you don’t know the practice, ignore this mail.',
  ],
  link: { label: 'Accept or decline', href: `${publicUrl}${ACCOUNT_PAGE_PATH}` },
});

/**
 * The text contains nothing that the inviting person typed, so that nobody sends their own words through the console.
 */
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
      if ((await findInvitation(transaction, practiceId, id))?.asksPerson) {
        return { to: person.email, content: askingContent(person.email, practice.name, membership.role, publicUrl) };
      }
      const subject = `You’re invited to ${practice.name}`;
      const ignore = 'If you don’t know the practice, ignore this mail.';
      const invited = `You’re invited to ${practice.name} in Practice Console, with the account ${person.email}.`;
      if (!localAccounts) {
        const paragraphs = [`${invited} Sign in with your organization’s account.`, ignore];
        return { to: person.email, content: { subject, paragraphs, link: { label: 'Sign in', href: publicUrl } } };
      }
      const invitation = { practiceId, shownFor: null };
      const token = await createLink(transaction, person, INVITATION_MS, audit, invitation);
      // Once the account has another way to sign in, the link leads there.
      await updateInvitation(transaction, practiceId, id, { tokenHash: hashToken(token) });
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

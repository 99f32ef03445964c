/** Mails with a link to set a password. The link is made when its mail is sent, so that no job holds its token. */
import { z } from 'zod';
import { plural } from 'shared-api/contracts';
import { accountLinkAddress, RESET_LINK_HOURS } from 'shared-api/contracts/account-links';
import { createLink, MAILED_LINK_MS } from './account-links.js';
import type { Config } from '../../platform/config/config.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { lockPerson } from '../people/people-repository.js';
import type { PrepareMail } from '../../platform/mail/mail-job.js';

const linkInput = z.object({ mail: z.literal('password_link'), person_id: z.string().nullable() });

/** @param personId null for an unknown address */
export const linkMail = (personId: string | null): z.infer<typeof linkInput> => ({
  mail: 'password_link',
  person_id: personId,
});

export const isLinkMail = (input: unknown): boolean => linkInput.safeParse(input).success;

export function prepareLinkMailWith({ publicUrl }: Pick<Config, 'publicUrl'>): PrepareMail {
  return async (db, input, audit) => {
    const { person_id: id } = linkInput.parse(input);
    // A link would have expired by now.
    if (id === null || audit.now.getTime() - audit.requestedAt.getTime() >= MAILED_LINK_MS) return undefined;
    return inTransaction(db, async (transaction) => {
      const person = await lockPerson(transaction, id);
      // People who sign in only through the identity provider have no password to forget.
      if (!person || person.password_hash === null || person.deactivated_at !== null) return undefined;
      const token = await createLink(transaction, person, MAILED_LINK_MS, audit);
      return {
        to: person.email,
        content: {
          subject: 'Set a new password',
          paragraphs: [
            `Somebody requested a new password for the account ${person.email}. The link works once, for ${plural(RESET_LINK_HOURS, 'hour')}.`,
            'If it wasn’t you, ignore this mail: nothing changes until the link is used.',
          ],
          link: { label: 'Set a new password', href: `${publicUrl ?? ''}${accountLinkAddress(token)}` },
        },
      };
    });
  };
}

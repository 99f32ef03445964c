/**
 * Invitation links that are shown to the inviting person (docs/decisions/0190). A link shows and does the same whether
 * or not its address has an account in use: it takes a password, once. Only an unused account gets that password, so a
 * link never reveals who has an account.
 */
import type { SessionDevice } from '../sessions/session-device.js';
import { personActor } from '../../platform/audit/actor.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/errors/app-error.js';
import { findMembership, findInvitedByToken, updateInvitation } from '../members/members-repository.js';
import { hashPassword, type PasswordHashing } from '../people/password.js';
import { assertPassword } from '../people/password-strength.js';
import { findPerson, lockPerson, updatePerson } from '../people/people-repository.js';
import { findPractice } from '../practice-records/practice-lookups.js';
import { deleteSessionsOf } from '../sessions/session-repository.js';
import { hashToken } from '../tokens/secrets.js';
import { recordAccountAudit } from './account-audit.js';
import { endLink, insertEndedLink, invalidLink, type LinkOwner, personOfLink } from './account-links.js';
import { recordRefusalOf } from './refused-links.js';

/** The person that a shown link invites, without anything about their account. */
export interface ShownLink {
  person: { id: string; email: string };
  practiceId: number;
  practiceName: string;
  /** The name that the practice typed. */
  invitedAs: string;
}

/** What a link opens: `owner` if only its owner has it, `shown` if somebody else may have seen it. */
export type OpenedLink = { owner: LinkOwner; shown?: never } | { shown: ShownLink; owner?: never };

const isInvalidLink = (error: unknown): boolean => error instanceof AppError && error.code === 'link_invalid';

/** @throws AppError `link_invalid` */
export async function openLink(db: Db, token: string, now: Date): Promise<OpenedLink> {
  const invited = await findInvitedByToken(db, hashToken(token), now);
  const owner = await personOfLink(db, token, now).catch((error: unknown) => {
    if (invited && isInvalidLink(error)) return undefined;
    throw error;
  });
  if (owner && !owner.isShown) return { owner };
  const personId = invited?.personId ?? owner?.person.id ?? '';
  const practiceId = invited?.practiceId ?? owner?.practiceId ?? 0;
  const [person, practice, membership] = [
    await findPerson(db, personId),
    await findPractice(db, practiceId),
    await findMembership(db, practiceId, personId),
  ];
  if (!person || !practice) throw invalidLink();
  const invitedAs = membership?.invitedAs ?? person.email;
  return {
    shown: { person: { id: personId, email: person.email }, practiceId, practiceName: practice.name, invitedAs },
  };
}

/** The link's account if it is unused, otherwise undefined. */
async function unclaimedOwner(transaction: Db, token: string, now: Date): Promise<LinkOwner | undefined> {
  try {
    return await personOfLink(transaction, token, now);
  } catch (error) {
    if (isInvalidLink(error)) return undefined;
    throw error;
  }
}

/**
 * Takes a password for a shown link, which ends the link. The person joins at their first sign-in, so the list of
 * members looks the same for an account in use, which doesn't change.
 *
 * @throws AppError `link_invalid`, or `invalid` for a password that the rule refuses
 */
export async function redeemShownLink(
  { db, hashing }: { db: Db; hashing: PasswordHashing },
  { token, password }: { token: string; password: string },
  shown: ShownLink,
  device: SessionDevice,
  now: Date,
): Promise<void> {
  const { person, practiceId, practiceName, invitedAs } = shown;
  // The account's own name would reveal its owner.
  await assertPassword(password, { email: person.email, name: invitedAs, practices: [practiceName] });
  const passwordHash = await hashPassword(password, hashing);
  await inTransaction(db, async (transaction) => {
    // The second of two concurrent uses waits here, then finds no link.
    await lockPerson(transaction, person.id);
    await openLink(transaction, token, now);
    const owner = await unclaimedOwner(transaction, token, now);
    await updateInvitation(transaction, practiceId, person.id, { tokenHash: null });
    if (!owner) {
      await insertEndedLink(
        transaction,
        { token_hash: hashToken(token), practice_id: practiceId, person_id: person.id },
        'used',
        now,
      );
      await recordRefusalOf(transaction, person, 'has_password', { device, now });
      return;
    }
    await endLink(transaction, person.id, 'used', now);
    await updatePerson(transaction, person.id, { password_hash: passwordHash, link_shown_to: practiceId });
    await deleteSessionsOf(transaction, person.id);
    const audit = { actor: personActor(owner.person), now };
    await recordAccountAudit(transaction, 'account_link.use', person.id, audit);
  });
}

/**
 * Links for setting a password: to replace a forgotten one (docs/decisions/0059), or as the first one after an
 * invitation (docs/decisions/0061). The database has only the hash of a token. A link is valid until it expires, or
 * until the account's address or password changes. So a used link is invalid, and so is one from before another
 * password change.
 */
import { type Selectable, sql } from 'kysely';
import { RESET_LINK_HOURS } from 'shared-api/contracts/account-links';
import { recordAccountAudit } from './account-audit.js';
import { type AuditContext, personActor } from '../../platform/audit/actor.js';
import type { Db } from '../../platform/database/tables.js';
import type { AccountLinksTable, EndedAccountLinksTable } from './accounts-tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/errors/app-error.js';
import { joinPractices } from '../members/join-practices.js';
import { findMembership, listMembershipsOf } from '../members/members-repository.js';
import { hashPassword, type PasswordHashing } from '../people/password.js';
import { assertPassword, passwordOwner } from '../people/password-strength.js';
import { lockPerson, type Person, updatePerson } from '../people/people-repository.js';
import { canSignIn } from '../people/sign-in-ways.js';
import { deleteSessionsOf } from '../sessions/session-repository.js';
import { hashToken, newToken } from '../tokens/secrets.js';
import { proveAddress } from './prove-address.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Lifetime of a link that is mailed to its owner. */
export const MAILED_LINK_MS = RESET_LINK_HOURS * HOUR_MS;
/** Lifetime of a link that an operator passes on. */
export const SHOWN_LINK_MS = DAY_MS;
/** Lifetime of an invitation's link. */
export const INVITATION_DAYS = 7;
export const INVITATION_MS = INVITATION_DAYS * DAY_MS;
/** How long the use of an ended link is recognized. */
const ENDED_LINK_MS = 30 * DAY_MS;

/** The invitation that a link accepts. */
export interface LinkInvitation {
  practiceId: number;
  /** The practices whose members the viewer of the link may manage. Null for a link that only its owner gets. */
  shownFor: readonly number[] | null;
}

/** One text for every invalid link: for an invitation, it must not reveal whether its address has an account. */
export const invalidLink = (): AppError =>
  new AppError(
    404,
    'link_invalid',
    'This link doesn’t work anymore: it was used, replaced or withdrawn, or has expired. If you have set a password, sign in. ' +
      'Ask for a new one on the sign-in page, or ask the practice that invited you.',
  );

/** Keeps the hash of an ended link, so that another use is recognized. */
export async function insertEndedLink(
  transaction: Db,
  link: Pick<EndedAccountLinksTable, 'token_hash' | 'practice_id' | 'person_id'>,
  endedAs: EndedAccountLinksTable['ended_as'],
  now: Date,
): Promise<void> {
  await transaction.deleteFrom('ended_account_links').where('delete_after', '<', now).execute();
  await transaction
    .insertInto('ended_account_links')
    .values({ ...link, ended_as: endedAs, delete_after: new Date(now.getTime() + ENDED_LINK_MS) })
    // A link that can't set a password anymore has ended for the account before it ends for its holder.
    .onConflict((conflict) => conflict.column('token_hash').doUpdateSet({ ended_as: endedAs }))
    .execute();
}

/** Ends the person's link, if any. */
export async function endLink(
  transaction: Db,
  personId: string,
  endedAs: EndedAccountLinksTable['ended_as'],
  now: Date,
): Promise<void> {
  const link = await transaction
    .deleteFrom('account_links')
    .where('person_id', '=', personId)
    .returning(['token_hash', 'practice_id'])
    .executeTakeFirst();
  if (link) await insertEndedLink(transaction, { ...link, person_id: personId }, endedAs, now);
}

/**
 * Creates a link and ends the person's former one. Call it in a transaction.
 *
 * @returns the token, for the person only
 */
export async function createLink(
  transaction: Db,
  person: Pick<Person, 'id' | 'email' | 'password_hash'>,
  lifetimeMs: number,
  audit: AuditContext,
  invitation?: LinkInvitation,
): Promise<string> {
  const token = newToken();
  await endLink(transaction, person.id, 'replaced', audit.now);
  const values = {
    token_hash: hashToken(token),
    email: person.email,
    password_hash: person.password_hash,
    expires_at: new Date(audit.now.getTime() + lifetimeMs),
    practice_id: invitation?.practiceId ?? null,
    shown_for: invitation?.shownFor ? [...invitation.shownFor] : null,
  };
  await transaction
    .insertInto('account_links')
    .values({ person_id: person.id, ...values })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(values))
    .execute();
  await recordAccountAudit(transaction, 'account_link.create', person.id, audit);
  return token;
}

/** Ends the link of a withdrawn invitation. The link of another practice's invitation stays. */
export async function endInvitation(transaction: Db, personId: string, practiceId: number, now: Date): Promise<void> {
  const link = await transaction
    .selectFrom('account_links')
    .select('practice_id')
    .where('person_id', '=', personId)
    .executeTakeFirst();
  if (link?.practice_id === practiceId) await endLink(transaction, personId, 'withdrawn', now);
}

/** True when the person has another way to prove who they are. */
async function hasSecondFactor(db: Db, personId: string): Promise<boolean> {
  const [totp, passkey] = await Promise.all([
    db.selectFrom('totp_authenticators').select('person_id').where('person_id', '=', personId).executeTakeFirst(),
    db.selectFrom('passkeys').select('id').where('person_id', '=', personId).limit(1).executeTakeFirst(),
  ]);
  return totp !== undefined || passkey !== undefined;
}

/**
 * Whether the link's viewer gains nothing by setting this account's password: nobody can sign in with the account, it
 * has no flags, and it belongs only to practices whose members the viewer may manage.
 */
export async function isUnclaimed(
  db: Db,
  person: Person,
  managesMembers: (practiceId: number) => boolean,
): Promise<boolean> {
  if (person.super_admin || person.task_admin || person.internal || person.developer) return false;
  if ((await canSignIn(db, person)) || (await hasSecondFactor(db, person.id))) return false;
  return (await listMembershipsOf(db, person.id)).every(managesMembers);
}

type Link = Pick<Selectable<AccountLinksTable>, 'practice_id' | 'shown_for'>;

export interface LinkOwner {
  person: Person;
  /** The practice whose invitation the link accepts. Null for a password reset. */
  practiceId: number | null;
  /** True when somebody else was shown the link. */
  isShown: boolean;
}

async function counts(
  db: Db,
  person: Person,
  { practice_id: practiceId, shown_for: shownFor }: Link,
): Promise<boolean> {
  if (practiceId === null) return true;
  const membership = await findMembership(db, practiceId, person.id);
  if (!membership?.invitedAt) return false;
  return shownFor === null || isUnclaimed(db, person, (id) => shownFor.includes(id));
}

/** Ends the link of an invalid invitation, so that no list shows it. */
export async function endInvalidLink(transaction: Db, person: Person, now: Date): Promise<void> {
  const link = await transaction
    .selectFrom('account_links')
    .select(['practice_id', 'shown_for'])
    .where('person_id', '=', person.id)
    .executeTakeFirst();
  if (link && !(await counts(transaction, person, link))) await endLink(transaction, person.id, 'withdrawn', now);
}

/** @throws AppError `link_invalid`, the same for an unknown, used, replaced or expired link, and for a deactivated account */
export async function personOfLink(db: Db, token: string, now: Date): Promise<LinkOwner> {
  const row = await db
    .selectFrom('account_links')
    .innerJoin('people', 'people.id', 'account_links.person_id')
    .selectAll('people')
    .select(['account_links.practice_id', 'account_links.shown_for'])
    .where('account_links.token_hash', '=', hashToken(token))
    .where('account_links.expires_at', '>', now)
    .where('people.deactivated_at', 'is', null)
    .whereRef('account_links.email', '=', 'people.email')
    .where(sql<boolean>`account_links.password_hash is not distinct from people.password_hash`)
    .executeTakeFirst();
  if (row) {
    const { practice_id, shown_for, ...person } = row;
    const link = { practice_id, shown_for };
    if (await counts(db, person, link)) return { person, practiceId: practice_id, isShown: shown_for !== null };
  }
  throw invalidLink();
}

export type LinkRefusal = EndedAccountLinksTable['ended_as'] | 'expired' | 'not_valid' | 'has_password';

/** The owner of an invalid link. Undefined for an unknown token. */
export async function formerLink(
  db: Db,
  token: string,
  now: Date,
): Promise<{ personId: string; practiceId: number | null; reason: LinkRefusal } | undefined> {
  const tokenHash = hashToken(token);
  const [stored, ended] = await Promise.all([
    db
      .selectFrom('account_links')
      .select(['person_id', 'practice_id', 'expires_at'])
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst(),
    db
      .selectFrom('ended_account_links')
      .select(['person_id', 'practice_id', 'ended_as'])
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst(),
  ]);
  if (ended) return { personId: ended.person_id, practiceId: ended.practice_id, reason: ended.ended_as };
  if (!stored) return undefined;
  const reason = stored.expires_at <= now ? 'expired' : 'not_valid';
  return { personId: stored.person_id, practiceId: stored.practice_id, reason };
}

/**
 * Sets the password of the link's owner and ends their sessions. One of two concurrent uses succeeds.
 *
 * @throws AppError `link_invalid`, or `invalid` for a password that the rule refuses
 */
export async function redeemLink(
  db: Db,
  { token, password }: { token: string; password: string },
  now: Date,
  hashing: PasswordHashing,
): Promise<void> {
  const { person } = await personOfLink(db, token, now);
  await assertPassword(password, await passwordOwner(db, person));
  const passwordHash = await hashPassword(password, hashing);
  await inTransaction(db, async (transaction) => {
    // The second of two concurrent uses waits here, then finds a changed password.
    await lockPerson(transaction, person.id);
    await personOfLink(transaction, token, now);
    await endLink(transaction, person.id, 'used', now);
    const audit = { actor: personActor(person), now };
    // Only its owner has the link, so it proves the address.
    await proveAddress(transaction, person.id, audit);
    await updatePerson(transaction, person.id, { password_hash: passwordHash });
    await joinPractices(transaction, person, now);
    await deleteSessionsOf(transaction, person.id);
    await recordAccountAudit(transaction, 'account_link.use', person.id, audit);
  });
}

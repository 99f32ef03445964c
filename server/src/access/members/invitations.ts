/**
 * Adds people to a practice by their address (docs/decisions/0061, 0190). People with an account are asked. For others
 * an account is created, with a link for its first password. The practice can't tell the two apart.
 */
import type { Invitation } from 'shared-api/contracts';
import { accountLinkAddress } from 'shared-api/contracts/account-links';
import { createLink, endInvalidLink, INVITATION_MS, isUnclaimed } from '../accounts/account-links.js';
import type { AuditContext } from '../../platform/audit/actor.js';
import { recordAudit } from '../../platform/audit/audit-log.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError, notFound } from '../../platform/errors/app-error.js';
import { invitationMail } from './invitation-mails.js';
import { enqueueMail } from '../../platform/mail/mail-job.js';
import { findPersonByEmail, lockPerson, type Person, updatePerson } from '../people/people-repository.js';
import { addPerson, retryIfAccountAppears } from '../people/people-service.js';
import type { ProofWays } from '../people/proven-address.js';
import { canSignIn } from '../people/sign-in-ways.js';
import { lockPractice } from '../practice-records/practice-lookups.js';
import { countInvitation } from '../sessions/sign-in-limit.js';
import {
  activeMembership,
  findMembership,
  listMembershipsOf,
  type Membership,
  type StoredMembership,
  updateInvitation,
} from './members-repository.js';
import { hashToken, newToken } from '../tokens/secrets.js';
import { changeMembership, deliveryOf, noMember, toStoredMembership, toAuditRecord } from './members-service.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

/** Who invites, and how an invitation can reach a person. */
export interface InvitationContext extends AuditContext {
  config: ProofWays;
  /** True for practices whose members the inviting person may manage. */
  managesMembers: (practiceId: number) => boolean;
}

/** Makes the shown link: it sets the password of an unused account, and leads to the sign-in page for any other. */
async function createShownLink(
  transaction: Db,
  practiceId: number,
  person: Person,
  context: InvitationContext,
): Promise<string> {
  // A link that sets the account's password is not shown to a person who couldn't give as much access.
  if (!(await isUnclaimed(transaction, person, context.managesMembers))) return newToken();
  const shownFor = await listMembershipsOf(transaction, person.id);
  return createLink(transaction, person, INVITATION_MS, context, { practiceId, shownFor });
}

/** Reopens the invitation, and returns how it reaches the person. */
async function deliver(
  transaction: Db,
  practiceId: number,
  person: Person,
  context: InvitationContext,
): Promise<Invitation> {
  const nothing = { link_path: null, expires_at: null };
  const { config, managesMembers, now } = context;
  const expiresAt = new Date(now.getTime() + INVITATION_MS);
  const { link_shown_to: shownTo } = person;
  await updateInvitation(transaction, practiceId, person.id, {
    expiresAt,
    tokenHash: null,
    asksPerson: await canSignIn(transaction, person),
    vouchedFor: shownTo !== null && managesMembers(shownTo) ? shownTo : null,
  });
  // A link shown to another practice's owner ends when the account gets more access than they could give.
  await endInvalidLink(transaction, person, now);
  const delivery = deliveryOf(config);
  if (delivery === 'mail') {
    await enqueueMail(transaction, invitationMail(person.id, practiceId), context);
    return { delivery, ...nothing };
  }
  if (delivery === 'sign_in') return { delivery, ...nothing };
  const token = await createShownLink(transaction, practiceId, person, context);
  await updateInvitation(transaction, practiceId, person.id, { tokenHash: hashToken(token) });
  return { delivery, link_path: accountLinkAddress(token), expires_at: epochSeconds(expiresAt) };
}

/** The name of an account without one: the part of the address before the `@`. */
const nameOf = (email: string): string => email.split('@')[0] ?? email;

/** @throws AppError `exists` when the person is a member in any state */
function assertNoMember(person: Person, former: StoredMembership | undefined): void {
  if (!former) return;
  const message = former.invitedAt
    ? `${person.email} is already invited. Find the invitation in the list to renew its link.`
    : former.deactivatedAt
      ? `${person.name} is deactivated. Reactivate them in the list.`
      : `${person.name} is already a member of this practice.`;
  throw new AppError(409, 'exists', message, { fields: { email: message } });
}

async function addOrInvite(
  db: Db,
  practiceId: number,
  { email, name, ...wanted }: Membership & { email: string; name?: string | undefined },
  context: InvitationContext,
): Promise<Invitation> {
  const next = toStoredMembership(wanted);
  return inTransaction(db, async (transaction) => {
    if (!(await lockPractice(transaction, practiceId))) throw notFound(`Practice ${practiceId} doesn’t exist.`);
    const existing = await findPersonByEmail(transaction, email);
    const { id } = existing ?? (await addPerson(transaction, { email, name: name ?? nameOf(email) }, context));
    // The person may be using a link at this moment.
    const person = await lockPerson(transaction, id);
    if (!person) throw noMember();
    assertNoMember(person, await findMembership(transaction, practiceId, id));
    // An account without any practice is left over from a withdrawn invitation.
    const isUnused = existing && (await isUnclaimed(transaction, person, () => false));
    if (isUnused && name !== undefined) await updatePerson(transaction, id, { name });
    const invited = { ...activeMembership(next), invitedAt: context.now, invitedAs: name ?? nameOf(person.email) };
    await changeMembership(transaction, { person, practiceId }, () => invited, context);
    return deliver(transaction, practiceId, person, context);
  });
}

/**
 * Invites a person, with the same result whether or not they have an account.
 *
 * @param wanted `name` is for a new account, and for the list until the person joins. Default: the start of the address
 * @returns how the invitation reaches the person
 * @throws AppError `exists` for a member, `invalid`, `too_many_attempts`, each with its field
 */
export async function addMember(
  db: Db,
  practiceId: number,
  wanted: Membership & { email: string; name?: string | undefined },
  context: InvitationContext,
): Promise<Invitation> {
  await countInvitation(db, practiceId, wanted.email, context.now);
  // Another practice may be inviting the same person at this moment.
  return retryIfAccountAppears(() => addOrInvite(db, practiceId, wanted, context));
}

/**
 * Resends an invitation or makes a new link. The former link ends.
 *
 * @throws AppError `not_found` for a person who is not a member, `joined`, `too_many_attempts`
 */
export async function inviteAgain(
  db: Db,
  practiceId: number,
  personId: string,
  context: InvitationContext,
): Promise<Invitation> {
  return inTransaction(db, async (transaction) => {
    if (!(await lockPractice(transaction, practiceId))) throw notFound(`Practice ${practiceId} doesn’t exist.`);
    const person = await lockPerson(transaction, personId);
    const membership = await findMembership(transaction, practiceId, personId);
    if (!person || !membership) throw noMember();
    if (membership.invitedAt === null) {
      throw new AppError(409, 'joined', `${person.name} has joined already. Reload the page.`);
    }
    await countInvitation(transaction, practiceId, person.email, context.now);
    await recordAudit(transaction, {
      practiceId,
      actor: context.actor,
      at: context.now,
      action: 'members.invite_again',
      entity: 'person',
      entityId: personId,
      after: toAuditRecord(person, membership),
    });
    return deliver(transaction, practiceId, person, context);
  });
}

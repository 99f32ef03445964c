/** Members of practices, with their roles and rights (docs/decisions/0035). The audit log records every change. */
import { type Member, type MemberRole, rightsOfMember } from 'shared-api/contracts';
import { endInvitation } from '../accounts/account-links.js';
import type { AuditAction } from '../../platform/audit/actions.js';
import type { AuditContext } from '../../platform/audit/actor.js';
import { recordAudit } from '../../platform/audit/audit-log.js';
import type { Config } from '../../platform/config/config.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError, notFound } from '../../platform/errors/app-error.js';
import { type Person, findPerson, lockPerson } from '../people/people-repository.js';
import { addressUnproven, onlyByOperator, type ProofWays } from '../people/proven-address.js';
import { unlinkIdentities } from '../people/unlink-identities.js';
import { lockPractice } from '../practice-records/practice-lookups.js';
import {
  type MemberRow,
  type Membership,
  type StoredMembership,
  activeMembership,
  deleteMembership,
  findInvitation,
  findListedMember,
  findMembership,
  hasOtherOwner,
  listMembersOf,
  upsertMembership,
} from './members-repository.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

const LAST_OWNER = 'A practice needs at least one owner. Make someone else an owner first.';
const OWN_MEMBERSHIP = 'You can’t deactivate yourself. Ask another owner.';
const NOT_JOINED = 'This person hasn’t joined yet. Withdraw the invitation instead.';
const OWNER_RIGHTS = 'Owners have every right. Choose another role to change rights.';

type MemberPerson = Pick<Person, 'id' | 'email'>;

export interface MemberChangeOptions {
  /** True for practices whose members the actor may manage. Absent: none. */
  managesMembers?: (practiceId: number) => boolean;
  /** True when the change may leave the practice without an owner. */
  mayEndLastOwner?: boolean;
  /** How an address can be proven, for the error message. Absent: only what is always possible. */
  proofWays?: ProofWays;
  /** The change's name in the audit log. Absent: derived from the change. */
  action?: AuditAction;
}

/** How invitations reach people: by mail if the console sends email, otherwise by a link if it has local accounts. */
export const deliveryOf = ({ mail, localAccounts }: Pick<Config, 'mail' | 'localAccounts'>) =>
  mail ? ('mail' as const) : localAccounts ? ('link' as const) : ('sign_in' as const);

const invitationOf = (
  { invitationExpiresAt: at }: MemberRow,
  now: Date,
  delivery: ReturnType<typeof deliveryOf> | undefined,
): NonNullable<Member['invitation']> => ({
  link_expires_at: at && epochSeconds(at),
  has_expired: at !== null && at <= now,
  ...(delivery && { delivery }),
});

const signInOf = (row: MemberRow): NonNullable<Member['sign_in']> => ({
  ways: [
    ...(row.hasPassword ? ['password' as const] : []),
    ...(row.hasPasskey ? ['passkey' as const] : []),
    ...(row.isLinked ? ['identity_provider' as const] : []),
  ],
  has_second_step: row.hasTotp || row.hasPasskey,
  last_at: row.lastSignInAt && epochSeconds(row.lastSignInAt),
});

const stateOf = ({ invitedAt, deactivatedAt }: StoredMembership): Member['state'] =>
  invitedAt ? 'invited' : deactivatedAt ? 'deactivated' : 'active';

/** @param config says how invitations reach people; absent where nobody asks */
export async function listMembers(
  db: Db,
  practiceId: number,
  now: Date,
  config?: Pick<Config, 'mail' | 'localAccounts'>,
): Promise<Member[]> {
  const delivery = config && deliveryOf(config);
  return (await listMembersOf(db, practiceId)).map((row) => ({
    user_id: row.invitedAt ? row.invitationId : row.id,
    // An invited person is shown only as the practice typed them.
    name: row.invitedAs ?? row.name,
    email: row.email,
    role: row.role,
    rights: rightsOfMember(row.role, row.rights),
    has_own_rights: row.role !== 'owner' && row.rights !== null,
    state: stateOf(row),
    is_linked: row.invitedAt === null && row.isLinked,
    sign_in: row.invitedAt ? null : signInOf(row),
    invitation: row.invitedAt && invitationOf(row, now, delivery),
  }));
}

/**
 * The membership as stored: the selected rights in their order, with the rights that they imply.
 *
 * @throws AppError `invalid` for an owner with selected rights
 */
export function toStoredMembership({ role, rights }: Membership): Membership {
  if (rights === null) return { role, rights };
  if (role === 'owner')
    throw new AppError(400, 'invalid', `Rights: ${OWNER_RIGHTS}`, { fields: { rights: OWNER_RIGHTS } });
  return { role, rights: rightsOfMember(role, rights) };
}

const isSame = (one: StoredMembership | undefined, other: StoredMembership | undefined): boolean =>
  one?.role === other?.role &&
  one?.invitedAt?.getTime() === other?.invitedAt?.getTime() &&
  one?.deactivatedAt?.getTime() === other?.deactivatedAt?.getTime() &&
  JSON.stringify(one?.rights) === JSON.stringify(other?.rights);

/** True for an owner who has access. Somebody else may then change members too. */
const isActingOwner = (one: StoredMembership | undefined): boolean =>
  one?.role === 'owner' && one.invitedAt === null && one.deactivatedAt === null;

/** The audit action of a change from one membership to another, of which at most one is undefined. */
function actionOf(former: StoredMembership | undefined, next: StoredMembership | undefined): AuditAction {
  if (!former) return next?.invitedAt ? 'members.invite' : 'members.add';
  if (former.invitedAt && next?.invitedAt === null) return 'members.add';
  if (!next) return former.invitedAt ? 'members.withdraw' : 'members.remove';
  if (former.deactivatedAt === null && next.deactivatedAt !== null) return 'members.deactivate';
  if (former.deactivatedAt !== null && next.deactivatedAt === null) return 'members.reactivate';
  return 'members.update';
}

/** What the audit log records about a membership, in addition to the action. */
export const toAuditRecord = (person: MemberPerson, { role, rights, invitedAs }: StoredMembership) => ({
  email: person.email,
  role,
  rights,
  ...(invitedAs !== null && { invited_as: invitedAs }),
});

/** @throws AppError `address_unproven` for an account that another practice may have prepared */
async function assertMayJoin(
  transaction: Db,
  personId: string,
  practiceId: number,
  { managesMembers = () => false, proofWays = onlyByOperator }: MemberChangeOptions,
): Promise<void> {
  const person = await lockPerson(transaction, personId);
  if (!person || person.link_shown_to === null || person.link_shown_to === practiceId) return;
  if (!managesMembers(person.link_shown_to)) throw addressUnproven(person.email, proofWays);
}

/** The person and practice of a membership. */
export interface PersonInPractice {
  person: MemberPerson;
  practiceId: number;
}

/**
 * Makes one change to a membership. Changes to a practice's members run one after another, so that one owner remains
 * when two demote each other concurrently.
 *
 * @param change receives the current membership, undefined for a person who is not a member; returns the new one
 * @returns false when nothing changed, which leaves no audit entry
 * @throws AppError `not_found` for an unknown practice, `last_owner`, `address_unproven`
 */
export async function changeMembership(
  db: Db,
  { person, practiceId }: PersonInPractice,
  change: (former: StoredMembership | undefined) => StoredMembership | undefined,
  { actor, now }: AuditContext,
  options: MemberChangeOptions = {},
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    if (!(await lockPractice(transaction, practiceId))) throw notFound(`Practice ${practiceId} doesn’t exist.`);
    const former = await findMembership(transaction, practiceId, person.id);
    const next = change(former);
    if (isSame(former, next)) return false;
    const joins = (!former || former.invitedAt !== null) && next?.invitedAt === null;
    if (joins) await assertMayJoin(transaction, person.id, practiceId, options);
    const endsOwnership = isActingOwner(former) && !isActingOwner(next);
    if (
      endsOwnership &&
      !(options.mayEndLastOwner ?? false) &&
      !(await hasOtherOwner(transaction, practiceId, person.id))
    ) {
      throw new AppError(409, 'last_owner', LAST_OWNER, { fields: { role: LAST_OWNER } });
    }
    if (next) await upsertMembership(transaction, practiceId, person.id, next);
    else await deleteMembership(transaction, practiceId, person.id);
    if (former?.invitedAt && !next) await endInvitation(transaction, person.id, practiceId, now);
    await recordAudit(transaction, {
      practiceId: practiceId,
      actor,
      at: now,
      action: options.action ?? actionOf(former, next),
      entity: 'person',
      entityId: person.id,
      ...(former && { before: toAuditRecord(person, former) }),
      ...(next && { after: toAuditRecord(person, next) }),
    });
    return true;
  });
}

async function memberById(db: Db, practiceId: number, personId: string): Promise<Person> {
  const [person, membership] = await Promise.all([findPerson(db, personId), findMembership(db, practiceId, personId)]);
  if (!person || !membership) throw noMember();
  return person;
}

/** Resolves an id from the list of members to a person's id. @throws AppError `not_found` */
export async function listedMember(db: Db, practiceId: number, listedId: string): Promise<string> {
  const personId = await findListedMember(db, practiceId, listedId);
  if (personId === undefined) throw noMember();
  return personId;
}

export const noMember = (): AppError => notFound('This person isn’t a member of this practice. Reload the page.');

/** @throws AppError `not_found` for a person who is not a member, `invalid`, `last_owner` */
export async function updateMember(
  db: Db,
  practiceId: number,
  personId: string,
  wanted: Membership,
  audit: AuditContext,
): Promise<void> {
  const next = toStoredMembership(wanted);
  const update = (former: StoredMembership | undefined): StoredMembership => {
    if (!former) throw noMember();
    return { ...former, ...next };
  };
  await changeMembership(db, { person: await memberById(db, practiceId, personId), practiceId }, update, audit);
}

/** @throws AppError `not_found` for a person who is not a member, `last_owner` */
export async function removeMember(db: Db, practiceId: number, personId: string, audit: AuditContext): Promise<void> {
  const remove = (former: StoredMembership | undefined): undefined => {
    if (!former) throw noMember();
  };
  await changeMembership(db, { person: await memberById(db, practiceId, personId), practiceId }, remove, audit);
}

/**
 * Ends the access of a member immediately, also in open sessions. Their role, rights and history stay.
 *
 * @throws AppError `not_found` for a person who is not a member, `own_membership`, `not_joined`, `last_owner`
 */
export async function deactivateMember(
  db: Db,
  practiceId: number,
  personId: string,
  audit: AuditContext,
): Promise<void> {
  const { actor, now } = audit;
  if (actor.kind === 'person' && actor.id === personId) throw new AppError(409, 'own_membership', OWN_MEMBERSHIP);
  const deactivate = (former: StoredMembership | undefined): StoredMembership => {
    if (!former) throw noMember();
    if (former.invitedAt !== null) throw new AppError(409, 'not_joined', NOT_JOINED);
    return { ...former, deactivatedAt: former.deactivatedAt ?? now };
  };
  await changeMembership(db, { person: await memberById(db, practiceId, personId), practiceId }, deactivate, audit);
}

/** @throws AppError `not_found` for a person who is not a member */
export async function unlinkMember(db: Db, practiceId: number, personId: string, audit: AuditContext): Promise<void> {
  const person = await memberById(db, practiceId, personId);
  const membership = await findMembership(db, practiceId, person.id);
  // Inviting an address gives no power over its account.
  if (!membership || membership.invitedAt !== null) throw noMember();
  await unlinkIdentities(db, person, audit);
}

/** Restores a deactivated member's access. @throws AppError `not_found` for a person who is not a member */
export async function reactivateMember(
  db: Db,
  practiceId: number,
  personId: string,
  audit: AuditContext,
): Promise<void> {
  const reactivate = (former: StoredMembership | undefined): StoredMembership => {
    if (!former) throw noMember();
    return { ...former, deactivatedAt: null };
  };
  await changeMembership(db, { person: await memberById(db, practiceId, personId), practiceId }, reactivate, audit);
}

/**
 * Makes a person a member of a practice, or ends the membership. New members are staff. Deactivated ones get their
 * access back.
 *
 * @returns false when there was nothing to change
 * @throws AppError `not_found` for an unknown practice, `last_owner`
 */
export async function setMembership(
  db: Db,
  { person, practiceId }: PersonInPractice,
  isMember: boolean,
  audit: AuditContext,
  options: MemberChangeOptions = {},
): Promise<boolean> {
  const invitation = await findInvitation(db, practiceId, person.id);
  // Adding a member this way needs no consent. An open invitation that needs no answer is accepted by signing in.
  const isPending = invitation !== undefined && !invitation.asksPerson && invitation.expiresAt > audit.now;
  const change = (former: StoredMembership | undefined): StoredMembership | undefined => {
    if (!isMember) return undefined;
    if (!former) return activeMembership({ role: 'staff', rights: null });
    if (former.invitedAt && !isPending) return activeMembership(former);
    return { ...former, deactivatedAt: null };
  };
  return changeMembership(db, { person, practiceId }, change, audit, options);
}

/**
 * Changes the role of a member, their rights, or both. A new role resets the rights to its own, unless the change sets
 * rights.
 *
 * @returns false when there was nothing to change
 * @throws AppError `not_found` for an unknown practice and for a person who is not a member, `invalid`, `last_owner`
 */
export async function setRole(
  db: Db,
  { person, practiceId }: PersonInPractice,
  { role, rights }: { role?: MemberRole; rights?: Membership['rights'] },
  audit: AuditContext,
  options: MemberChangeOptions = {},
): Promise<boolean> {
  const changedFrom = (former: StoredMembership | undefined): StoredMembership => {
    if (!former) throw notFound(`${person.email} isn’t a member of practice ${practiceId}.`);
    const next = role ?? former.role;
    const formerRights = next === former.role ? former.rights : null;
    return { ...former, ...toStoredMembership({ role: next, rights: rights === undefined ? formerRights : rights }) };
  };
  // Each sign-in through an identity provider calls this. An unchanged membership must not wait for a lock.
  const former = await findMembership(db, practiceId, person.id);
  if (isSame(former, changedFrom(former))) return false;
  return changeMembership(db, { person, practiceId }, changedFrom, audit, options);
}

/** Members of practices, with their roles and rights (docs/decisions/0035). The audit log records every change. */
import { type Member, type MemberRole, rightsOfMember } from 'shared-api/contracts';
import type { AuditContext } from '../audit/actor.js';
import { recordAudit } from '../audit/audit-log.js';
import type { Db } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import { AppError, notFound } from '../http/app-error.js';
import { type Person, findPerson, findPersonByEmail } from '../people/people-repository.js';
import { lockPractice } from '../practices/practices-repository.js';
import {
  type Membership,
  deleteMembership,
  findMembership,
  hasOtherOwner,
  listMembersOf,
  upsertMembership,
} from './members-repository.js';

const LAST_OWNER = 'A practice needs at least one owner. Make someone else an owner first.';
const NO_ACCOUNT = 'No account has this email address. Ask your provider to create one.';
const OWNER_RIGHTS = 'Owners have every right. Choose another role to change rights.';

type MemberPerson = Pick<Person, 'id' | 'email'>;

export interface MemberChangeOptions {
  /** True when the change may leave the practice without an owner. */
  mayEndLastOwner?: boolean;
}

export async function listMembers(db: Db, practiceId: number): Promise<Member[]> {
  const rows = await listMembersOf(db, practiceId);
  return rows.map(({ id, name, email, role, rights }) => ({
    user_id: id,
    name,
    email,
    role,
    rights: rightsOfMember(role, rights),
    has_own_rights: role !== 'owner' && rights !== null,
  }));
}

/**
 * The membership as it is stored: selected rights in their order, with the rights that they imply.
 *
 * @throws AppError `invalid` for an owner with selected rights
 */
function storable({ role, rights }: Membership): Membership {
  if (rights === null) return { role, rights };
  if (role === 'owner')
    throw new AppError(400, 'invalid', `Rights: ${OWNER_RIGHTS}`, { fields: { rights: OWNER_RIGHTS } });
  return { role, rights: rightsOfMember(role, rights) };
}

const isSame = (one: Membership | undefined, other: Membership | undefined): boolean =>
  one?.role === other?.role && JSON.stringify(one?.rights) === JSON.stringify(other?.rights);

/**
 * Makes one change to a membership. Changes to the members of a practice run one after another, so that two owners who
 * end each other's ownership at the same time leave one owner.
 *
 * @param change receives the current membership, undefined for a person who is not a member; returns the new one
 * @returns false when there was nothing to change, which leaves no entry in the audit log
 * @throws AppError `not_found` for an unknown practice, `last_owner`
 */
async function changeMembership(
  db: Db,
  practiceId: number,
  person: MemberPerson,
  change: (former: Membership | undefined) => Membership | undefined,
  { actor, now }: AuditContext,
  { mayEndLastOwner = false }: MemberChangeOptions = {},
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    if (!(await lockPractice(transaction, practiceId))) throw notFound(`Practice ${practiceId} doesn’t exist.`);
    const former = await findMembership(transaction, practiceId, person.id);
    const next = change(former);
    if (isSame(former, next)) return false;
    const endsOwnership = former?.role === 'owner' && next?.role !== 'owner';
    if (endsOwnership && !mayEndLastOwner && !(await hasOtherOwner(transaction, practiceId, person.id))) {
      throw new AppError(409, 'last_owner', LAST_OWNER);
    }
    if (next) await upsertMembership(transaction, practiceId, person.id, next);
    else await deleteMembership(transaction, practiceId, person.id);
    await recordAudit(transaction, {
      practiceId: practiceId,
      actor,
      at: now,
      action: former === undefined ? 'members.add' : next === undefined ? 'members.remove' : 'members.update',
      entity: 'person',
      entityId: person.id,
      ...(former && { before: { email: person.email, ...former } }),
      ...(next && { after: { email: person.email, ...next } }),
    });
    return true;
  });
}

async function memberById(db: Db, practiceId: number, personId: string): Promise<Person> {
  const [person, membership] = await Promise.all([findPerson(db, personId), findMembership(db, practiceId, personId)]);
  if (!person || !membership) throw noMember();
  return person;
}

const noMember = (): AppError => notFound('This person isn’t a member of this practice. Reload the page.');

/** @throws AppError `not_found` with the field for an unknown address, `exists` for a member, `invalid` */
export async function addMember(
  db: Db,
  practiceId: number,
  { email, ...wanted }: Membership & { email: string },
  audit: AuditContext,
): Promise<void> {
  const next = storable(wanted);
  const person = await findPersonByEmail(db, email);
  if (!person) throw new AppError(404, 'not_found', NO_ACCOUNT, { fields: { email: NO_ACCOUNT } });
  const add = (former: Membership | undefined): Membership => {
    if (!former) return next;
    const message = `${person.name} is already a member of this practice.`;
    throw new AppError(409, 'exists', message, { fields: { email: message } });
  };
  await changeMembership(db, practiceId, person, add, audit);
}

/** @throws AppError `not_found` for a person who is not a member, `invalid`, `last_owner` */
export async function updateMember(
  db: Db,
  practiceId: number,
  personId: string,
  wanted: Membership,
  audit: AuditContext,
): Promise<void> {
  const next = storable(wanted);
  const update = (former: Membership | undefined): Membership => {
    if (!former) throw noMember();
    return next;
  };
  await changeMembership(db, practiceId, await memberById(db, practiceId, personId), update, audit);
}

/** @throws AppError `not_found` for a person who is not a member, `last_owner` */
export async function removeMember(db: Db, practiceId: number, personId: string, audit: AuditContext): Promise<void> {
  const remove = (former: Membership | undefined): undefined => {
    if (!former) throw noMember();
  };
  await changeMembership(db, practiceId, await memberById(db, practiceId, personId), remove, audit);
}

/**
 * Makes a person a member of a practice, or ends the membership. New members are staff.
 *
 * @returns false when there was nothing to change
 * @throws AppError `not_found` for an unknown practice, `last_owner`
 */
export function setMembership(
  db: Db,
  person: MemberPerson,
  practiceId: number,
  isMember: boolean,
  audit: AuditContext,
  options: MemberChangeOptions = {},
): Promise<boolean> {
  const change = (former: Membership | undefined): Membership | undefined =>
    isMember ? (former ?? { role: 'staff', rights: null }) : undefined;
  return changeMembership(db, practiceId, person, change, audit, options);
}

/**
 * Changes the role of a member, their rights, or both. A new role resets the rights to its own, unless rights are
 * given.
 *
 * @returns false when there was nothing to change
 * @throws AppError `not_found` for an unknown practice and for a person who is not a member, `invalid`, `last_owner`
 */
export async function setRole(
  db: Db,
  person: MemberPerson,
  practiceId: number,
  { role, rights }: { role?: MemberRole; rights?: Membership['rights'] },
  audit: AuditContext,
  options: MemberChangeOptions = {},
): Promise<boolean> {
  const wanted = (former: Membership | undefined): Membership => {
    if (!former) throw notFound(`${person.email} isn’t a member of practice ${practiceId}.`);
    const next = role ?? former.role;
    return storable({
      role: next,
      rights: rights === undefined ? (next === former.role ? former.rights : null) : rights,
    });
  };
  // Each sign-in through an identity provider calls this. An unchanged membership must not wait for a lock.
  const former = await findMembership(db, practiceId, person.id);
  if (isSame(former, wanted(former))) return false;
  return changeMembership(db, practiceId, person, wanted, audit, options);
}

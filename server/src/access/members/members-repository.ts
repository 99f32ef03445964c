/**
 * Rows of memberships. Only this file reads and writes the table (members-walk.test.ts): whatever gives access reads
 * `active_memberships`.
 */
import { sql } from 'kysely';
import type { MemberRole } from 'shared-api/contracts';
import type { Db } from '../../platform/database/tables.js';

export interface Membership {
  role: MemberRole;
  /** Rights that an owner selected. Null: the rights of the role. */
  rights: readonly string[] | null;
}

/** A membership with its state. It gives access when both times are null. */
export interface StoredMembership extends Membership {
  /** When the person was invited. Null since they can sign in. */
  invitedAt: Date | null;
  /** Since when the person has no access. */
  deactivatedAt: Date | null;
}

/** A membership that gives access. */
export const activeMembership = (membership: Membership): StoredMembership => ({
  ...membership,
  invitedAt: null,
  deactivatedAt: null,
});

/** Ids of the practices of which the person is a member, in whatever state. */
export async function listMembershipsOf(db: Db, personId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('memberships')
    .select('practice_id')
    .where('person_id', '=', personId)
    .orderBy('practice_id')
    .execute();
  return rows.map((row) => row.practice_id);
}

export interface MemberRow extends StoredMembership {
  id: string;
  name: string;
  email: string;
  /** True with an identity at an identity provider. */
  isLinked: boolean;
  hasPassword: boolean;
  hasPasskey: boolean;
  /** True with an authenticator app. */
  hasTotp: boolean;
  /** When the person last signed in with a browser. */
  lastSignInAt: Date | null;
  /** When the link of this practice's invitation expires. Null without one. */
  linkExpiresAt: Date | null;
}

/** Members of a practice in every state: owners first, then by name. */
export function listMembersOf(db: Db, practiceId: number): Promise<MemberRow[]> {
  return db
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'memberships.person_id')
    .leftJoin('account_links', (join) =>
      join
        .onRef('account_links.person_id', '=', 'memberships.person_id')
        .onRef('account_links.practice_id', '=', 'memberships.practice_id'),
    )
    .select((by) => [
      'people.id',
      'people.name',
      'people.email',
      'memberships.role',
      'memberships.rights',
      'memberships.invited_at as invitedAt',
      'memberships.deactivated_at as deactivatedAt',
      'account_links.expires_at as linkExpiresAt',
      by
        .exists(
          by
            .selectFrom('person_identities')
            .select('person_identities.subject')
            .whereRef('person_identities.person_id', '=', 'people.id'),
        )
        .$castTo<boolean>()
        .as('isLinked'),
      by('people.password_hash', 'is not', null).$castTo<boolean>().as('hasPassword'),
      by
        .exists(by.selectFrom('passkeys').select('passkeys.id').whereRef('passkeys.person_id', '=', 'people.id'))
        .$castTo<boolean>()
        .as('hasPasskey'),
      by
        .exists(
          by
            .selectFrom('totp_authenticators')
            .select('totp_authenticators.person_id')
            .where('totp_authenticators.secret', 'is not', null)
            .whereRef('totp_authenticators.person_id', '=', 'people.id'),
        )
        .$castTo<boolean>()
        .as('hasTotp'),
      by
        .selectFrom('known_browsers')
        .select((of) => of.fn.max('known_browsers.used_at').as('at'))
        .whereRef('known_browsers.person_id', '=', 'people.id')
        .as('lastSignInAt'),
    ])
    .where('memberships.practice_id', '=', practiceId)
    .orderBy(sql`memberships.role = 'owner'`, 'desc')
    .orderBy('people.name')
    .orderBy('people.id')
    .execute();
}

/** In whatever state. Undefined for a person who is not a member. */
export function findMembership(db: Db, practiceId: number, personId: string): Promise<StoredMembership | undefined> {
  return db
    .selectFrom('memberships')
    .select(['role', 'rights', 'invited_at as invitedAt', 'deactivated_at as deactivatedAt'])
    .where('practice_id', '=', practiceId)
    .where('person_id', '=', personId)
    .executeTakeFirst();
}

/** True when somebody else owns the practice and has access to it. */
export async function hasOtherOwner(db: Db, practiceId: number, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('active_memberships')
    .select('person_id')
    .where('practice_id', '=', practiceId)
    .where('role', '=', 'owner')
    .where('person_id', '<>', personId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Makes the person a member, or changes their role, rights and state. */
export async function upsertMembership(
  transaction: Db,
  practiceId: number,
  personId: string,
  { role, rights, invitedAt, deactivatedAt }: StoredMembership,
): Promise<void> {
  const values = { role, rights: rights && [...rights], invited_at: invitedAt, deactivated_at: deactivatedAt };
  await transaction
    .insertInto('memberships')
    .values({ practice_id: practiceId, person_id: personId, ...values })
    .onConflict((conflict) => conflict.columns(['practice_id', 'person_id']).doUpdateSet(values))
    .execute();
}

export async function deleteMembership(transaction: Db, practiceId: number, personId: string): Promise<void> {
  await transaction
    .deleteFrom('memberships')
    .where('practice_id', '=', practiceId)
    .where('person_id', '=', personId)
    .execute();
}

/** The practices that invited the person, who can sign in now. @returns the memberships that now give access */
export async function acceptInvitations(
  transaction: Db,
  personId: string,
): Promise<(Membership & { practiceId: number })[]> {
  return transaction
    .updateTable('memberships')
    .set({ invited_at: null })
    .where('person_id', '=', personId)
    .where('invited_at', 'is not', null)
    .returning(['practice_id as practiceId', 'role', 'rights'])
    .execute();
}

/** Gives those who have access to one practice the same access to a new one. @returns their number */
export async function copyMemberships(transaction: Db, source: number, practiceId: number): Promise<number> {
  const result = await sql`
    insert into memberships (practice_id, person_id, role, rights)
    select ${practiceId}, person_id, role, rights from active_memberships where practice_id = ${source}
  `.execute(transaction);
  return Number(result.numAffectedRows ?? 0n);
}

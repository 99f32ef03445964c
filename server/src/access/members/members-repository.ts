/**
 * Rows of memberships. Only this file reads and writes the table: everything that gives access reads
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
  /** When the person was invited. Null since they joined. */
  invitedAt: Date | null;
  /** The name that the practice typed. Null unless the person is invited. */
  invitedAs: string | null;
  /** When the person lost access. */
  deactivatedAt: Date | null;
}

/** A membership that gives access. */
export const activeMembership = (membership: Membership): StoredMembership => ({
  ...membership,
  invitedAt: null,
  invitedAs: null,
  deactivatedAt: null,
});

/** An open invitation's fields. All are null once the person has joined. */
export interface OpenInvitation {
  expiresAt: Date;
  /** Hash of a link to the sign-in page. Null without one. */
  tokenHash: Buffer | null;
  /** True for a person who joins by accepting, rather than by signing in. */
  asksPerson: boolean;
  /** Another practice whose owner vouches for the account. */
  vouchedFor: number | null;
}

/** Ids of the practices that the person is a member of, in any state. */
export async function listMembershipsOf(db: Db, personId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('memberships')
    .select('practice_id')
    .where('person_id', '=', personId)
    .orderBy('practice_id')
    .execute();
  return rows.map((row) => row.practice_id);
}

/** The invitation fields of a membership that isn't an invitation anymore. */
const endedInvitation = {
  invitation_expires_at: null,
  invitation_token_hash: null,
  asks_person: false,
  vouched_for: null,
};

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
  /** Null unless the person is invited. */
  invitationExpiresAt: Date | null;
  invitationId: string;
}

/** Members of a practice in every state: owners first, then by name. */
export function listMembersOf(db: Db, practiceId: number): Promise<MemberRow[]> {
  return db
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'memberships.person_id')
    .select((by) => [
      'people.id',
      'people.name',
      'people.email',
      'memberships.role',
      'memberships.rights',
      'memberships.invited_at as invitedAt',
      'memberships.deactivated_at as deactivatedAt',
      'memberships.invited_as as invitedAs',
      'memberships.invitation_expires_at as invitationExpiresAt',
      'memberships.invitation_id as invitationId',
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
    .orderBy(sql`coalesce(memberships.invited_as, people.name)`)
    .orderBy('people.id')
    .execute();
}

/** In any state. Undefined for a person who isn't a member. */
export function findMembership(db: Db, practiceId: number, personId: string): Promise<StoredMembership | undefined> {
  return db
    .selectFrom('memberships')
    .select(['role', 'rights', 'invited_at as invitedAt', 'invited_as as invitedAs', 'deactivated_at as deactivatedAt'])
    .where('practice_id', '=', practiceId)
    .where('person_id', '=', personId)
    .executeTakeFirst();
}

/**
 * The person with this id in the list of members. An invited person has an id of their own there, so that the practice
 * can't recognize an account it knows from elsewhere. The id still resolves after they have joined.
 */
export async function findListedMember(db: Db, practiceId: number, listedId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('memberships')
    .select('person_id')
    .where('practice_id', '=', practiceId)
    .where((by) =>
      by.or([
        by('invitation_id', '=', listedId),
        by.and([by('person_id', '=', listedId), by('invited_at', 'is', null)]),
      ]),
    )
    .executeTakeFirst();
  return row?.person_id;
}

/** True when the practice has another owner with access. */
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

/** Makes the person a member or changes their role, rights and state. */
export async function upsertMembership(
  transaction: Db,
  practiceId: number,
  personId: string,
  { role, rights, invitedAt, invitedAs, deactivatedAt }: StoredMembership,
): Promise<void> {
  const values = {
    role,
    rights: rights && [...rights],
    invited_at: invitedAt,
    invited_as: invitedAs,
    deactivated_at: deactivatedAt,
    ...(invitedAt === null && endedInvitation),
  };
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

/** Sets fields of an invitation. Undefined fields stay. */
export async function updateInvitation(
  transaction: Db,
  practiceId: number,
  personId: string,
  { expiresAt, tokenHash, asksPerson, vouchedFor }: Partial<OpenInvitation>,
): Promise<void> {
  await transaction
    .updateTable('memberships')
    .set({
      ...(expiresAt && { invitation_expires_at: expiresAt }),
      ...(tokenHash !== undefined && { invitation_token_hash: tokenHash }),
      ...(asksPerson !== undefined && { asks_person: asksPerson }),
      ...(vouchedFor !== undefined && { vouched_for: vouchedFor }),
    })
    .where('practice_id', '=', practiceId)
    .where('person_id', '=', personId)
    .where('invited_at', 'is not', null)
    .execute();
}

/** Undefined for a person the practice hasn't invited. */
export async function findInvitation(
  db: Db,
  practiceId: number,
  personId: string,
): Promise<Omit<OpenInvitation, 'tokenHash'> | undefined> {
  const row = await db
    .selectFrom('memberships')
    .select([
      'invitation_expires_at as expiresAt',
      'asks_person as asksPerson',
      'vouched_for as vouchedFor',
      'invited_at',
    ])
    .where('practice_id', '=', practiceId)
    .where('person_id', '=', personId)
    .where('invited_at', 'is not', null)
    .executeTakeFirst();
  if (!row?.invited_at) return undefined;
  return { asksPerson: row.asksPerson, vouchedFor: row.vouchedFor, expiresAt: row.expiresAt ?? row.invited_at };
}

/**
 * The person and practice of a link to the sign-in page. Undefined once the invitation is answered, withdrawn, replaced
 * or expired.
 */
export function findInvitedByToken(
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<{ personId: string; practiceId: number } | undefined> {
  return db
    .selectFrom('memberships')
    .select(['person_id as personId', 'practice_id as practiceId'])
    .where('invitation_token_hash', '=', tokenHash)
    .where('invited_at', 'is not', null)
    .where('invitation_expires_at', '>', now)
    .executeTakeFirst();
}

/** The practices that invited the person, sorted by name. */
export function listInvitationsOf(
  db: Db,
  personId: string,
): Promise<{ practice_id: number; practice_name: string; role: MemberRole; expires_at: Date }[]> {
  return db
    .selectFrom('memberships')
    .innerJoin('practices', 'practices.id', 'memberships.practice_id')
    .select([
      'memberships.practice_id',
      'practices.name as practice_name',
      'memberships.role',
      sql<Date>`coalesce(memberships.invitation_expires_at, memberships.invited_at)`.as('expires_at'),
    ])
    .where('memberships.person_id', '=', personId)
    .where('memberships.invited_at', 'is not', null)
    .orderBy('practices.name')
    .orderBy('practices.id')
    .execute();
}

/**
 * Joins the practices that invited the person, who can sign in now. Invitations that need an answer stay open, and
 * expired ones stay as they are.
 *
 * @returns the memberships that now give access
 */
export async function acceptInvitations(
  transaction: Db,
  personId: string,
  now: Date,
): Promise<(Membership & { practiceId: number })[]> {
  return transaction
    .updateTable('memberships')
    .set({ invited_at: null, invited_as: null, ...endedInvitation })
    .where('person_id', '=', personId)
    .where('invited_at', 'is not', null)
    .where('asks_person', '=', false)
    .where('invitation_expires_at', '>', now)
    .returning(['practice_id as practiceId', 'role', 'rights'])
    .execute();
}

/** Gives everyone with access to one practice the same access to a new one. @returns their number */
export async function copyMemberships(transaction: Db, source: number, practiceId: number): Promise<number> {
  const result = await sql`
    insert into memberships (practice_id, person_id, role, rights)
    select ${practiceId}, person_id, role, rights from active_memberships where practice_id = ${source}
  `.execute(transaction);
  return Number(result.numAffectedRows ?? 0n);
}

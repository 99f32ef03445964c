import { type RawBuilder, sql } from 'kysely';
import { type Flags, type MemberRole, rightsOfMember } from 'shared-api/contracts';
import { batchLookup } from '../../platform/database/batch-lookup.js';
import { prepared } from '../../platform/database/prepared.js';
import type { Db, Row } from '../../platform/database/tables.js';
import type { PersonPrincipal } from '../../platform/http/principal.js';
import type { StoredFlags } from '../people/people-repository.js';
import { flagsOfPractice } from '../practice-records/feature-flag-catalog.js';
import type { ProviderSession } from './oidc-client.js';
import type { SessionDevice } from './session-device.js';

/** The effective flags: a super admin is also internal staff and a developer, but not a task admin. */
export function effectiveFlags(stored: StoredFlags): Flags {
  return {
    super_admin: stored.super_admin,
    task_admin: stored.task_admin,
    internal: stored.internal || stored.super_admin,
    developer: stored.developer || stored.super_admin,
  };
}

export interface LiveSession {
  person: PersonPrincipal;
  createdAt: Date;
  usedAt: Date;
  /** True on a shared computer. */
  isShared: boolean;
}

// The lists come from subqueries, so that PostgreSQL keeps the plan (docs/decisions/0174).
const sessionRows = prepared((db, tokenHashes: RawBuilder<string[]>, practiceIds: RawBuilder<number[]>) =>
  db
    .selectFrom('sessions')
    .innerJoin('people', 'people.id', 'sessions.person_id')
    .select([
      'people.id',
      'people.name',
      'people.email',
      'people.super_admin',
      'people.task_admin',
      'people.internal',
      'people.developer',
      'sessions.token_hash',
      'sessions.created_at',
      'sessions.used_at',
      'sessions.expires_at',
      'sessions.overrides',
      'sessions.previews',
      'sessions.second_factor_at',
      'sessions.password_at',
      'sessions.browser_hash',
      sql<boolean>`exists (select from shared_browsers where browser_hash = sessions.browser_hash)`.as('is_shared'),
      sql<boolean>`people.password_hash is not null`.as('has_password'),
      sql<boolean>`(
        exists (select from totp_authenticators where person_id = people.id and secret is not null)
        or exists (select from passkeys where person_id = people.id)
      )`.as('has_second_factor'),
      // Grouped by role and rights. Even a member of hundreds of practices has few such groups.
      sql<[role: MemberRole, chosen: string[] | null, practiceIds: number[]][]>`coalesce(
        (
          select json_agg(json_build_array(role, rights, practice_ids))
          from (
            select role, rights, array_agg(practice_id) as practice_ids
            from active_memberships
            where person_id = people.id
            group by role, rights
          ) as same_rights
        ),
        '[]'
      )`.as('memberships'),
      sql<[id: number, featureFlags: string[]][]>`coalesce(
        (
          select json_agg(json_build_array(id, ${flagsOfPractice}))
          from practices where id = any((select ${practiceIds}::integer[])::integer[])
        ),
        '[]'
      )`.as('requested_practices'),
    ])
    .where(sql<boolean>`sessions.token_hash = any((select ${tokenHashes}::bytea[])::bytea[])`),
);

type SessionRow = Awaited<ReturnType<typeof sessionRows>>[number];

/** By the token's hash, in hexadecimal digits, and the practice of the request: `5e…`, `5e… 17`. */
const sessionRow = batchLookup(async (db, keys: string[]) => {
  const requests = keys.map((key) => {
    const [hash = '', practice] = key.split(' ');
    return [key, hash, practice] as const;
  });
  const rows = await sessionRows(
    db,
    requests.map(([, hash]) => `\\x${hash}`),
    requests.flatMap(([, , practice]) => (practice === undefined ? [] : [Number(practice)])),
  );
  const byHash = new Map(rows.map((row) => [row.token_hash.toString('hex'), row]));
  return new Map(
    requests.flatMap(([key, hash]): [string, SessionRow][] => {
      const row = byHash.get(hash);
      return row ? [[key, row]] : [];
    }),
  );
});

/**
 * The session of a token, with its person and their practices. Undefined when it has ended.
 *
 * @param practiceId the request's practice; the person's `practiceExists` says whether it exists
 */
export async function findSession(
  db: Db,
  tokenHash: Buffer,
  now: Date,
  practiceId?: number,
): Promise<LiveSession | undefined> {
  const hash = tokenHash.toString('hex');
  const row = await sessionRow(db, practiceId === undefined ? hash : `${hash} ${practiceId}`);
  if (!row || row.expires_at <= now) return undefined;
  const requested = row.requested_practices.find(([id]) => id === practiceId);
  return {
    createdAt: row.created_at,
    usedAt: row.used_at,
    isShared: row.is_shared,
    person: {
      kind: 'person',
      id: row.id,
      name: row.name,
      email: row.email,
      flags: effectiveFlags(row),
      memberships: new Map(
        row.memberships.flatMap(([role, chosen, practiceIds]) => {
          const rights = new Set(rightsOfMember(role, chosen));
          return practiceIds.map((practiceId) => [practiceId, rights] as const);
        }),
      ),
      hasSecondFactor: row.has_second_factor,
      hasPassword: row.has_password,
      ...(practiceId !== undefined && { practiceExists: requested !== undefined }),
      ...(requested && { practiceFlags: requested[1] }),
      session: {
        tokenHash,
        expiresAt: row.expires_at,
        overrides: row.overrides,
        previews: row.previews,
        secondFactorAt: row.second_factor_at,
        passwordAt: row.password_at,
        browserHash: row.browser_hash,
      },
    },
  };
}

export async function insertSession(
  db: Db,
  session: {
    tokenHash: Buffer;
    personId: string;
    now: Date;
    expiresAt: Date;
    secondFactorAt: Date | null;
    passwordAt: Date | null;
    device: SessionDevice | undefined;
    /** The session at the identity provider, if started through it. */
    provider?: ProviderSession | undefined;
    /** Its ID token, encrypted. */
    idToken?: Buffer | undefined;
    browserHash?: Buffer | undefined;
  },
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      person_id: session.personId,
      created_at: session.now,
      used_at: session.now,
      expires_at: session.expiresAt,
      overrides: '[]',
      second_factor_at: session.secondFactorAt,
      password_at: session.passwordAt,
      user_agent: session.device?.userAgent ?? null,
      network: session.device?.network ?? null,
      identity_issuer: session.provider?.issuer ?? null,
      identity_subject: session.provider?.subject ?? null,
      identity_sid: session.provider?.sid ?? null,
      id_token: session.idToken ?? null,
      browser_hash: session.browserHash ?? null,
    })
    .execute();
}

/** Records the use of a session, and extends it. */
export async function touchSession(db: Db, tokenHash: Buffer, now: Date, expiresAt: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ used_at: now, expires_at: expiresAt })
    .where('token_hash', '=', tokenHash)
    .execute();
}

/** Stores the browser of a session that predates this column. */
export async function storeBrowser(db: Db, tokenHash: Buffer, browserHash: Buffer): Promise<void> {
  await db.updateTable('sessions').set({ browser_hash: browserHash }).where('token_hash', '=', tokenHash).execute();
}

/** Records that the person used a second factor in this session. */
export async function storeSecondFactorTime(db: Db, tokenHash: Buffer, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ second_factor_at: now }).where('token_hash', '=', tokenHash).execute();
}

/** Records that the person entered the password in this session. */
export async function storePasswordTime(db: Db, tokenHash: Buffer, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ password_at: now }).where('token_hash', '=', tokenHash).execute();
}

/** A session that has ended. */
export interface EndedSession {
  person: { id: string; name: string };
  /** The issuer of the identity that started it. Null: started otherwise. */
  issuer: string | null;
  /** The provider's ID token, encrypted. */
  idToken: Buffer | null;
}

/** @returns undefined when there was none or it had expired */
export async function deleteSession(db: Db, tokenHash: Buffer, now: Date): Promise<EndedSession | undefined> {
  const session = await db
    .deleteFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .returning(['person_id', 'expires_at', 'identity_issuer', 'id_token'])
    .executeTakeFirst();
  if (!session || session.expires_at <= now) return undefined;
  const person = await db
    .selectFrom('people')
    .select(['id', 'name'])
    .where('id', '=', session.person_id)
    .executeTakeFirst();
  return person && { person, issuer: session.identity_issuer, idToken: session.id_token };
}

/** @returns the number of deleted sessions */
export async function deleteSessionsOf(db: Db, personId: string): Promise<number> {
  const result = await db.deleteFrom('sessions').where('person_id', '=', personId).executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** A person's open sessions, the most recently used first. */
export function listSessionsOf(db: Db, personId: string, now: Date): Promise<Row<'sessions'>[]> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('person_id', '=', personId)
    .where('expires_at', '>', now)
    .orderBy('used_at', 'desc')
    .execute();
}

/** @returns false when the person has no such session */
export async function deleteSessionById(db: Db, personId: string, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('sessions')
    .where('person_id', '=', personId)
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** @returns the number of deleted sessions */
export async function deleteOtherSessions(db: Db, personId: string, keptTokenHash: Buffer): Promise<number> {
  const result = await db
    .deleteFrom('sessions')
    .where('person_id', '=', personId)
    .where('token_hash', '<>', keptTokenHash)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

export async function deleteEndedSessions(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
}

/**
 * Stores the version that a session loads of one module, or null for the released one. Leaves other modules, which
 * another tab may be changing.
 *
 * @returns the versions that the session loads of all modules
 */
export async function writeModuleChoice<Choice extends { module: string }>(
  db: Db,
  tokenHash: Buffer,
  column: 'overrides' | 'previews',
  module: string,
  choice: Choice | null,
): Promise<Choice[]> {
  const { rows } = await sql<{ choices: Choice[] }>`
    update sessions set ${sql.ref(column)} = (
      select coalesce(jsonb_agg(other), '[]')
      from jsonb_array_elements(${sql.ref(column)}) as other where other->>'module' <> ${module}
    ) || ${JSON.stringify(choice === null ? [] : [choice])}::jsonb
    where token_hash = ${tokenHash}
    returning ${sql.ref(column)} as choices
  `.execute(db);
  return rows[0]?.choices ?? [];
}

/** Who can sign in: the single source for everything that depends on it. */
import { type RawBuilder, sql } from 'kysely';
import type { Config } from '../../platform/config/config.js';
import type { Db } from '../../platform/database/tables.js';

/** How people can sign in. */
export type SignInWays = Pick<Config, 'localAccounts' | 'oidc'>;

/** True for people with a password or a passkey of this console. */
const hasLocalWay = sql<boolean>`(
  people.password_hash is not null or exists (select from passkeys where passkeys.person_id = people.id)
)`;

/** @param issuer undefined for any */
const hasIdentity = (issuer: string | undefined): RawBuilder<boolean> => sql<boolean>`exists (
  select from person_identities
  where person_identities.person_id = people.id and issuer = coalesce(${issuer ?? null}::text, issuer)
)`;

/** True when the person has a way to sign in: a password, a passkey, or an identity at a provider. */
export async function canSignIn(db: Db, { id }: { id: string }): Promise<boolean> {
  const row = await db
    .selectFrom('people')
    .select('id')
    .where('id', '=', id)
    .where((by) => by.or([hasLocalWay, hasIdentity(undefined)]))
    .executeTakeFirst();
  return row !== undefined;
}

/** Active super admins who can sign in by one of the configured ways. */
export async function listUsableAdmins(db: Db, { localAccounts, oidc }: SignInWays): Promise<string[]> {
  const rows = await db
    .selectFrom('people')
    .select('id')
    .where('super_admin', '=', true)
    .where('deactivated_at', 'is', null)
    .where((by) =>
      by.or([
        ...(localAccounts ? [hasLocalWay] : []),
        // People without a password are linked to their identity at their first sign-in.
        ...(oidc ? [by('password_hash', 'is', null), hasIdentity(oidc.issuer)] : []),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

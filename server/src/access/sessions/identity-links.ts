/**
 * Links between a person at the identity provider and a local account with the same email address. The address from the
 * provider is not sufficient proof: the person must also enter the local account's password. Otherwise, registering the
 * address at the provider would be enough to take over the account.
 */
import { createHash } from 'node:crypto';
import type { Db } from '../../platform/database/tables.js';
import { newToken } from '../tokens/secrets.js';
import type { Claims } from './oidc-client.js';
import { ORIGIN_TTL_SECONDS, type SignInOrigin } from './oidc-sign-ins.js';

/** How long a person may take to enter the password. */
const EXPIRES_MS = 15 * 60_000;

export interface PendingLink extends SignInOrigin {
  personId: string;
  claims: Claims;
}

const hash = (token: string): Buffer => createHash('sha256').update(token).digest();

/** @returns the token for the browser's cookie */
export async function insertPendingLink(db: Db, link: PendingLink, now: Date): Promise<string> {
  const token = newToken();
  await db
    .deleteFrom('pending_identity_links')
    .where('started_at', '<', new Date(now.getTime() - ORIGIN_TTL_SECONDS * 1000))
    .execute();
  await db
    .insertInto('pending_identity_links')
    .values({
      token_hash: hash(token),
      person_id: link.personId,
      issuer: link.claims.issuer,
      subject: link.claims.subject,
      claims: JSON.stringify(link.claims.all),
      return_to: link.returnTo,
      popup: link.popup,
      started_at: now,
    })
    .execute();
  return token;
}

/** The pending link of a token. Undefined when there is none, or when it has expired. */
export async function findPendingLink(db: Db, token: string, now: Date): Promise<PendingLink | undefined> {
  const row = await db
    .selectFrom('pending_identity_links')
    .selectAll()
    .where('token_hash', '=', hash(token))
    .where('started_at', '>', new Date(now.getTime() - EXPIRES_MS))
    .executeTakeFirst();
  if (!row) return undefined;
  const { person_id: personId, issuer, subject, claims, return_to: returnTo, popup } = row;
  return { personId, claims: { issuer, subject, all: claims }, returnTo, popup };
}

/** The page where a pending link's sign-in started, also after it has expired. */
export async function findOriginOfLink(db: Db, token: string): Promise<SignInOrigin | undefined> {
  const row = await db
    .selectFrom('pending_identity_links')
    .select(['return_to', 'popup'])
    .where('token_hash', '=', hash(token))
    .executeTakeFirst();
  return row && { returnTo: row.return_to, popup: row.popup };
}

/** @returns false when another request has already used it */
export async function deletePendingLink(db: Db, token: string): Promise<boolean> {
  const result = await db.deleteFrom('pending_identity_links').where('token_hash', '=', hash(token)).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

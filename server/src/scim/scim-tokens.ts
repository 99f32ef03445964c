/** Tokens of identity providers that provision people. Only the hash is stored. */
import { type AuditContext, scimActor } from '../audit/actor.js';
import { NO_PRACTICE, recordAudit } from '../audit/audit-log.js';
import type { Db } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import {
  type IssuedToken,
  createToken,
  describeToken,
  matchingToken,
  tokenColumns,
  writesUse,
} from '../tokens/issued-tokens.js';
import { hashToken } from '../tokens/secrets.js';
import { type Rotation, endsOfRotation } from '../tokens/token-expiry.js';

const NAME_MISSING = 'Enter a name for the token that says which identity provider uses it.';

function record(
  transaction: Db,
  action: 'scim_token.issue' | 'scim_token.refuse' | 'scim_token.revoke' | 'scim_token.rotate',
  id: string,
  { actor, now }: AuditContext,
  sides: { before?: object; after?: object },
): Promise<void> {
  return recordAudit(transaction, {
    practiceId: NO_PRACTICE,
    actor,
    at: now,
    action,
    entity: 'scim_token',
    entityId: id,
    ...sides,
  });
}

/** Records the first refusal of an expired token: a provider tries again and again. */
async function refuseExpired(db: Db, token: IssuedToken, now: Date): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('scim_tokens')
      .set({ refused_at: now })
      .where('id', '=', token.id)
      .where('refused_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const audit = { actor: scimActor(token), now };
    await record(transaction, 'scim_token.refuse', token.id, audit, { after: describeToken(token) });
  });
}

/** The token of a request. Undefined when it is unknown or revoked. */
export async function useScimToken(
  db: Db,
  sent: string,
  now: Date,
): Promise<Pick<IssuedToken, 'id' | 'name'> | 'expired' | undefined> {
  const token = await db
    .selectFrom('scim_tokens')
    .select(tokenColumns)
    .where('token_hash', '=', hashToken(sent))
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (!token) return undefined;
  if (token.expires_at !== null && token.expires_at <= now) {
    await refuseExpired(db, token, now);
    return 'expired';
  }
  if (writesUse(token, now)) {
    await db.updateTable('scim_tokens').set({ used_at: now }).where('id', '=', token.id).execute();
  }
  return token;
}

/**
 * @returns the token, which cannot be read again
 * @throws AppError `invalid` without a name
 */
export async function issueScimToken(
  db: Db,
  { name, expiresAt = null }: { name: string; expiresAt?: Date | null },
  audit: AuditContext,
): Promise<{ id: string; token: string }> {
  const { token, row } = createToken('provisioning', { name, expiresAt, nameMissing: NAME_MISSING }, audit);
  await inTransaction(db, async (transaction) => {
    await transaction.insertInto('scim_tokens').values(row).execute();
    await record(transaction, 'scim_token.issue', row.id, audit, { after: describeToken(row) });
  });
  return { id: row.id, token };
}

/** Newest first. */
export function listScimTokens(db: Db): Promise<IssuedToken[]> {
  return db.selectFrom('scim_tokens').select(tokenColumns).orderBy('issued_at', 'desc').orderBy('id').execute();
}

/** @throws AppError `not_found` when no active token, or more than one, matches */
async function findActive(transaction: Db, idOrPrefix: string): Promise<IssuedToken> {
  const live = await transaction
    .selectFrom('scim_tokens')
    .select(tokenColumns)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .execute();
  return matchingToken(live, idOrPrefix, 'provisioning');
}

/**
 * @param idOrPrefix id or prefix of the token
 * @throws AppError `not_found` when no active token, or more than one, matches
 */
export async function revokeScimToken(db: Db, idOrPrefix: string, audit: AuditContext): Promise<IssuedToken> {
  return inTransaction(db, async (transaction) => {
    const token = await findActive(transaction, idOrPrefix);
    await transaction.updateTable('scim_tokens').set({ revoked_at: audit.now }).where('id', '=', token.id).execute();
    await record(transaction, 'scim_token.revoke', token.id, audit, { before: describeToken(token) });
    return token;
  });
}

/**
 * Issues the successor of a token, with the same name. The former one works until the overlap ends.
 *
 * @param idOrPrefix id or prefix of the former token
 * @returns the new token, which cannot be read again, and the end of the former one
 * @throws AppError `not_found` when no active token, or more than one, matches
 */
export async function rotateScimToken(
  db: Db,
  idOrPrefix: string,
  rotation: Rotation,
  audit: AuditContext,
): Promise<{ token: string; formerEndsAt: Date }> {
  return inTransaction(db, async (transaction) => {
    const former = await findActive(transaction, idOrPrefix);
    const ends = endsOfRotation(former, rotation, audit.now);
    await transaction.updateTable('scim_tokens').set({ expires_at: ends.former }).where('id', '=', former.id).execute();
    const after = describeToken({ ...former, expires_at: ends.former });
    await record(transaction, 'scim_token.rotate', former.id, audit, { before: describeToken(former), after });
    const { token } = await issueScimToken(transaction, { name: former.name, expiresAt: ends.next }, audit);
    return { token, formerEndsAt: ends.former };
  });
}

/** Tokens of identity providers that provision people. Only the hash is stored. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { type AuditContext, scimActor } from '../audit/actor.js';
import { NO_PRACTICE, recordAudit } from '../audit/audit-log.js';
import type { Db, Row } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import { invalid, notFound } from '../http/app-error.js';
import { type Rotation, endsOfRotation } from '../tokens/token-expiry.js';

/** Prefix of every token, so that secret scanners can recognize one. */
const TOKEN_START = 'pcst_';
const SHOWN_CHARACTERS = TOKEN_START.length + 6;

/** How often the time of use is written, in milliseconds. */
const LAST_USED_WRITE_INTERVAL_MS = 60_000;

export type ScimToken = Omit<Row<'scim_tokens'>, 'token_hash' | 'refused_at'>;

const columns = ['id', 'name', 'prefix', 'issued_at', 'issued_by', 'used_at', 'revoked_at', 'expires_at'] as const;

const hash = (token: string): Buffer => createHash('sha256').update(token).digest();

const describeToken = ({ name, prefix, expires_at }: Pick<ScimToken, 'name' | 'prefix' | 'expires_at'>): object => ({
  name,
  prefix,
  expires_at,
});

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
async function refuseExpired(db: Db, token: ScimToken, now: Date): Promise<void> {
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
): Promise<Pick<ScimToken, 'id' | 'name'> | 'expired' | undefined> {
  const token = await db
    .selectFrom('scim_tokens')
    .select(columns)
    .where('token_hash', '=', hash(sent))
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (!token) return undefined;
  if (token.expires_at !== null && token.expires_at <= now) {
    await refuseExpired(db, token, now);
    return 'expired';
  }
  if (token.used_at === null || now.getTime() - token.used_at.getTime() > LAST_USED_WRITE_INTERVAL_MS) {
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
  if (name.trim() === '') {
    throw invalid('Enter a name for the token that says which identity provider uses it.', {
      name: 'Must not be empty',
    });
  }
  const token = TOKEN_START + randomBytes(32).toString('base64url');
  const row = {
    id: randomUUID(),
    name: name.trim(),
    prefix: token.slice(0, SHOWN_CHARACTERS),
    issued_at: audit.now,
    issued_by: audit.actor.name,
    expires_at: expiresAt,
  };
  await inTransaction(db, async (transaction) => {
    await transaction
      .insertInto('scim_tokens')
      .values({ ...row, token_hash: hash(token) })
      .execute();
    await record(transaction, 'scim_token.issue', row.id, audit, { after: describeToken(row) });
  });
  return { id: row.id, token };
}

/** Newest first. */
export function listScimTokens(db: Db): Promise<ScimToken[]> {
  return db.selectFrom('scim_tokens').select(columns).orderBy('issued_at', 'desc').orderBy('id').execute();
}

/** @throws AppError `not_found` when no active token, or more than one, matches */
async function findActive(transaction: Db, idOrPrefix: string): Promise<ScimToken> {
  const live = await transaction
    .selectFrom('scim_tokens')
    .select(columns)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .execute();
  const [token, another] = live.filter((row) => row.id === idOrPrefix || row.prefix === idOrPrefix);
  if (!token || another) {
    throw notFound(`No single active provisioning token matches “${idOrPrefix}”. See the list of provisioning tokens.`);
  }
  return token;
}

/**
 * @param idOrPrefix id or prefix of the token
 * @throws AppError `not_found` when no active token, or more than one, matches
 */
export async function revokeScimToken(db: Db, idOrPrefix: string, audit: AuditContext): Promise<ScimToken> {
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

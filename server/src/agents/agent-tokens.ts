/** Tokens of PMS agents. Each token opens the websocket for one practice. Only the hash is stored. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type AuditContext, systemActor } from '../audit/actor.js';
import { recordAudit } from '../audit/audit-log.js';
import type { Db, Row } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import { invalid, notFound } from '../http/app-error.js';
import { type Rotation, endsOfRotation } from '../tokens/token-expiry.js';
import { practiceExists } from '../practices/practices-repository.js';

/** Prefix of every token, so that secret scanners can recognize one. */
const TOKEN_START = 'pcat_';
const SHOWN_CHARACTERS = TOKEN_START.length + 6;

export type AgentToken = Omit<Row<'agent_tokens'>, 'token_hash' | 'refused_at'>;

const columns = [
  'practice_id',
  'id',
  'name',
  'prefix',
  'issued_at',
  'issued_by',
  'used_at',
  'revoked_at',
  'expires_at',
] as const;

function hash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Records the first refusal of an expired token: an agent tries again and again. @returns false for other tokens */
async function refuseExpired(db: Db, token: string, now: Date): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const expired = await transaction
      .selectFrom('agent_tokens')
      .select(['practice_id', 'id', 'name', 'prefix', 'expires_at', 'refused_at'])
      .where('token_hash', '=', hash(token))
      .where('revoked_at', 'is', null)
      .where('expires_at', '<=', now)
      .forUpdate()
      .executeTakeFirst();
    if (!expired) return false;
    if (expired.refused_at !== null) return true;
    await transaction
      .updateTable('agent_tokens')
      .set({ refused_at: now })
      .where('practice_id', '=', expired.practice_id)
      .where('id', '=', expired.id)
      .execute();
    await recordAudit(transaction, {
      practiceId: expired.practice_id,
      actor: systemActor('Sync agent'),
      at: now,
      action: 'agent_token.refuse',
      entity: 'agent_token',
      entityId: expired.id,
      after: { name: expired.name, prefix: expired.prefix, expires_at: expired.expires_at },
    });
    return true;
  });
}

/** The token of an agent. Undefined when it is unknown or revoked. Records the time of use. */
export async function useAgentToken(
  db: Db,
  token: string,
  now: Date,
): Promise<Pick<AgentToken, 'id' | 'practice_id'> | 'expired' | undefined> {
  const used = await db
    .updateTable('agent_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', hash(token))
    .where('revoked_at', 'is', null)
    .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', now)]))
    .returning(['id', 'practice_id'])
    .executeTakeFirst();
  if (used) return used;
  return (await refuseExpired(db, token, now)) ? 'expired' : undefined;
}

/** The tokens among these that no longer open anything, by id. */
export async function findEnded(
  db: Db,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, 'revoked' | 'expired'>> {
  const rows = await db
    .selectFrom('agent_tokens')
    .select(['id', 'revoked_at'])
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .where((row) => row.or([row('revoked_at', 'is not', null), row('expires_at', '<=', now)]))
    .execute();
  return new Map(rows.map(({ id, revoked_at: revokedAt }) => [id, revokedAt === null ? 'expired' : 'revoked']));
}

/** When the token expires with which the practice's agent joined last. Null: never, or there is none. */
export async function findExpiry(db: Db, practiceId: number): Promise<Date | null> {
  const token = await db
    .selectFrom('agent_tokens')
    .select('expires_at')
    .where('practice_id', '=', practiceId)
    .where('revoked_at', 'is', null)
    .where('used_at', 'is not', null)
    .orderBy('used_at', 'desc')
    .executeTakeFirst();
  return token?.expires_at ?? null;
}

/**
 * @returns the token, which cannot be read again
 * @throws AppError `not_found` for an unknown practice, `invalid` without a name
 */
export async function issueAgentToken(
  db: Db,
  { practiceId, name, expiresAt = null }: { practiceId: number; name: string; expiresAt?: Date | null },
  { actor, now }: AuditContext,
): Promise<{ id: string; token: string }> {
  if (name.trim() === '') {
    throw invalid('Enter a name for the agent token that says where it’s used.', { name: 'Must not be empty' });
  }
  const token = TOKEN_START + randomBytes(32).toString('base64url');
  const prefix = token.slice(0, SHOWN_CHARACTERS);
  const id = randomUUID();
  await inTransaction(db, async (transaction) => {
    if (!(await practiceExists(transaction, practiceId))) throw notFound(`Practice ${practiceId} doesn’t exist.`);
    await transaction
      .insertInto('agent_tokens')
      .values({
        practice_id: practiceId,
        id,
        name: name.trim(),
        token_hash: hash(token),
        prefix,
        issued_at: now,
        issued_by: actor.name,
        expires_at: expiresAt,
      })
      .execute();
    await recordAudit(transaction, {
      practiceId,
      actor,
      at: now,
      action: 'agent_token.issue',
      entity: 'agent_token',
      entityId: id,
      after: { name: name.trim(), prefix, expires_at: expiresAt },
    });
  });
  return { id, token };
}

/** Newest first. */
export function listAgentTokens(db: Db): Promise<AgentToken[]> {
  return db.selectFrom('agent_tokens').select(columns).orderBy('issued_at', 'desc').orderBy('id').execute();
}

async function revoke(transaction: Db, token: AgentToken, { actor, now }: AuditContext): Promise<void> {
  await transaction
    .updateTable('agent_tokens')
    .set({ revoked_at: now })
    .where('practice_id', '=', token.practice_id)
    .where('id', '=', token.id)
    .execute();
  await recordAudit(transaction, {
    practiceId: token.practice_id,
    actor,
    at: now,
    action: 'agent_token.revoke',
    entity: 'agent_token',
    entityId: token.id,
    before: { name: token.name, prefix: token.prefix },
  });
}

/** @throws AppError `not_found` when no active token, or more than one, matches */
async function findActive(transaction: Db, idOrPrefix: string): Promise<AgentToken> {
  const live = await transaction
    .selectFrom('agent_tokens')
    .select(columns)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .execute();
  const [token, another] = live.filter((row) => row.id === idOrPrefix || row.prefix === idOrPrefix);
  if (!token || another)
    throw notFound(`No single active agent token matches “${idOrPrefix}”. See the list of agent tokens.`);
  return token;
}

/**
 * Revokes a token. Its agent is disconnected within about a second.
 *
 * @param idOrPrefix id or prefix of the token
 * @throws AppError `not_found` when no active token, or more than one, matches
 */
export async function revokeAgentToken(db: Db, idOrPrefix: string, audit: AuditContext): Promise<AgentToken> {
  return inTransaction(db, async (transaction) => {
    const token = await findActive(transaction, idOrPrefix);
    await revoke(transaction, token, audit);
    return token;
  });
}

/**
 * Issues the successor of a token, with the same name and practice. The former one works until the overlap ends.
 *
 * @param idOrPrefix id or prefix of the former token
 * @returns the new token, which cannot be read again, and the end of the former one
 * @throws AppError `not_found` when no active token, or more than one, matches
 */
export async function rotateAgentToken(
  db: Db,
  idOrPrefix: string,
  rotation: Rotation,
  audit: AuditContext,
): Promise<{ token: string; formerEndsAt: Date }> {
  return inTransaction(db, async (transaction) => {
    const former = await findActive(transaction, idOrPrefix);
    const ends = endsOfRotation(former, rotation, audit.now);
    await transaction
      .updateTable('agent_tokens')
      .set({ expires_at: ends.former })
      .where('practice_id', '=', former.practice_id)
      .where('id', '=', former.id)
      .execute();
    await recordAudit(transaction, {
      practiceId: former.practice_id,
      actor: audit.actor,
      at: audit.now,
      action: 'agent_token.rotate',
      entity: 'agent_token',
      entityId: former.id,
      before: { name: former.name, prefix: former.prefix, expires_at: former.expires_at },
      after: { name: former.name, prefix: former.prefix, expires_at: ends.former },
    });
    const named = { practiceId: former.practice_id, name: former.name, expiresAt: ends.next };
    const { token } = await issueAgentToken(transaction, named, audit);
    return { token, formerEndsAt: ends.former };
  });
}

/** Issues a token and revokes the practice's earlier tokens of the same name. */
export async function replaceAgentToken(
  db: Db,
  request: { practiceId: number; name: string },
  audit: AuditContext,
): Promise<string> {
  return inTransaction(db, async (transaction) => {
    const former = await transaction
      .selectFrom('agent_tokens')
      .select(columns)
      .where('practice_id', '=', request.practiceId)
      .where('name', '=', request.name)
      .where('revoked_at', 'is', null)
      .execute();
    for (const token of former) await revoke(transaction, token, audit);
    return (await issueAgentToken(transaction, request, audit)).token;
  });
}

/** Tokens of PMS agents. Each token opens the websocket for one practice. Only the hash is stored. */
import { sql } from 'kysely';
import { type AuditContext, systemActor } from '../audit/actor.js';
import { recordAudit } from '../audit/audit-log.js';
import type { Db, Row } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import { notFound } from '../http/app-error.js';
import { practiceExists } from '../access/practices/practice-lookups.js';
import { createToken, describeToken, matchingToken, tokenColumns } from '../tokens/issued-tokens.js';
import { hashToken } from '../tokens/secrets.js';
import { type Rotation, endsOfRotation } from '../tokens/token-expiry.js';

const NAME_MISSING = 'Enter a name for the agent token that says where it’s used.';

export type AgentToken = Omit<Row<'agent_tokens'>, 'token_hash' | 'refused_at'>;

const columns = [...tokenColumns, 'practice_id'] as const;

/** Records the first refusal of an expired token: an agent tries again and again. @returns false for other tokens */
async function refuseExpired(db: Db, token: string, now: Date): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const expired = await transaction
      .selectFrom('agent_tokens')
      .select(['practice_id', 'id', 'name', 'prefix', 'expires_at', 'refused_at'])
      .where('token_hash', '=', hashToken(token))
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
      after: describeToken(expired),
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
    .where('token_hash', '=', hashToken(token))
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
  audit: AuditContext,
): Promise<{ id: string; token: string }> {
  const { token, row } = createToken('agent', { name, expiresAt, nameMissing: NAME_MISSING }, audit);
  await inTransaction(db, async (transaction) => {
    if (!(await practiceExists(transaction, practiceId))) throw notFound(`Practice ${practiceId} doesn’t exist.`);
    await transaction
      .insertInto('agent_tokens')
      .values({ ...row, practice_id: practiceId })
      .execute();
    await recordAudit(transaction, {
      practiceId,
      actor: audit.actor,
      at: audit.now,
      action: 'agent_token.issue',
      entity: 'agent_token',
      entityId: row.id,
      after: describeToken(row),
    });
  });
  return { id: row.id, token };
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
  return matchingToken(live, idOrPrefix, 'agent');
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
      before: describeToken(former),
      after: describeToken({ ...former, expires_at: ends.former }),
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

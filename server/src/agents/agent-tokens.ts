/** Tokens of PMS agents. Each token opens the websocket for one practice. Only the hash is stored. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { AuditContext } from '../audit/actor.js';
import { recordAudit } from '../audit/audit-log.js';
import type { Db, Row } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import { invalid, notFound } from '../http/app-error.js';
import { practiceExists } from '../practices/practices-repository.js';

/** Prefix of every token, so that secret scanners can recognize one. */
const TOKEN_START = 'pcat_';
const SHOWN_CHARACTERS = TOKEN_START.length + 6;

export type AgentToken = Omit<Row<'agent_tokens'>, 'token_hash'>;

const columns = ['practice_id', 'id', 'name', 'prefix', 'issued_at', 'issued_by', 'used_at', 'revoked_at'] as const;

function hash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The token of an agent. Undefined when it is unknown or revoked. Records the time of use. */
export function useAgentToken(
  db: Db,
  token: string,
  now: Date,
): Promise<Pick<AgentToken, 'id' | 'practice_id'> | undefined> {
  return db
    .updateTable('agent_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', hash(token))
    .where('revoked_at', 'is', null)
    .returning(['id', 'practice_id'])
    .executeTakeFirst();
}

/** Ids of the revoked tokens among these. */
export async function findRevoked(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('agent_tokens')
    .select('id')
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .where('revoked_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * @returns the token, which cannot be read again
 * @throws AppError `not_found` for an unknown practice, `invalid` without a name
 */
export async function issueAgentToken(
  db: Db,
  { practiceId, name }: { practiceId: number; name: string },
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
      })
      .execute();
    await recordAudit(transaction, {
      practiceId,
      actor,
      at: now,
      action: 'agent_token.issue',
      entity: 'agent_token',
      entityId: id,
      after: { name: name.trim(), prefix },
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

/**
 * Revokes a token. Its agent is disconnected within about a second.
 *
 * @param idOrPrefix id or prefix of the token
 * @throws AppError `not_found` when no active token, or more than one, matches
 */
export async function revokeAgentToken(db: Db, idOrPrefix: string, audit: AuditContext): Promise<AgentToken> {
  return inTransaction(db, async (transaction) => {
    const live = await transaction.selectFrom('agent_tokens').select(columns).where('revoked_at', 'is', null).execute();
    const [token, another] = live.filter((row) => row.id === idOrPrefix || row.prefix === idOrPrefix);
    if (!token || another)
      throw notFound(`No single active agent token matches “${idOrPrefix}”. See the list of agent tokens.`);
    await revoke(transaction, token, audit);
    return token;
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

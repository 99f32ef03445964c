/** Tokens of PMS agents. Each token opens the websocket for one practice. */
import { sql } from 'kysely';
import { practiceExists } from '../../access/practice-records/practice-lookups.js';
import { type AuditContext, systemActor } from '../../platform/audit/actor.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { notFound } from '../../platform/errors/app-error.js';
import { tokenStore } from '../../access/tokens/token-store.js';

interface AgentTokenOwner {
  practice_id: number;
}

export const agentTokens = tokenStore<AgentTokenOwner>({
  kind: 'agent',
  name: 'agent_token',
  ownerColumns: ['practice_id'],
  nameMissing: 'Enter a name for the agent token that says where it’s used.',
  subjectOf: ({ id, practice_id: practiceId }) => ({ practiceId, entity: 'agent_token', entityId: id }),
  actorOf: () => systemActor('Sync agent'),
  // The most recently used token is the one that the practice's agent joined with.
  writesEachUse: true,
});

/** @throws AppError `not_found` for an unknown practice, `invalid` without a name */
export function issueAgentToken(
  db: Db,
  { practiceId, ...token }: { practiceId: number; name: string; expiresAt?: Date | null },
  audit: AuditContext,
): Promise<{ id: string; token: string }> {
  return inTransaction(db, async (transaction) => {
    if (!(await practiceExists(transaction, practiceId))) throw notFound(`Practice ${practiceId} doesn’t exist.`);
    return agentTokens.issue(transaction, { ...token, practice_id: practiceId }, audit);
  });
}

/** The ids of these tokens that are no longer valid. */
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

/** Issues a token and revokes the practice's earlier tokens of the same name. */
export async function replaceAgentToken(
  db: Db,
  request: { practiceId: number; name: string },
  audit: AuditContext,
): Promise<string> {
  const { practiceId, name } = request;
  return inTransaction(db, async (transaction) => {
    const tokens = await agentTokens.list(transaction);
    const former = tokens.filter(
      (token) => token.practice_id === practiceId && token.name === name && token.revoked_at === null,
    );
    for (const token of former) await agentTokens.revokeRow(transaction, token, audit);
    return (await issueAgentToken(transaction, request, audit)).token;
  });
}

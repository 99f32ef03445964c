/** Deploy tokens of module teams. Each token is for one module. Only the hash is stored. */
import type { Actor, AuditContext } from '../audit/actor.js';
import { NO_PRACTICE, recordAudit } from '../audit/audit-log.js';
import type { Db, Row } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import type { AnonymousPrincipal, TokenPrincipal } from '../http/principal.js';
import { invalid, notFound } from '../http/app-error.js';
import { createToken, matchingToken, tokenColumns, writesUse } from '../tokens/issued-tokens.js';
import { hashToken } from '../tokens/secrets.js';
import { type Rotation, endsOfRotation } from '../tokens/token-expiry.js';
import { findModule } from './module-repository.js';

const NAME_MISSING = 'Enter a name for the deploy token that says who uses it.';

/** How the audit log and lists name what a token for all modules opens. */
export const ALL_MODULES = 'all modules';

export interface NewDeployToken {
  /** Null for a token that opens all modules. */
  module: string | null;
  name: string;
  /** Null or absent: the token doesn't expire. */
  expiresAt?: Date | null;
}

export type DeployToken = Omit<Row<'deploy_tokens'>, 'token_hash' | 'refused_at'>;

const columns = [...tokenColumns, 'module'] as const;

/** Records the first refusal of an expired token: a build server tries again and again. */
async function refuseExpired(db: Db, { id, name, module, prefix, expires_at }: DeployToken, now: Date): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('deploy_tokens')
      .set({ refused_at: now })
      .where('id', '=', id)
      .where('refused_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await recordAudit(transaction, {
      practiceId: NO_PRACTICE,
      actor: actorOfToken({ id, name, prefix }),
      at: now,
      action: 'deploy_token.refuse',
      entity: 'module',
      entityId: module ?? ALL_MODULES,
      after: { id, name, prefix, expires_at },
    });
  });
}

const actorOfToken = ({ id, name, prefix }: Pick<DeployToken, 'id' | 'name' | 'prefix'>): Actor => ({
  kind: 'deploy-token',
  id,
  name: `${name} (deploy token ${prefix}…)`,
});

/** The principal of a token: nobody when it is unknown, revoked or expired. */
export async function findDeployToken(db: Db, token: string, now: Date): Promise<TokenPrincipal | AnonymousPrincipal> {
  const row = await db
    .selectFrom('deploy_tokens')
    .select(columns)
    .where('token_hash', '=', hashToken(token))
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (!row) return { kind: 'nobody', badToken: true };
  if (row.expires_at !== null && row.expires_at <= now) {
    await refuseExpired(db, row, now);
    return { kind: 'nobody', badToken: true, expired: true };
  }
  if (writesUse(row, now)) {
    await db.updateTable('deploy_tokens').set({ used_at: now }).where('id', '=', row.id).execute();
  }
  return { kind: 'deploy-token', id: row.id, name: actorOfToken(row).name, module: row.module };
}

/**
 * @returns the token, which cannot be read again
 * @throws AppError `not_found` for a module that is not granted, `invalid` without a name or with an end in the past
 */
export async function issueDeployToken(
  db: Db,
  { module, name, expiresAt = null }: NewDeployToken,
  audit: AuditContext,
): Promise<{ id: string; token: string }> {
  const { token, row } = createToken('deploy', { name, expiresAt, nameMissing: NAME_MISSING }, audit);
  if (expiresAt !== null && expiresAt <= audit.now)
    throw invalid('The deploy token would have expired already.', { days: 'Must be in the future' });
  await inTransaction(db, async (transaction) => {
    if (module !== null && !(await findModule(transaction, module)))
      throw notFound(`The module ${module} doesn’t exist. Grant it first.`);
    await transaction
      .insertInto('deploy_tokens')
      .values({ ...row, module })
      .execute();
    await recordAudit(transaction, {
      practiceId: NO_PRACTICE,
      actor: audit.actor,
      at: audit.now,
      action: 'deploy_token.issue',
      entity: 'module',
      entityId: module ?? ALL_MODULES,
      after: { id: row.id, name: row.name, prefix: row.prefix, expires_at: expiresAt },
    });
  });
  return { id: row.id, token };
}

/**
 * @param id of the token
 * @throws AppError `not_found`
 */
export async function readDeployToken(db: Db, id: string): Promise<DeployToken> {
  const token = await db.selectFrom('deploy_tokens').select(columns).where('id', '=', id).executeTakeFirst();
  if (!token) throw notFound('This deploy token doesn’t exist.');
  return token;
}

/** Newest first. */
export function listDeployTokens(db: Db): Promise<DeployToken[]> {
  return db.selectFrom('deploy_tokens').select(columns).orderBy('issued_at', 'desc').orderBy('id').execute();
}

/** @throws AppError `not_found` when no active token, or more than one, matches */
async function findActive(transaction: Db, idOrPrefix: string): Promise<DeployToken> {
  const live = await transaction
    .selectFrom('deploy_tokens')
    .select(columns)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .execute();
  return matchingToken(live, idOrPrefix, 'deploy');
}

/**
 * @param idOrPrefix id or prefix of the token
 * @throws AppError `not_found` when no active token, or more than one, matches
 */
export async function revokeDeployToken(
  db: Db,
  idOrPrefix: string,
  { actor, now }: AuditContext,
): Promise<DeployToken> {
  return inTransaction(db, async (transaction) => {
    const token = await findActive(transaction, idOrPrefix);
    await transaction.updateTable('deploy_tokens').set({ revoked_at: now }).where('id', '=', token.id).execute();
    await recordAudit(transaction, {
      practiceId: NO_PRACTICE,
      actor,
      at: now,
      action: 'deploy_token.revoke',
      entity: 'module',
      entityId: token.module ?? ALL_MODULES,
      before: { id: token.id, name: token.name, prefix: token.prefix },
    });
    return token;
  });
}

/**
 * Issues the successor of a token, for the same module and with the same name. The former one works until the overlap ends.
 *
 * @param idOrPrefix id or prefix of the former token
 * @returns the new token, which cannot be read again, and the end of the former one
 * @throws AppError `not_found` when no active token, or more than one, matches
 */
export async function rotateDeployToken(
  db: Db,
  idOrPrefix: string,
  rotation: Rotation,
  audit: AuditContext,
): Promise<{ token: string; formerEndsAt: Date }> {
  return inTransaction(db, async (transaction) => {
    const former = await findActive(transaction, idOrPrefix);
    const { id, name, module, prefix } = former;
    const ends = endsOfRotation(former, rotation, audit.now);
    await transaction.updateTable('deploy_tokens').set({ expires_at: ends.former }).where('id', '=', id).execute();
    await recordAudit(transaction, {
      practiceId: NO_PRACTICE,
      actor: audit.actor,
      at: audit.now,
      action: 'deploy_token.rotate',
      entity: 'module',
      entityId: module ?? ALL_MODULES,
      before: { id, name, prefix, expires_at: former.expires_at },
      after: { id, name, prefix, expires_at: ends.former },
    });
    const { token } = await issueDeployToken(transaction, { module, name, expiresAt: ends.next }, audit);
    return { token, formerEndsAt: ends.former };
  });
}

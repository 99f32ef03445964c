/** Deploy tokens of module teams. Each token is for one module. Only the hash is stored. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Actor, AuditContext } from '../audit/actor.js';
import { NO_PRACTICE, recordAudit } from '../audit/audit-log.js';
import type { Db, Row } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import type { AnonymousPrincipal, TokenPrincipal } from '../http/principal.js';
import { invalid, notFound } from '../http/app-error.js';
import { type Rotation, endsOfRotation } from '../tokens/token-expiry.js';
import { findModule } from './module-repository.js';

/** Prefix of every token, so that secret scanners can recognize one. */
const TOKEN_START = 'pcdt_';
const SHOWN_CHARACTERS = TOKEN_START.length + 6;

/** How often the time of use is written, in milliseconds. */
const LAST_USED_WRITE_INTERVAL_MS = 60_000;

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

const columns = [
  'id',
  'module',
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
    .where('token_hash', '=', hash(token))
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (!row) return { kind: 'nobody', badToken: true };
  if (row.expires_at !== null && row.expires_at <= now) {
    await refuseExpired(db, row, now);
    return { kind: 'nobody', badToken: true, expired: true };
  }
  if (row.used_at === null || now.getTime() - row.used_at.getTime() > LAST_USED_WRITE_INTERVAL_MS) {
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
  { actor, now }: AuditContext,
): Promise<{ id: string; token: string }> {
  if (name.trim() === '')
    throw invalid('Enter a name for the deploy token that says who uses it.', { name: 'Must not be empty' });
  if (expiresAt !== null && expiresAt <= now)
    throw invalid('The deploy token would have expired already.', { days: 'Must be in the future' });
  const token = TOKEN_START + randomBytes(32).toString('base64url');
  const id = randomUUID();
  await inTransaction(db, async (transaction) => {
    if (module !== null && !(await findModule(transaction, module)))
      throw notFound(`The module ${module} doesn’t exist. Grant it first.`);
    const prefix = token.slice(0, SHOWN_CHARACTERS);
    await transaction
      .insertInto('deploy_tokens')
      .values({
        id,
        module,
        name: name.trim(),
        token_hash: hash(token),
        prefix,
        issued_at: now,
        issued_by: actor.name,
        used_at: null,
        revoked_at: null,
        expires_at: expiresAt,
      })
      .execute();
    await recordAudit(transaction, {
      practiceId: NO_PRACTICE,
      actor,
      at: now,
      action: 'deploy_token.issue',
      entity: 'module',
      entityId: module ?? ALL_MODULES,
      after: { id, name: name.trim(), prefix, expires_at: expiresAt },
    });
  });
  return { id, token };
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
  const [token, another] = live.filter((row) => row.id === idOrPrefix || row.prefix === idOrPrefix);
  if (!token || another)
    throw notFound(`No single active deploy token matches “${idOrPrefix}”. See the list of deploy tokens.`);
  return token;
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

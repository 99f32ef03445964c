/** Tokens with which a module team ships: each opens one module. Only the hash is stored. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Doing } from '../audit/actor.js';
import { NO_PRACTICE, recordAudit } from '../audit/audit-log.js';
import type { Db, Row } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import type { TokenPrincipal } from '../http/principal.js';
import { invalid, notFound } from '../http/refusal.js';

/** Starts every token, so that scanners of repositories can recognise one. */
const TOKEN_START = 'pcdt_';
const SHOWN_CHARACTERS = TOKEN_START.length + 6;

/** How old the noted time of use may be before it is noted anew, in milliseconds. */
const USE_IS_NOTED_EVERY = 60_000;

export type DeployToken = Omit<Row<'deploy_tokens'>, 'token_hash'>;

const columns = ['id', 'module', 'name', 'prefix', 'issued_at', 'issued_by', 'used_at', 'revoked_at'] as const;

function hash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Who shows this token; undefined when it is unknown or revoked. */
export async function findDeployToken(db: Db, token: string, now: Date): Promise<TokenPrincipal | undefined> {
  const row = await db
    .selectFrom('deploy_tokens')
    .select(columns)
    .where('token_hash', '=', hash(token))
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.used_at === null || now.getTime() - row.used_at.getTime() > USE_IS_NOTED_EVERY) {
    await db.updateTable('deploy_tokens').set({ used_at: now }).where('id', '=', row.id).execute();
  }
  return { kind: 'deploy-token', id: row.id, name: `${row.name} (deploy token ${row.prefix}…)`, module: row.module };
}

/**
 * @returns the token, which cannot be read again
 * @throws Refusal `not_found` for a module that is not granted, `invalid` without a name
 */
export async function issueDeployToken(
  db: Db,
  { module, name }: { module: string; name: string },
  { actor, now }: Doing,
): Promise<{ id: string; token: string }> {
  if (name.trim() === '')
    throw invalid('A deploy token needs a name that says who uses it.', { name: 'Must not be empty' });
  const token = TOKEN_START + randomBytes(32).toString('base64url');
  const id = randomUUID();
  await inTransaction(db, async (transaction) => {
    const known = await transaction.selectFrom('modules').select('name').where('name', '=', module).executeTakeFirst();
    if (!known) throw notFound(`There is no module ${module}. Grant it first.`);
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
      })
      .execute();
    await recordAudit(transaction, {
      practice: NO_PRACTICE,
      actor,
      at: now,
      action: 'deploy_token.issue',
      entity: 'module',
      entityId: module,
      after: { id, name: name.trim(), prefix },
    });
  });
  return { id, token };
}

/** Newest first. */
export function listDeployTokens(db: Db): Promise<DeployToken[]> {
  return db.selectFrom('deploy_tokens').select(columns).orderBy('issued_at', 'desc').orderBy('id').execute();
}

/**
 * @param shown id or prefix of the token
 * @throws Refusal `not_found` when no live token, or more than one, goes by it
 */
export async function revokeDeployToken(db: Db, shown: string, { actor, now }: Doing): Promise<DeployToken> {
  return inTransaction(db, async (transaction) => {
    const live = await transaction
      .selectFrom('deploy_tokens')
      .select(columns)
      .where('revoked_at', 'is', null)
      .execute();
    const [token, another] = live.filter((row) => row.id === shown || row.prefix === shown);
    if (!token || another) throw notFound(`There is no single live deploy token ${shown}.`);
    await transaction.updateTable('deploy_tokens').set({ revoked_at: now }).where('id', '=', token.id).execute();
    await recordAudit(transaction, {
      practice: NO_PRACTICE,
      actor,
      at: now,
      action: 'deploy_token.revoke',
      entity: 'module',
      entityId: token.module,
      before: { id: token.id, name: token.name, prefix: token.prefix },
    });
    return token;
  });
}

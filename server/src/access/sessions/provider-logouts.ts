/** Ends sessions started through the identity provider when it ends its own (docs/decisions/0065). */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { recordAccountAudit } from '../accounts/account-audit.js';
import { type AuditContext, systemActor } from '../../platform/audit/actor.js';
import { NO_PRACTICE, recordAudit } from '../../platform/audit/audit-log.js';
import type { OidcConfig } from '../../platform/config/config.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/errors/app-error.js';
import { findPersonByIdentity, lockPerson } from '../people/people-repository.js';
import { type LogoutRefusal, type LogoutToken, LogoutTokenError } from './logout-token.js';
import type { ProviderSession } from './oidc-client.js';
import { countRefusal } from './sign-in-limit.js';

const hashOf = ({ issuer, jti }: LogoutToken): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([issuer, jti]))
    .digest();

/** Marks the token as used. @throws LogoutTokenError `replayed` */
async function claimToken(transaction: Db, token: LogoutToken, now: Date): Promise<void> {
  await transaction.deleteFrom('oidc_logouts').where('expires_at', '<=', now).execute();
  const { numInsertedOrUpdatedRows: inserted = 0n } = await transaction
    .insertInto('oidc_logouts')
    .values({
      token_hash: hashOf(token),
      issuer: token.issuer,
      subject: token.subject ?? null,
      sid: token.sid ?? null,
      issued_at: token.issuedAt,
      expires_at: token.usableUntil,
    })
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .executeTakeFirst();
  if (inserted === 0n) throw new LogoutTokenError('replayed');
}

/** Deletes the sessions that the token names. @returns the person of each session */
async function deleteSessions(transaction: Db, { issuer, subject, sid }: LogoutToken): Promise<string[]> {
  let sessions = transaction.deleteFrom('sessions').where('identity_issuer', '=', issuer);
  if (sid !== undefined) sessions = sessions.where('identity_sid', '=', sid);
  if (subject !== undefined) sessions = sessions.where('identity_subject', '=', subject);
  return (await sessions.returning('person_id').execute()).map((row) => row.person_id);
}

/** Deletes sign-ins that wait for a local account's password. */
async function deletePendingLinks(transaction: Db, { issuer, subject, sid }: LogoutToken): Promise<void> {
  let links = transaction.deleteFrom('pending_identity_links').where('issuer', '=', issuer);
  if (sid !== undefined) links = links.where(sql<boolean>`claims ->> 'sid' = ${sid}`);
  if (subject !== undefined) links = links.where('subject', '=', subject);
  await links.execute();
}

/**
 * Ends the sessions of the provider's session, or of the identity when the token names no session.
 *
 * @returns the number of ended sessions
 * @throws LogoutTokenError `replayed` for a reused token
 */
export async function endProviderSessions(db: Db, token: LogoutToken, audit: AuditContext): Promise<number> {
  return inTransaction(db, async (transaction) => {
    await claimToken(transaction, token, audit.now);
    const { issuer, subject } = token;
    const person = subject === undefined ? undefined : await findPersonByIdentity(transaction, issuer, subject);
    // A concurrent sign-in either waits for the lock and then finds the token, or has already written its session.
    if (person) await lockPerson(transaction, person.id);
    await deletePendingLinks(transaction, token);
    const ended = await deleteSessions(transaction, token);
    for (const personId of new Set(ended)) {
      const sessions = ended.filter((id) => id === personId).length;
      await recordAccountAudit(transaction, 'session.end', personId, audit, { before: { sessions } });
    }
    return ended.length;
  });
}

/** Records a refused token. The number of entries per quarter of an hour is limited, so nobody can flood the log. */
export async function recordRefusedLogout(
  db: Db,
  { name, issuer }: Pick<OidcConfig, 'name' | 'issuer'>,
  attempt: { reason: LogoutRefusal; network: string },
  now: Date,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    if (!(await countRefusal(transaction, 'logout tokens', now))) return;
    await recordAudit(transaction, {
      practiceId: NO_PRACTICE,
      actor: systemActor(name),
      at: now,
      action: 'logout_token.refuse',
      entity: 'identity_provider',
      entityId: issuer,
      after: attempt,
    });
  });
}

/**
 * Checks that the provider hasn't ended the session during the sign-in. Call it in the transaction that stores the
 * session, with the person locked.
 *
 * @throws AppError `provider_logged_out`
 */
export async function assertNotLoggedOut(transaction: Db, session: ProviderSession): Promise<void> {
  const { issuer, subject, sid = null, issuedAt } = session;
  const logout = await transaction
    .selectFrom('oidc_logouts')
    .select('token_hash')
    .where('issuer', '=', issuer)
    .where((row) =>
      row.or([
        row('sid', '=', sid),
        row.and([row('sid', 'is', null), row('subject', '=', subject), row('issued_at', '>', issuedAt)]),
      ]),
    )
    .executeTakeFirst();
  if (logout)
    throw new AppError(403, 'provider_logged_out', 'The identity provider has signed you out. Sign in again.');
}

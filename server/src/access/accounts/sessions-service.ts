/** A person's open sessions, for them to view and end. */
import { type AccountSession, deviceName } from 'shared-api/contracts/accounts';
import { recordAccountAudit } from './account-audit.js';
import type { AuditContext } from '../../platform/audit/actor.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { notFound } from '../../platform/errors/app-error.js';
import type { PersonPrincipal } from '../../platform/http/principal.js';
import { lockPerson } from '../people/people-repository.js';
import { deleteOtherSessions, deleteSessionById, listSessionsOf } from '../sessions/session-repository.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

/** The current session first, then the most recently used. */
export async function listSessions(db: Db, person: PersonPrincipal, now: Date): Promise<AccountSession[]> {
  const rows = await listSessionsOf(db, person.id, now);
  const sessions = rows.map((row) => ({
    id: row.id,
    device: deviceName(row.user_agent ?? undefined),
    network: row.network,
    started_at: epochSeconds(row.created_at),
    last_seen_at: epochSeconds(row.used_at),
    current: row.token_hash.equals(person.session.tokenHash),
  }));
  return sessions.sort((one, other) => Number(other.current) - Number(one.current));
}

/** @throws AppError `not_found` for an ended session or another person's */
export async function endSession(db: Db, personId: string, sessionId: string, audit: AuditContext): Promise<void> {
  await inTransaction(db, async (transaction) => {
    if (!(await deleteSessionById(transaction, personId, sessionId))) {
      throw notFound('This session has already ended.');
    }
    await recordAccountAudit(transaction, 'session.end', personId, audit, { before: { sessions: 1 } });
  });
}

/** Ends all sessions but the current one. */
export async function endOtherSessions(db: Db, person: PersonPrincipal, audit: AuditContext): Promise<void> {
  await inTransaction(db, async (transaction) => {
    // A concurrent sign-in either waits for the lock, or has already written its session.
    await lockPerson(transaction, person.id);
    const ended = await deleteOtherSessions(transaction, person.id, person.session.tokenHash);
    if (ended === 0) return;
    await recordAccountAudit(transaction, 'session.end', person.id, audit, { before: { sessions: ended } });
  });
}

/** The open sessions of a person, which they see and end. */
import { type AccountSession, deviceName } from 'shared-api/contracts/accounts';
import type { AuditContext } from '../audit/actor.js';
import { NO_PRACTICE, recordAudit } from '../audit/audit-log.js';
import type { Db } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import { notFound } from '../http/app-error.js';
import type { PersonPrincipal } from '../http/principal.js';
import { lockPerson } from '../people/people-repository.js';
import { deleteOtherSessions, deleteSessionById, listSessionsOf } from '../sessions/session-repository.js';

const epochSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);

/** The current session first, then the last used one. */
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

async function recordEnd(db: Db, personId: string, sessions: number, { actor, now }: AuditContext): Promise<void> {
  await recordAudit(db, {
    practiceId: NO_PRACTICE,
    actor,
    at: now,
    action: 'session.end',
    entity: 'person',
    entityId: personId,
    before: { sessions },
  });
}

/** @throws AppError `not_found` for a session that has ended, or of another person */
export async function endSession(db: Db, personId: string, sessionId: string, audit: AuditContext): Promise<void> {
  await inTransaction(db, async (transaction) => {
    if (!(await deleteSessionById(transaction, personId, sessionId))) {
      throw notFound('This session has already ended.');
    }
    await recordEnd(transaction, personId, 1, audit);
  });
}

/** Ends all sessions but the current one. */
export async function endOtherSessions(db: Db, person: PersonPrincipal, audit: AuditContext): Promise<void> {
  await inTransaction(db, async (transaction) => {
    // A concurrent sign-in either waits for the lock, or has already written its session.
    await lockPerson(transaction, person.id);
    const ended = await deleteOtherSessions(transaction, person.id, person.session.tokenHash);
    if (ended > 0) await recordEnd(transaction, person.id, ended, audit);
  });
}

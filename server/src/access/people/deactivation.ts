/** Accounts that may not sign in. Memberships and flags stay, so reactivation restores them. */
import { recordAccountAudit } from '../accounts/account-audit.js';
import type { AuditContext } from '../../platform/audit/actor.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/errors/app-error.js';
import { deleteSessionsOf } from '../sessions/session-repository.js';
import { lockPerson, type Person, updatePerson } from './people-repository.js';
import { listUsableAdmins, type SignInWays } from './sign-in-ways.js';

/**
 * The super admins who can sign in, with all super admins locked. Of two concurrent changes, the second sees the first.
 */
async function lockUsableAdmins(transaction: Db, ways: SignInWays): Promise<string[]> {
  await transaction
    .selectFrom('people')
    .select('id')
    .where('super_admin', '=', true)
    .orderBy('id')
    .forUpdate()
    .execute();
  return listUsableAdmins(transaction, ways);
}

/**
 * Call it in the transaction that demotes or deactivates a super admin.
 *
 * @throws AppError `last_super_admin` when no other super admin can sign in
 */
export async function assertOtherAdmin(transaction: Db, personId: string, ways: SignInWays): Promise<void> {
  const usable = await lockUsableAdmins(transaction, ways);
  if (!usable.includes(personId) || usable.length > 1) return;
  throw new AppError(
    409,
    'last_super_admin',
    'This is the last super admin who can sign in. Make someone else a super admin first.',
  );
}

/**
 * Ends all sessions of a person, who can't sign in until they are reactivated.
 *
 * @param ways undefined for an operator, who can always make another super admin
 * @returns false when the account was already deactivated
 * @throws AppError `last_super_admin`
 */
export async function deactivatePerson(
  db: Db,
  person: Pick<Person, 'id'>,
  ways: SignInWays | undefined,
  audit: AuditContext,
  details: { deleted?: true } = {},
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    // Locks all super admins first, always in the same order.
    if (ways) await assertOtherAdmin(transaction, person.id, ways);
    // A concurrent sign-in either waits for the lock and is refused, or has already written its session.
    const stored = await lockPerson(transaction, person.id);
    const isNew = stored?.deactivated_at === null;
    if (!isNew && details.deleted === undefined) return false;
    if (isNew) await updatePerson(transaction, person.id, { deactivated_at: audit.now });
    const sessions = await deleteSessionsOf(transaction, person.id);
    const after = { sessions, ...details };
    await recordAccountAudit(transaction, 'person.deactivate', person.id, audit, { after });
    return true;
  });
}

/** @returns false when the account is active */
export async function reactivatePerson(db: Db, person: Pick<Person, 'id'>, audit: AuditContext): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const stored = await lockPerson(transaction, person.id);
    if (!stored || stored.deactivated_at === null) return false;
    await updatePerson(transaction, person.id, { deactivated_at: null });
    await recordAccountAudit(transaction, 'person.reactivate', person.id, audit);
    return true;
  });
}

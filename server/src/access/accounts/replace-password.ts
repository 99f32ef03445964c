import { personActor } from '../../platform/audit/actor.js';
import { inTransaction } from '../../platform/database/transaction.js';
import type { AccessContext } from '../context.js';
import { hashPassword } from '../people/password.js';
import { assertPassword, passwordOwner } from '../people/password-strength.js';
import { lockPerson, updatePerson } from '../people/people-repository.js';
import { deleteSessionsOf } from '../sessions/session-repository.js';
import { recordAccountAudit } from './account-audit.js';
import { type PendingSignIn, storeReplacedPassword } from './pending-sign-ins.js';
import { signInExpired } from './second-step.js';

/**
 * Replaces a password that the current rule refuses. Sessions started with the former one end.
 *
 * @returns the hash of the new password
 * @throws AppError `invalid` at the field; `sign_in_expired`
 */
export async function replacePassword(
  { db, hashing, now }: AccessContext,
  pending: PendingSignIn,
  newPassword: string,
): Promise<string> {
  const { person, token } = pending;
  await assertPassword(newPassword, await passwordOwner(db, person), 'new_password');
  const passwordHash = await hashPassword(newPassword, hashing);
  await inTransaction(db, async (transaction) => {
    const stored = await lockPerson(transaction, person.id);
    if (stored?.password_hash !== pending.passwordHash) throw signInExpired();
    if (!(await storeReplacedPassword(transaction, token, passwordHash))) throw signInExpired();
    await updatePerson(transaction, person.id, { password_hash: passwordHash });
    await deleteSessionsOf(transaction, person.id);
    await recordAccountAudit(transaction, 'person.password', person.id, { actor: personActor(person), now: now() });
  });
  return passwordHash;
}

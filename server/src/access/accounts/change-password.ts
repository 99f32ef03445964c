import { recordAccountAudit } from './account-audit.js';
import type { AuditContext } from '../../platform/audit/actor.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { invalid } from '../../platform/errors/app-error.js';
import type { PersonPrincipal } from '../../platform/http/principal.js';
import { hashPassword, type PasswordHashing } from '../people/password.js';
import { assertPassword, passwordOwner } from '../people/password-strength.js';
import { lockPerson, updatePerson } from '../people/people-repository.js';
import { deleteOtherSessions } from '../sessions/session-repository.js';

export interface PasswordChange {
  former: string;
  /** The stored hash that the former password matched. */
  formerHash: string;
  newPassword: string;
}

/**
 * Sets a person's own password. Other sessions end, because somebody who knew the former password may have started
 * them; this one continues.
 *
 * @throws AppError `invalid`, also when the password was changed elsewhere in the meantime
 */
export async function changePassword(
  db: Db,
  person: PersonPrincipal,
  { former, formerHash, newPassword }: PasswordChange,
  audit: AuditContext,
  hashing: PasswordHashing,
): Promise<void> {
  if (newPassword === former) {
    throw invalid('This is your password already.', { new_password: 'Enter another password than before' });
  }
  await assertPassword(newPassword, await passwordOwner(db, person), 'new_password');
  const passwordHash = await hashPassword(newPassword, hashing);
  await inTransaction(db, async (transaction) => {
    const stored = await lockPerson(transaction, person.id);
    if (stored?.password_hash !== formerHash) {
      throw invalid('The password has just been changed elsewhere.', {
        password: 'The password has just been changed elsewhere',
      });
    }
    await updatePerson(transaction, person.id, { password_hash: passwordHash });
    await deleteOtherSessions(transaction, person.id, person.session.tokenHash);
    await recordAccountAudit(transaction, 'person.password', person.id, audit);
  });
}

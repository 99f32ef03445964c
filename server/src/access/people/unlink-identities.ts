import { recordAccountAudit } from '../accounts/account-audit.js';
import type { AuditContext } from '../../platform/audit/actor.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { deleteSessionsOf } from '../sessions/session-repository.js';
import { type Person, deleteIdentitiesOf, lockPerson } from './people-repository.js';

/**
 * Unlinks an account from the identity provider and ends its sessions. The next sign-in there with the account's
 * verified address links it again: for a person whose subject at the provider has changed.
 *
 * @returns false when the account wasn't linked
 */
export async function unlinkIdentities(db: Db, { id }: Pick<Person, 'id'>, audit: AuditContext): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    await lockPerson(transaction, id);
    if ((await deleteIdentitiesOf(transaction, id)) === 0) return false;
    const sessions = await deleteSessionsOf(transaction, id);
    await recordAccountAudit(transaction, 'person.unlink', id, audit, { after: { sessions } });
    return true;
  });
}

import { recordAccountAudit } from './account-audit.js';
import type { AuditContext } from '../../platform/audit/actor.js';
import type { Db } from '../../platform/database/tables.js';
import { lockPerson, type Person, updatePerson } from '../people/people-repository.js';
import { deleteSessionsOf } from '../sessions/session-repository.js';
import { deletePasskeysOf } from './passkeys-repository.js';
import { deleteTotp, replaceRecoveryCodes } from './second-factors-repository.js';

/**
 * The owner of an address takes over an account that somebody else may have prepared: its password, second factors and
 * sessions end. An account with a proven address stays as it is.
 *
 * @param transaction the transaction that records the proof
 */
export async function proveAddress(
  transaction: Db,
  personId: string,
  audit: AuditContext,
): Promise<Person | undefined> {
  const person = await lockPerson(transaction, personId);
  if (!person || person.link_shown_to === null) return person;
  const proven = { password_hash: null, link_shown_to: null };
  await updatePerson(transaction, personId, proven);
  await deleteTotp(transaction, personId);
  await deletePasskeysOf(transaction, personId);
  await replaceRecoveryCodes(transaction, personId, []);
  await deleteSessionsOf(transaction, personId);
  await recordAccountAudit(transaction, 'person.prove_address', personId, audit);
  return { ...person, ...proven };
}

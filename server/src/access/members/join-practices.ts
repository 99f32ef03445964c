import { personActor } from '../../platform/audit/actor.js';
import { recordAudit } from '../../platform/audit/audit-log.js';
import type { Db } from '../../platform/database/tables.js';
import type { Person } from '../people/people-repository.js';
import { acceptInvitations } from './members-repository.js';

/**
 * Gives an invited person access to the practices that invited them. Call it in the transaction that lets them sign in.
 */
export async function joinPractices(
  transaction: Db,
  person: Pick<Person, 'id' | 'name' | 'email'>,
  now: Date,
): Promise<void> {
  for (const { practiceId, role, rights } of await acceptInvitations(transaction, person.id, now)) {
    await recordAudit(transaction, {
      practiceId,
      actor: personActor(person),
      at: now,
      action: 'members.join',
      entity: 'person',
      entityId: person.id,
      after: { email: person.email, role, rights },
    });
  }
}

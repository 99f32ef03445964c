/** Authority of work that outlives its call: the requester must still be allowed to do it when it takes effect. */
import type { Flags } from 'shared-api/contracts';
import type { Actor } from '../../platform/audit/actor.js';
import type { Db } from '../../platform/database/tables.js';
import { forbidden } from '../../platform/errors/app-error.js';
import { findPerson } from '../people/people-repository.js';
import { effectiveFlags } from './session-repository.js';

/**
 * @param transaction the one that makes the change
 * @throws AppError `forbidden` for a person who lost the flag or is deactivated. The server itself isn't checked
 */
export async function assertActorHas(transaction: Db, flag: keyof Flags, { kind, id, name }: Actor): Promise<void> {
  if (kind !== 'person') return;
  const person = await findPerson(transaction, id);
  if (person?.deactivated_at === null && effectiveFlags(person)[flag]) return;
  throw forbidden(
    `${name} may no longer make this change, so the rest of it wasn’t made. Ask someone who may to resume it.`,
  );
}

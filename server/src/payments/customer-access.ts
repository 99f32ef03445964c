/** Whose customers a person may touch (DECISIONS, server rules 1 and 8). */
import { type Right, missingRight } from 'shared-api/contracts';
import type { Db } from '../database/tables.js';
import { type PersonPrincipal, opensAllPractices } from '../http/principal.js';
import { forbidden, notFound } from '../http/refusal.js';
import { listPracticesOfCustomer, listPracticesSeatedBy } from './customers-repository.js';

/**
 * The practices through which a person reaches a customer: those that own it now, and in which the person holds the right.
 * Internal staff reach every customer that the console knows, through the practices that use it where none owns it.
 *
 * @param right what members need; admins and internal staff need none
 * @throws Refusal `not_found`, the same for a customer of others and for one that does not exist; `forbidden` for a member
 *   without the right
 */
export async function practicesForCustomer(
  db: Db,
  person: PersonPrincipal,
  customer: string,
  right: Right,
): Promise<number[]> {
  const everywhere = opensAllPractices(person) || person.flags.internal;
  const owners = await listPracticesOfCustomer(db, customer);
  const practices = owners.length === 0 && everywhere ? await listPracticesSeatedBy(db, customer) : owners;
  const own = practices
    .filter((practice) => everywhere || person.memberships.has(practice))
    .sort((one, other) => one - other);
  if (own.length === 0) throw notFound('There is no such customer.');
  const withRight = own.filter((practice) => everywhere || person.memberships.get(practice)?.has(right));
  if (withRight.length === 0) throw forbidden(missingRight(right));
  return withRight;
}

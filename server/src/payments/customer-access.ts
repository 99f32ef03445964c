/** Whose customers a person may touch (DECISIONS, server rules 1 and 8). */
import type { Db } from '../database/tables.js';
import { type PersonPrincipal, opensAllPractices } from '../http/principal.js';
import { notFound } from '../http/refusal.js';
import { listPracticesOfCustomer, listPracticesSeatedBy } from './customers-repository.js';

/**
 * The practices through which a person reaches a customer: those that own it now. Internal staff reach every customer that the
 * console knows, through the practices that use it where none owns it.
 *
 * @throws Refusal `not_found`, the same for a customer of others and for one that does not exist
 */
export async function practicesForCustomer(db: Db, person: PersonPrincipal, customer: string): Promise<number[]> {
  const everywhere = opensAllPractices(person) || person.flags.internal;
  const owners = await listPracticesOfCustomer(db, customer);
  const practices = owners.length === 0 && everywhere ? await listPracticesSeatedBy(db, customer) : owners;
  const own = practices
    .filter((practice) => everywhere || person.practices.has(practice))
    .sort((one, other) => one - other);
  if (own.length === 0) throw notFound('There is no such customer.');
  return own;
}

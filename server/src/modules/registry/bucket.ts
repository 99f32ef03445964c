/** Selects the people who get a canary. Pure functions. */
import { createHash } from 'node:crypto';

/** Number of buckets: one per percent. */
const BUCKETS = 100;

/**
 * The bucket of a person for one version, from 0 to 99. It is the same on every replica at any time, and nothing is
 * stored. Each version distributes people anew, so that the same people don't always get canaries. A canary of n
 * percent goes to the buckets below n, so widening it removes nobody.
 */
export function bucket(personId: string, module: string, version: string): number {
  const hash = createHash('sha256')
    .update(JSON.stringify([personId, module, version]))
    .digest();
  return hash.readUIntBE(0, 6) % BUCKETS;
}

/** The audience of a canary. */
export interface CanaryReach {
  version: string;
  /** Percentage of all people. Staff and developers are distributed like everyone else. */
  percent: number;
  /** Ids of people who always get it. */
  people: readonly string[];
  /** True if internal staff always get it. */
  internal: boolean;
}

/** True when the person gets the canary. */
export function getsCanary(
  person: { id: string; flags: { internal: boolean } },
  module: string,
  { version, percent, people, internal }: CanaryReach,
): boolean {
  if (people.includes(person.id) || (internal && person.flags.internal)) return true;
  return bucket(person.id, module, version) < percent;
}

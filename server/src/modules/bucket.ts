/** Which people get a canary. Pure. */
import { createHash } from 'node:crypto';

/** Of so many parts of all people, as percentages are. */
const BUCKETS = 100;

/**
 * The part of all people to which a person belongs for one version: a number from 0 to 99, the same on every copy of the
 * server and at every time, without anything being kept. Each version deals people out anew, so that it is not always the
 * same ones who get what is new. A canary of n percent goes to the parts below n: making it wider takes nobody out.
 */
export function bucket(person: string, module: string, version: string): number {
  const hash = createHash('sha256')
    .update(JSON.stringify([person, module, version]))
    .digest();
  return hash.readUIntBE(0, 6) % BUCKETS;
}

/** True when the person gets the canary. Whoever they are: staff and developers are dealt out like everybody else. */
export function getsCanary(person: string, module: string, canary: { version: string; percent: number }): boolean {
  return bucket(person, module, canary.version) < canary.percent;
}

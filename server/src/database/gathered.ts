/** Look-ups of many requests in one statement. */
import { inArea } from './areas.js';
import type { Db } from './tables.js';

/** What is asked for now, and the answer that will hold it. */
interface Gathering<Key, Value> {
  keys: Set<Key>;
  answer: Promise<ReadonlyMap<Key, Value>>;
}

/**
 * A look-up that nearly every call makes. What is asked for while the process handles what has arrived goes to the
 * database together, right after: at once and alone when little is going on, in company under load. Nothing is kept:
 * each answer was read after it was asked for.
 *
 * @param lookUp finds what belongs to the keys, each of which is there once; what is not in its answer does not exist
 * @returns finds what belongs to one key, on the database or in the transaction
 */
export function gathered<Key, Value>(
  lookUp: (db: Db, keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (db: Db, key: Key) => Promise<Value | undefined> {
  const gatherings = new WeakMap<Db, Gathering<Key, Value>>();

  const gather = (db: Db): Gathering<Key, Value> => {
    const keys = new Set<Key>();
    const answer = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      gatherings.delete(db);
      // Requests of all areas wait for it, so it takes the turn of none of them.
      return inArea('look-ups', () => lookUp(db, [...keys]));
    });
    const gathering = { keys, answer };
    gatherings.set(db, gathering);
    return gathering;
  };

  return async (db, key) => {
    const { keys, answer } = gatherings.get(db) ?? gather(db);
    keys.add(key);
    return (await answer).get(key);
  };
}

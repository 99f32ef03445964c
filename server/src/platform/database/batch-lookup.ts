/** Batches lookups of many requests into one statement. */
import { inArea } from './areas.js';
import type { Db } from './tables.js';

/** The keys of the current batch and the promise of their values. */
interface Batch<Key, Value> {
  keys: Set<Key>;
  answer: Promise<ReadonlyMap<Key, Value>>;
}

/**
 * Batches a lookup that nearly every call makes. Keys that are requested in the same turn of the event loop go to the
 * database in one statement: a single key when idle, many under load. Nothing is cached: each value is read after it
 * was requested.
 *
 * @param lookUp looks up distinct keys; a key without an entry in the result doesn't exist
 * @returns looks up one key, in the database or in the transaction
 */
export function batchLookup<Key, Value>(
  lookUp: (db: Db, keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (db: Db, key: Key) => Promise<Value | undefined> {
  const gatherings = new WeakMap<Db, Batch<Key, Value>>();

  const gather = (db: Db): Batch<Key, Value> => {
    const keys = new Set<Key>();
    const answer = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      gatherings.delete(db);
      // Requests of all areas share this lookup, so it runs in its own area.
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

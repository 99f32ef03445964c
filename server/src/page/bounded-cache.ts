/** Keeps values up to a number of bytes; the ones used longest ago go first. */
export interface BoundedCache<Value> {
  /** The value under a key, made by `make` when it is not held. Callers at the same moment share one making. */
  get(key: string, make: () => Promise<Value>): Promise<Value>;
  readonly bytes: number;
}

/** @param sizeOf bytes of a value */
export function boundedCache<Value>(mostBytes: number, sizeOf: (value: Value) => number): BoundedCache<Value> {
  // A Map iterates in the order of insertion; what is used is inserted again.
  const held = new Map<string, Value>();
  const making = new Map<string, Promise<Value>>();
  let bytes = 0;

  const keep = (key: string, value: Value): void => {
    const size = sizeOf(value);
    if (size > mostBytes) return;
    held.set(key, value);
    bytes += size;
    for (const [oldest, old] of held) {
      if (bytes <= mostBytes) break;
      held.delete(oldest);
      bytes -= sizeOf(old);
    }
  };

  return {
    get bytes() {
      return bytes;
    },
    async get(key, make) {
      const known = held.get(key);
      if (known !== undefined) {
        held.delete(key);
        held.set(key, known);
        return known;
      }
      const running = making.get(key) ?? make();
      making.set(key, running);
      try {
        const value = await running;
        if (making.get(key) === running) {
          making.delete(key);
          keep(key, value);
        }
        return value;
      } catch (error) {
        making.delete(key);
        throw error;
      }
    },
  };
}

/** Pseudorandom numbers: the same seed gives the same sequence. */
export interface SeededRandom {
  /** From 0 up to but not including 1. */
  next(): number;
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number;
  pick<T>(from: readonly T[]): T;
  /** True with the given chance, 0 to 1. */
  chance(of: number): boolean;
}

/** The generator is mulberry32. It is short, fast and uniform enough for demo data. */
export function seededRandom(seed: number): SeededRandom {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const pick = <T>(from: readonly T[]): T => {
    const picked = from[Math.floor(next() * from.length)];
    if (picked === undefined) throw new Error('Nothing to pick from');
    return picked;
  };
  return {
    next,
    pick,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    chance: (of) => next() < of,
  };
}

/** What contributions have just read, for those that need the same: a card and the badge of its page, for example. */

/** Badges are asked a few seconds after the cards. */
const MAX_AGE_MS = 10_000;

export interface RecentReads {
  /** The answer of an equal read that began less than ten seconds ago, or of this one. A failed read is never reused. */
  reuse: <Answer>(key: string, read: () => Promise<Answer>) => Promise<Answer>;
  /** Everything is read anew from here on, because something changes or has changed. */
  clear: () => void;
}

export function createRecentReads(): RecentReads {
  const reads = new Map<string, { begunAt: number; answer: Promise<unknown> }>();
  return {
    reuse<Answer>(key: string, read: () => Promise<Answer>) {
      const known = reads.get(key);
      // The other contribution may have stopped its read.
      if (known && Date.now() - known.begunAt < MAX_AGE_MS) return (known.answer as Promise<Answer>).catch(read);
      const answer = read();
      const begun = { begunAt: Date.now(), answer };
      reads.set(key, begun);
      answer.catch(() => reads.get(key) === begun && reads.delete(key));
      return answer;
    },
    clear: () => reads.clear(),
  };
}

/** Finds entries by what people type: in any order, without accents, with the beginnings of words, and with typos. */
import MiniSearch from 'minisearch';
import { wordsOf } from './rules/folded-text.js';

/** How many letters of a word may be wrong, missing or too many. Short words and numbers must be right. */
export function typosAllowed(word: string): number {
  if (/^\p{N}+$/u.test(word) || word.length < 4) return 0;
  return word.length < 8 ? 1 : 2;
}

/** The words with each pair of neighboring letters swapped, one pair at a time. */
function swapped(words: readonly string[]): string[][] {
  return words.flatMap((word, at) => {
    const letters = Array.from(word);
    return (typosAllowed(word) === 0 ? [] : letters.slice(1)).map((next, before) => {
      const other = letters.with(before, next).with(before + 1, letters[before] ?? '');
      return words.with(at, other.join(''));
    });
  });
}

const EXACT = { combineWith: 'AND', boost: { title: 3 }, prefix: true } as const;
/** What a match with two swapped letters counts, as the library weighs a word with a mistake. */
const SWAPPED_WEIGHT = 0.45;
const FORGIVING = { ...EXACT, fuzzy: typosAllowed } as const;

export interface Searchable {
  title: string;
  /** Other words that find it, such as a help text or a synonym. They count for less than the title. */
  others?: readonly string[] | undefined;
}

export interface TextMatch<Item> {
  item: Item;
  /** Higher is better. Comparable within one search. */
  score: number;
}

/**
 * The items that have every word of the query, best first. All words must be found, in the title or elsewhere.
 *
 * @returns an empty list for a query without words
 */
export function searchTexts<Item>(
  items: readonly Item[],
  query: string,
  textsOf: (item: Item) => Searchable,
): TextMatch<Item>[] {
  const index = new MiniSearch<{ id: number; title: string; others: string }>({
    fields: ['title', 'others'],
    tokenize: wordsOf,
    processTerm: (word) => word,
  });
  index.addAll(
    items.map((item, id) => {
      const { title, others = [] } = textsOf(item);
      return { id, title, others: others.join(' ') };
    }),
  );
  const scores = new Map<number, number>();
  const add = (matches: readonly { id: unknown; score: number }[], weight: number): void => {
    for (const { id, score } of matches) {
      scores.set(id as number, Math.max(scores.get(id as number) ?? 0, score * weight));
    }
  };
  add(index.search(query, FORGIVING), 1);
  // The library counts two swapped letters as two mistakes.
  for (const words of swapped(wordsOf(query))) add(index.search(words.join(' '), EXACT), SWAPPED_WEIGHT);
  return [...scores]
    .sort(([, left], [, right]) => right - left)
    .flatMap(([id, score]) => {
      const item = items[id];
      return item === undefined ? [] : [{ item, score }];
    });
}

/** Finds entries by what people type: in any order, without accents, with the beginnings of words, and with typos. */
import MiniSearch from 'minisearch';
import { wordsOf } from './rules/folded-text.js';

/** How many letters of a word may be wrong, missing or too many. Two swapped letters are two. Short words and numbers must be right. */
export function typosAllowed(word: string): number {
  if (/^\p{N}+$/u.test(word) || word.length < 4) return 0;
  return word.length < 6 ? 1 : 2;
}

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
  const matches = index.search(query, {
    combineWith: 'AND',
    boost: { title: 3 },
    prefix: true,
    // A number below 1 is a share of the word; 0 allows no typo.
    fuzzy: typosAllowed,
  });
  return matches.flatMap(({ id, score }) => {
    const item = items[id as number];
    return item === undefined ? [] : [{ item, score }];
  });
}

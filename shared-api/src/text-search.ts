/** Finds entries by typed words: in any order, ignoring accents, by word prefixes, and with typos. */
import MiniSearch from 'minisearch';
import { wordsOf } from './rules/folded-text.js';

/** How many letters of a word can be wrong, missing or extra. Short words and numbers must match exactly. */
export function typosAllowed(word: string): number {
  if (/^\p{N}+$/u.test(word) || word.length < 4) return 0;
  return word.length < 8 ? 1 : 2;
}

/** Texts of more words, and longer words, are matched as they are typed: nobody types them by mistake, and mistakes are many. */
const MAX_FORGIVEN_WORDS = 8;
const MAX_FORGIVEN_LETTERS = 40;
/** Longer texts are matched by their first words. */
const MAX_WORDS = 32;
/** The most spellings with swapped letters that are searched. */
const MAX_SWAPPED = 16;

/**
 * The words with each pair of neighboring letters swapped, one pair at a time, as far as some term begins so. Each one is a
 * search of its own.
 */
function swapped(words: readonly string[], terms: ReadonlySet<string>): string[][] {
  const known = [...terms];
  const found: string[][] = [];
  for (const [at, word] of words.entries()) {
    const letters = Array.from(word);
    for (let before = 0; before < letters.length - 1 && typosAllowed(word) > 0; before += 1) {
      const [left = '', right = ''] = [letters[before], letters[before + 1]];
      const other = letters
        .with(before, right)
        .with(before + 1, left)
        .join('');
      const compared = singularOf(other);
      if (left !== right && known.some((term) => term.startsWith(compared))) found.push(words.with(at, other));
    }
  }
  return found.slice(0, MAX_SWAPPED);
}

/**
 * Normalizes a plural to its singular. Short words and words that only look like plurals, such as `status`, stay
 * unchanged.
 */
export function singularOf(word: string): string {
  if (word.length < 4 || !/[^sui]s$/.test(word)) return word;
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.replace(/(?<=[xz]|ch|sh|ss)es$|s$/, '');
}

/** Joins each pair of neighboring words, so that `add-on`, `add on` and `addon` are equal. */
function pairsOf(text: string): string[] {
  const words = wordsOf(text);
  return words.slice(1).map((word, before) => `${words[before]}${word}`);
}

/** The words with each pair of neighbors as one word, one pair at a time. */
const joined = (words: readonly string[]): string[][] =>
  words.slice(1).map((word, before) => words.toSpliced(before, 2, `${words[before]}${word}`));

const EXACT = { fields: ['title', 'others'], combineWith: 'AND' as const, boost: { title: 3 }, prefix: true };
/** Weight of a match with two swapped letters, equal to the library's weight for one typo. */
const SWAPPED_WEIGHT = 0.45;
/** Pairs are compared whole: nobody means `payment` by the beginning of `paymenthistory`. */
const PAIRED = { ...EXACT, fields: [...EXACT.fields, 'pairs'], prefix: false };
const WITH_A_TYPO = { ...EXACT, fuzzy: (word: string) => Math.min(1, typosAllowed(word)) };
/** With two mistakes, only words with the same first letter are alike: nobody who types `vacation` means `location`. */
const FORGIVING = {
  ...EXACT,
  fuzzy: typosAllowed,
  filter: ({ queryTerms, terms }: { queryTerms: string[]; terms: string[] }) =>
    queryTerms.every((typed) => terms.some((term) => term[0] === typed[0])),
};

export interface Searchable {
  title: string;
  /** Other words that find it, such as a help text or a synonym. They count less than the title. */
  others?: readonly string[] | undefined;
}

export interface TextMatch<Item> {
  item: Item;
  /** Higher is better. Comparable within one search. */
  score: number;
}

/**
 * Items that match every word of the query, in the title or elsewhere, best first.
 *
 * @returns an empty list for a query without words
 */
export function searchTexts<Item>(
  items: readonly Item[],
  query: string,
  textsOf: (item: Item) => Searchable,
): TextMatch<Item>[] {
  const terms = new Set<string>();
  const index = new MiniSearch<{ id: number; title: string; others: string; pairs: string }>({
    fields: PAIRED.fields,
    tokenize: wordsOf,
    processTerm: (word) => {
      const term = singularOf(word);
      terms.add(term);
      return term;
    },
    searchOptions: { processTerm: singularOf },
  });
  index.addAll(
    items.map((item, id) => {
      const { title, others = [] } = textsOf(item);
      return { id, title, others: others.join(' '), pairs: [title, ...others].flatMap(pairsOf).join(' ') };
    }),
  );
  const scores = new Map<number, number>();
  const add = (matches: readonly { id: unknown; score: number }[], weight: number): void => {
    for (const { id, score } of matches) {
      scores.set(id as number, Math.max(scores.get(id as number) ?? 0, score * weight));
    }
  };
  const words = [...new Set(wordsOf(query))].slice(0, MAX_WORDS);
  const text = words.join(' ');
  const isForgiven =
    words.length <= MAX_FORGIVEN_WORDS && words.every((word) => Array.from(word).length <= MAX_FORGIVEN_LETTERS);
  add(index.search(text, PAIRED), 1);
  if (isForgiven) {
    add(index.search(text, WITH_A_TYPO), 1);
    add(index.search(text, FORGIVING), 1);
    for (const other of joined(words)) add(index.search(other.join(' '), FORGIVING), 1);
    // The library counts two swapped letters as two mistakes.
    for (const other of swapped(words, terms)) add(index.search(other.join(' '), EXACT), SWAPPED_WEIGHT);
  } else add(index.search(text, EXACT), 1);
  return [...scores]
    .sort(([, left], [, right]) => right - left)
    .flatMap(([id, score]) => {
      const item = items[id];
      return item === undefined ? [] : [{ item, score }];
    });
}

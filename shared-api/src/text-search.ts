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
const MAX_SWAPPED = 10;

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

/** The most items that match some words only. */
const MAX_PARTIAL = 5;
/** What more of the texts have tells none from another, next to its verb and next to words that none has. */
const MAX_TOPIC_SHARE = 0.3;
const MAX_PARTIAL_SHARE = 0.15;
/** What so few texts have tells them from others, however few there are. */
const MAX_UNCOMMON = 4;
/** Weight of a match without the verb. */
const TOPIC_WEIGHT = 0.5;

export interface Searchable {
  title: string;
  /** Other words that find it, such as a help text or a synonym. They count less than the title. */
  others?: readonly string[] | undefined;
}

export interface TextMatch<Item> {
  item: Item;
  /** Higher is better. Comparable within one search. */
  score: number;
  /** False for an item that matches only with typos. */
  isExact: boolean;
}

/** Words that say nothing about what is searched for, and titles of people, which names are listed with and without. */
const FILLER_WORDS = new Set(
  'a an the my me i we us our you your it this that is are can do does how what where please for of to in with from dr mr mrs ms'.split(
    ' ',
  ),
);

/** Verbs that say what is done, and not with what: who types “remove card” looks for the cards. */
const ACTION_WORDS = new Set(
  'add create make new set edit change switch replace remove delete activate deactivate enable disable manage see show view find'.split(
    ' ',
  ),
);
/** Shorter words say too little without their verb, as in `add on` or `set up`. */
const MIN_TOPIC_LETTERS = 3;
/** Shorter words are too alike without their verb: `change role` means no `roll back`. */
const MIN_TYPO_TOPIC_LETTERS = 5;

/** The words of a text that count: those without filler words, or all of a text that has only such words. Each one once. */
export function contentWordsOf(text: string): string[] {
  const words = [...new Set(wordsOf(text))];
  const content = words.filter((word) => !FILLER_WORDS.has(word));
  return (content.length > 0 ? content : words).slice(0, MAX_WORDS);
}

/** The words that say what is searched for: those that count, without verbs if others are left. */
export function topicWordsOf(text: string): string[] {
  const words = contentWordsOf(text);
  const topic = words.filter((word) => !ACTION_WORDS.has(word));
  return topic.some((word) => Array.from(word).length >= MIN_TOPIC_LETTERS) ? topic : words;
}

/** True for a text with a verb that belongs to something else: none of its parts has it and what the query is about. */
function hasOtherVerb({ title, others = [] }: Searchable, verbs: readonly string[], topic: readonly string[]): boolean {
  const parts = [title, ...others].map(wordsOf);
  const has = (words: readonly string[], wanted: string): boolean =>
    words.some((word) => word.startsWith(singularOf(wanted)));
  // A misspelled topic isn't found by its letters.
  const isThere = topic.every((word) => parts.some((words) => has(words, word)));
  const isTogether = parts.some(
    (words) => verbs.some((word) => has(words, word)) && topic.some((word) => has(words, word)),
  );
  return isThere && !isTogether;
}

interface TextIndex {
  search: MiniSearch['search'];
  /** The words in it, as they are compared. */
  terms: ReadonlySet<string>;
}

function indexOf(texts: readonly Searchable[]): TextIndex {
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
    texts.map(({ title, others = [] }, id) => ({
      id,
      title,
      others: others.join(' '),
      pairs: [title, ...others].flatMap(pairsOf).join(' '),
    })),
  );
  return { search: (...question) => index.search(...question), terms };
}

/**
 * Items that match every word of the query but for filler words and verbs such as “add”, in the title or elsewhere. Those
 * without typos are first, each kind best first.
 *
 * @returns an empty list for a query without words
 */
export function searchTexts<Item>(
  items: readonly Item[],
  query: string,
  textsOf: (item: Item) => Searchable,
): TextMatch<Item>[] {
  const texts = items.map(textsOf);
  const { search, terms } = indexOf(texts);
  const scores = new Map<number, number>();
  const exact = new Set<number>();
  const words = contentWordsOf(query);
  const topic = topicWordsOf(query);
  const verbs = words.filter((word) => !topic.includes(word));
  const add = (words: readonly string[], options: Parameters<TextIndex['search']>[1], weight = 1): void => {
    for (const { id, score } of search(words.join(' '), options) as { id: number; score: number }[]) {
      const text = texts[id];
      if (verbs.length > 0 && text && hasOtherVerb(text, verbs, topic)) continue;
      scores.set(id, Math.max(scores.get(id) ?? 0, score * weight));
    }
  };
  const addTopic = (words: readonly string[], options: Parameters<TextIndex['search']>[1], weight = 1): void => {
    const matches = search(words.join(' '), options) as { id: number; score: number }[];
    if (matches.length > Math.max(MAX_UNCOMMON, items.length * MAX_TOPIC_SHARE)) return;
    for (const { id, score } of matches) scores.set(id, Math.max(scores.get(id) ?? 0, score * TOPIC_WEIGHT * weight));
  };
  const isForgiven =
    words.length <= MAX_FORGIVEN_WORDS && words.every((word) => Array.from(word).length <= MAX_FORGIVEN_LETTERS);
  const splits = isForgiven ? joined(words) : [];
  add(words, PAIRED);
  for (const one of [words, ...splits]) add(one, EXACT);
  if (verbs.length > 0) addTopic(topic, EXACT);
  for (const id of scores.keys()) exact.add(id);
  if (isForgiven) {
    add(words, WITH_A_TYPO);
    for (const one of [words, ...splits]) add(one, FORGIVING);
    const isLong = topic.every((word) => Array.from(word).length >= MIN_TYPO_TOPIC_LETTERS);
    const isTopicForgiven = verbs.length > 0 && exact.size === 0 && isLong;
    if (isTopicForgiven) addTopic(topic, FORGIVING);
    // The library counts two swapped letters as two mistakes.
    for (const other of swapped(isTopicForgiven ? topic : words, terms)) {
      if (isTopicForgiven) addTopic(other, EXACT, SWAPPED_WEIGHT);
      else add(other, EXACT, SWAPPED_WEIGHT);
    }
  }
  // What has the filler words too is meant first.
  if (exact.size > 0) add([...new Set(wordsOf(query))].slice(0, MAX_WORDS), EXACT);
  return [...scores]
    .sort(([left, leftScore], [right, rightScore]) => {
      return Number(exact.has(right)) - Number(exact.has(left)) || rightScore - leftScore;
    })
    .flatMap(([id, score]) => {
      const item = items[id];
      return item === undefined ? [] : [{ item, score, isExact: exact.has(id) }];
    });
}

/** Leaves out matches with typos if there are others. */
export function bestMatches<Item>(matches: readonly TextMatch<Item>[]): TextMatch<Item>[] {
  const exact = matches.filter(({ isExact }) => isExact);
  return exact.length > 0 ? exact : [...matches];
}

/** What these items have at least of the letters of the query, and the letters of one of the words. */
const MIN_PARTIAL_SHARE = 0.4;
const MIN_PARTIAL_LETTERS = 4;

/**
 * For a query that no item matches: the few items that have most of it, as whole words. Few or short words of it
 * are no match.
 */
export function searchSomeWords<Item>(
  items: readonly Item[],
  query: string,
  textsOf: (item: Item) => Searchable,
): Item[] {
  const content = contentWordsOf(query);
  if (content.length < 2) return [];
  const { search } = indexOf(items.map(textsOf));
  const whole = { ...EXACT, prefix: false };
  const most = Math.max(MAX_UNCOMMON, items.length * MAX_PARTIAL_SHARE);
  const words = topicWordsOf(query)
    .map(singularOf)
    .filter((word) => search(word, whole).length <= most);
  const letters = (counted: readonly string[]): number => counted.reduce((sum, { length }) => sum + length, 0);
  const found = search(words.join(' '), { ...whole, combineWith: 'OR' })
    .filter(({ queryTerms }) => queryTerms.some(({ length }) => length >= MIN_PARTIAL_LETTERS))
    .map(({ id, score, queryTerms }) => ({ id: id as number, score, matched: letters([...new Set(queryTerms)]) }))
    .filter(({ matched }) => matched >= letters(words) * MIN_PARTIAL_SHARE);
  const longest = Math.max(...found.map(({ matched }) => matched));
  return found
    .filter(({ matched }) => matched === longest)
    .sort((left, right) => right.score - left.score)
    .slice(0, MAX_PARTIAL)
    .flatMap(({ id }) => items[id] ?? []);
}

/** The entries of the palette, matched and ranked. Pure. */
import { foldText, wordsOf } from 'shared-api/contracts';
import {
  contentWordsOf,
  type Searchable,
  searchSomeWords,
  searchTexts,
  singularOf,
  topicWordsOf,
} from 'shared-api/text-search';
import type { Usage } from './usage';

export type PaletteEntry = {
  /** Unique in the palette. */
  key: string;
  group: string;
  title: string;
  detail?: string | undefined;
  /** Other words that find it. */
  keywords?: readonly string[] | undefined;
  /** The letter that opens it after `g`. */
  shortcut?: string | undefined;
  /** True for pages. */
  isPage?: boolean | undefined;
  /** True for entries that were found for the query elsewhere, such as practices. Their words needn't match again. */
  found?: boolean | undefined;
  /** True for what modules found. Pages that declare a word come before those that begin with it. */
  isContributed?: boolean | undefined;
  /** True for entries that were found only with typos. They are left out where something matches without. */
  isClosest?: boolean | undefined;
  /** True for entries that are shown only if nothing else matches, such as practices with names that are like the query. */
  isLast?: boolean | undefined;
  /** True for the entry that leads to more of its group, which ends the group. */
  isRest?: boolean | undefined;
} & (
  | { path: string; run?: undefined }
  | {
      path?: undefined;
      run: () => void;
      /** True for entries that lead on inside the palette, which then stays open. */
      staysOpen?: boolean;
    }
);

/** Points of the best match by its words. */
const BEST = 50;
/** Added to titles that begin with the words of the query. */
const WHOLE_START = 140;
/** Added to pages that have the words of the query in their title, one after the other. */
const TITLE_PHRASE = 130;
/** Added to entries that declare the query as one of their words. */
const WHOLE_KEYWORD = 80;
/** Added to titles that begin with the letters of the query, such as `Billing` for `bill`. */
const LETTERS_START = 70;
/** Added to entries for which that holds once the filler words of the query are left out. */
const WHOLE_CONTENT = 60;
/** Added to entries for which it holds once verbs such as “add” are left out too. */
const WHOLE_TOPIC = 45;
/** The most that frequent use adds. */
const MAX_USE = 25;

/** How entries match. Only those of the first kind that exists are shown. */
const TIER = { exact: 0, closest: 1, last: 2 } as const;

/** The words as they are compared: without plurals. */
const singular = (words: readonly string[]): string[] => words.map(singularOf);

/** Texts that differ only in case, accents, signs, spaces and plurals are the same. */
const comparable = (text: string): string => singular(wordsOf(text)).join('');

const textsOf = ({ title, detail = '', keywords = [] }: PaletteEntry): Searchable => ({
  title,
  others: [detail, ...keywords],
});

/** What an entry gets for a query that is the beginning of its title or one of its keywords as a whole. */
function bonusOf({ title, keywords = [], isPage = false, isContributed = false }: PaletteEntry, query: string): number {
  const titleText = `${singular(wordsOf(title)).join(' ')} `;
  const words = singular(wordsOf(query));
  const isStart = (start: readonly string[]): boolean => titleText.startsWith(`${start.join(' ')} `);
  const isKeyword = (wanted: string): boolean => keywords.some((keyword) => comparable(keyword) === wanted);
  // One word is the beginning of many settings. Pages that declare it are meant first.
  const isOneOfMany = (start: readonly string[]): boolean =>
    isContributed && start.length === 1 && titleText !== `${start.join(' ')} `;
  const isEither = (wanted: readonly string[]): boolean =>
    (isStart(wanted) && !isOneOfMany(wanted)) || isKeyword(wanted.join(''));
  if (isStart(words) && !isOneOfMany(words)) return WHOLE_START;
  // One word is in the titles of many pages.
  if (isPage && words.length > 1 && ` ${titleText}`.includes(` ${words.join(' ')} `)) return TITLE_PHRASE;
  if (isKeyword(words.join(''))) return WHOLE_KEYWORD;
  if (!isOneOfMany(words) && wordsOf(title).join(' ').startsWith(wordsOf(query).join(' '))) return LETTERS_START;
  if (isEither(singular(contentWordsOf(query)))) return WHOLE_CONTENT;
  return isEither(singular(topicWordsOf(query))) ? WHOLE_TOPIC : 0;
}

/**
 * The entries that match all words but for filler words and verbs, best first, and grouped: the group with the best entry
 * first, equally good ones in their order. Those that match only with typos stand in for others. Without a query, all
 * entries in their order.
 */
export function rank(entries: readonly PaletteEntry[], query: string, { counts }: Usage): PaletteEntry[] {
  if (query.trim() === '') return [...entries];
  const uses = new Map(counts);
  const use = ({ path = '' }: PaletteEntry): number => Math.min(MAX_USE, (uses.get(path) ?? 0) * 5);
  const matches = searchTexts(entries, query, textsOf);
  const most = Math.max(...matches.map(({ score }) => score));
  const matchOf = new Map(matches.map((match) => [match.item, match]));
  const tierOf = (entry: PaletteEntry): number => {
    if (entry.isLast) return TIER.last;
    const isFoundExactly = entry.found && !entry.isClosest;
    return isFoundExactly || matchOf.get(entry)?.isExact ? TIER.exact : TIER.closest;
  };
  const matching = entries.filter((entry) => entry.found || matchOf.has(entry));
  const tier = Math.min(...matching.map(tierOf));
  const scored = matching
    .filter((entry) => tierOf(entry) === tier)
    .map((entry) => {
      const matched = ((matchOf.get(entry)?.score ?? 0) / most) * BEST || 0;
      return { entry, score: entry.isRest ? -1 : matched + bonusOf(entry, query) + use(entry) };
    });
  const groups = [...new Set(entries.map(({ group }) => group))];
  const best = new Map<string, number>();
  for (const { entry, score } of scored) best.set(entry.group, Math.max(best.get(entry.group) ?? 0, score));
  return scored
    .sort(
      (left, right) =>
        (best.get(right.entry.group) ?? 0) - (best.get(left.entry.group) ?? 0) ||
        groups.indexOf(left.entry.group) - groups.indexOf(right.entry.group) ||
        right.score - left.score,
    )
    .map(({ entry }) => entry);
}

/** The entries with those of one group together, in their order. */
const grouped = (entries: readonly PaletteEntry[]): PaletteEntry[] =>
  [...new Set(entries.map(({ group }) => group))].flatMap((name) => entries.filter(({ group }) => group === name));

/** The few entries that match most of a query which none matches as a whole. */
export const rankPartial = (entries: readonly PaletteEntry[], query: string): PaletteEntry[] =>
  grouped(searchSomeWords(entries, query, textsOf));

/** The text in parts, those that match a word marked, also where the query has no accents. */
export function highlight(text: string, query: string): { text: string; isMatch: boolean }[] {
  const words = contentWordsOf(query);
  const letters = [...text.normalize('NFC')];
  const folded = letters.map(foldText);
  const marked = new Set<number>();
  for (const word of words) {
    for (let at = 0; at < letters.length; at += 1) {
      let length = 0;
      let seen = '';
      while (seen.length < word.length && at + length < letters.length) seen += folded[at + length++] ?? '';
      if (seen === word) for (let marking = at; marking < at + length; marking += 1) marked.add(marking);
    }
  }
  const parts: { text: string; isMatch: boolean }[] = [];
  letters.forEach((letter, at) => {
    const last = parts.at(-1);
    if (last && last.isMatch === marked.has(at)) last.text += letter;
    else parts.push({ text: letter, isMatch: marked.has(at) });
  });
  return parts;
}

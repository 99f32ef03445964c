/** The entries of the palette, matched and ranked. Pure. */
import { foldText, wordsOf } from 'shared-api/contracts';
import { searchTexts, singularOf } from 'shared-api/text-search';
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
  /** True for entries that were found for the query elsewhere, such as practices. Their words needn't match again. */
  found?: boolean | undefined;
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
/** Added to titles that begin with the query. */
const WHOLE_START = 100;
/** Added to entries that declare the query as one of their words. */
const WHOLE_KEYWORD = 80;
/** Points of entries that were found elsewhere, by something that they don't show. */
const FOUND = 20;
/** The most that frequent use adds. */
const MAX_USE = 25;

/** Texts that differ only in case, accents, signs, spaces and plurals are the same. */
const comparable = (text: string): string => wordsOf(text).map(singularOf).join('');

/**
 * The entries that match all words, best first, and grouped: the group with the best entry first, equally good ones in their
 * order. Without words, all entries in their order.
 */
export function rank(entries: readonly PaletteEntry[], query: string, { counts }: Usage): PaletteEntry[] {
  const words = wordsOf(query);
  if (words.length === 0) return [...entries];
  const uses = new Map(counts);
  const use = ({ path = '' }: PaletteEntry): number => Math.min(MAX_USE, (uses.get(path) ?? 0) * 5);
  const start = words.join(' ');
  const wanted = comparable(query);
  const matches = searchTexts(entries, query, ({ title, detail = '', keywords = [] }) => ({
    title,
    others: [detail, ...keywords],
  }));
  const most = Math.max(...matches.map(({ score }) => score));
  const points = new Map(matches.map(({ item, score }) => [item, (score / most) * BEST]));
  const scored = entries.flatMap((entry) => {
    const matched = points.get(entry);
    if (matched === undefined && !entry.found) return [];
    const begins = wordsOf(entry.title).join(' ').startsWith(start);
    const isDeclared = entry.keywords?.some((keyword) => comparable(keyword) === wanted);
    const bonus = begins ? WHOLE_START : isDeclared ? WHOLE_KEYWORD : 0;
    return [{ entry, score: entry.isRest ? -1 : (matched ?? FOUND) + bonus + use(entry) }];
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

/** The text in parts, those that match a word marked, also where the query has no accents. */
export function highlight(text: string, query: string): { text: string; isMatch: boolean }[] {
  const words = wordsOf(query);
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

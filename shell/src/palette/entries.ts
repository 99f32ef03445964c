/** The entries of the palette, matched and ranked. Pure. */
import type { Usage } from './usage';

export interface PaletteEntry {
  /** Unique in the palette. */
  key: string;
  group: string;
  title: string;
  detail?: string | undefined;
  path: string;
  /** Other words that find it. */
  keywords?: readonly string[] | undefined;
  /** The letter that opens it after `g`. */
  shortcut?: string | undefined;
  /** True for entries that were found for the query elsewhere, such as practices. Their words needn't match again. */
  found?: boolean | undefined;
}

const WHOLE_START = 100;
const WORD_START = 60;
const INSIDE = 30;
const KEYWORD = 15;
const FOUND = 40;
/** The most that frequent use adds. */
const MAX_USE = 25;

export const wordsOf = (query: string): string[] => query.toLowerCase().split(/\s+/).filter(Boolean);

/** How well an entry matches; null if it doesn't. */
function matchScore(entry: PaletteEntry, words: readonly string[]): number | null {
  const title = entry.title.toLowerCase();
  const others = [entry.detail, ...(entry.keywords ?? [])]
    .filter((text) => text !== undefined)
    .join(' ')
    .toLowerCase();
  let score = title.startsWith(words.join(' ')) ? WHOLE_START : 0;
  for (const word of words) {
    const at = title.indexOf(word);
    if (at === 0 || (at > 0 && /[^a-z0-9]/.test(title[at - 1] ?? ''))) score += WORD_START;
    else if (at > 0) score += INSIDE;
    else if (others.includes(word)) score += KEYWORD;
    else if (!entry.found) return null;
  }
  return (entry.found ? FOUND : 0) + score / words.length;
}

/**
 * The entries that match all words, best first, and grouped: the group with the best entry first. Without words, all
 * entries in their order.
 */
export function rank(entries: readonly PaletteEntry[], query: string, { counts }: Usage): PaletteEntry[] {
  const words = wordsOf(query);
  const uses = new Map(counts);
  const use = ({ path }: PaletteEntry): number => Math.min(MAX_USE, (uses.get(path) ?? 0) * 5);
  if (words.length === 0) return [...entries];
  const scored = entries.flatMap((entry) => {
    const score = matchScore(entry, words);
    return score === null ? [] : [{ entry, score: score + use(entry) }];
  });
  const best = new Map<string, number>();
  for (const { entry, score } of scored) best.set(entry.group, Math.max(best.get(entry.group) ?? 0, score));
  return scored
    .sort(
      (left, right) =>
        (best.get(right.entry.group) ?? 0) - (best.get(left.entry.group) ?? 0) ||
        left.entry.group.localeCompare(right.entry.group) ||
        right.score - left.score,
    )
    .map(({ entry }) => entry);
}

/** The text in parts, those that match a word marked. */
export function highlight(text: string, query: string): { text: string; isMatch: boolean }[] {
  const words = wordsOf(query).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  if (words.length === 0) return [{ text, isMatch: false }];
  return text
    .split(new RegExp(`(${words.join('|')})`, 'i'))
    .map((part, at) => ({ text: part, isMatch: at % 2 === 1 }))
    .filter(({ text: part }) => part !== '');
}

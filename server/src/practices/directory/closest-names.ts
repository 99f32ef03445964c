/** Matches mistyped text with words in practices' names. Pure functions. */
import { wordsOf } from 'shared-api/contracts';
import { searchTexts, typosAllowed } from 'shared-api/text-search';

/** Shorter prefixes are one mistake away from too many words. */
const MIN_BEGINNING = 5;
/** Longer texts aren't names. */
const MAX_WORDS = 8;
const MAX_WORD_LENGTH = 40;
/** Maximum number of spellings searched per word. */
const MAX_SPELLINGS = 20;

/** The typed words to search with mistakes. Null for text that can't be a name. */
export function typedWords(search: string): string[] | null {
  const words = wordsOf(search);
  const isName =
    words.length > 0 && words.length <= MAX_WORDS && words.every(({ length }) => length <= MAX_WORD_LENGTH);
  return isName ? words : null;
}

/**
 * Parts of a word, one more than its allowed mistakes, so that every word within those mistakes contains at least one
 * unchanged part. Two letters swapped across a border change both parts, so variants with them swapped back are
 * included.
 *
 * @returns an empty list for a word that allows no mistakes
 */
export function unchangedParts(word: string): string[] {
  const typos = typosAllowed(word);
  if (typos === 0) return [];
  const letters = Array.from(word);
  const size = Math.ceil(letters.length / (typos + 1));
  const parts = Array.from({ length: typos + 1 }, (_, at) => letters.slice(at * size, (at + 1) * size).join(''));
  const [before = '', after = ''] = [letters[size - 1], letters[size]];
  const inOrder = letters
    .with(size - 1, after)
    .with(size, before)
    .join('');
  return typos === 1 ? [...parts, inOrder] : parts;
}

/**
 * The words that a typed word may stand for, closest first: those within its allowed mistakes, otherwise those whose
 * start is, because the word may be incomplete. A short word or a number stands for itself.
 */
export function spellingsOf(typed: string, words: readonly string[]): string[] {
  const typos = typosAllowed(typed);
  if (typos === 0) return [typed];
  const spellings = searchTexts(words, typed, (word) => ({ title: word })).map(({ item }) => item);
  if (spellings.length > 0) return spellings.slice(0, MAX_SPELLINGS);
  const letters = Array.from(typed).length;
  if (letters < MIN_BEGINNING) return [];
  const beginnings = words.flatMap((word) =>
    [letters, letters + 1].map((length) => ({ word, title: Array.from(word).slice(0, length).join('') })),
  );
  const begun = searchTexts(beginnings, typed, ({ title }) => ({ title })).map(({ item: { word } }) => word);
  return [...new Set(begun)].slice(0, MAX_SPELLINGS);
}

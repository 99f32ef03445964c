/** Which words of practices' names a text means that was typed with mistakes. Pure. */
import { wordsOf } from 'shared-api/contracts';
import { searchTexts, typosAllowed } from 'shared-api/text-search';

/** Beginnings of fewer letters are one mistake away from too many words. */
const MIN_BEGINNING = 5;
/** Longer texts aren't names. */
const MAX_WORDS = 8;
const MAX_WORD_LENGTH = 40;
/** The most spellings of one word that are searched. */
const MAX_SPELLINGS = 20;

/** The words that are searched with mistakes, each as it was typed. Null for a text that can't be a name. */
export function typedWords(search: string): string[] | null {
  const words = wordsOf(search);
  const isName =
    words.length > 0 && words.length <= MAX_WORDS && words.every(({ length }) => length <= MAX_WORD_LENGTH);
  return isName ? words : null;
}

/**
 * Parts of a word, of which every word within its allowed mistakes contains one: as many parts as mistakes, and one more.
 * Two letters that are swapped across the border of two parts spoil both, so the word with them in order is one of its parts.
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
 * The words that a typed word may mean, closest first: those within its allowed mistakes, or else those that begin so, because
 * a person may not have typed it to its end. A short word or a number means itself.
 */
export function spellingsOf(typed: string, words: readonly string[]): string[] {
  const typos = typosAllowed(typed);
  if (typos === 0) return [typed];
  const found = searchTexts(words, typed, (word) => ({ title: word })).map(({ item }) => item);
  if (found.length > 0) return found.slice(0, MAX_SPELLINGS);
  const letters = Array.from(typed).length;
  if (letters < MIN_BEGINNING) return [];
  const beginnings = words.flatMap((word) =>
    [letters, letters + 1].map((length) => ({ word, title: Array.from(word).slice(0, length).join('') })),
  );
  const begun = searchTexts(beginnings, typed, ({ title }) => ({ title })).map(({ item: { word } }) => word);
  return [...new Set(begun)].slice(0, MAX_SPELLINGS);
}

/** Normalizes typed text for comparison. */

/** Lowercase text without accents. */
export const foldText = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** The normalized words of a text. Punctuation separates words, so `#1` is the word `1`. */
export const wordsOf = (text: string): string[] =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Finds a name that was typed with one mistake. */

/** Shorter texts are one mistake away from too many names. */
const MIN_LENGTH = 5;
/** Longer texts have too many mistakes to try. */
const MAX_LENGTH = 40;

const plain = (text: string): string => text.replace(/[^\p{L}\p{N} ]/gu, String.raw`\$&`);

/**
 * A regular expression of PostgreSQL for names that contain the text with one letter wrong, missing, too many, or swapped with
 * the next one. Null for a text that is too short or too long for that.
 *
 * @param text folded as names are searched
 */
export function misspelledPattern(text: string): string | null {
  const letters = Array.from(text);
  if (letters.length < MIN_LENGTH || letters.length > MAX_LENGTH) return null;
  const joined = (...parts: (readonly string[])[]): string => plain(parts.flat().join(''));
  const variants = letters.flatMap((letter, at) => {
    const before = letters.slice(0, at);
    const after = letters.slice(at + 1);
    const [next, ...rest] = after;
    return [
      `${joined(before)}.${joined(after)}`,
      `${joined(before)}.${joined([letter], after)}`,
      joined(before, after),
      ...(next === undefined ? [] : [joined(before, [next, letter], rest)]),
    ];
  });
  return [...new Set(variants)].join('|');
}

/** Maximum length of a person's name from any source. */
export const MAX_PERSON_NAME_LENGTH = 200;

// Control characters, line separators, lone surrogates, and bidirectional control characters, which can disguise a
// name.
const UNREADABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

// Visible characters. The listed ones are invisible although they are classified as letters or symbols: Hangul fillers
// and the Braille blank.
const VISIBLE = /[^\p{Z}\p{C}\p{M}\u115F\u1160\u2800\u3164\uFFA0]/u;

/** True if the text has a visible character. */
export const isVisible = (text: string): boolean => VISIBLE.test(text);

/** True for text that can be displayed unchanged on one line. */
export const isOneLine = (text: string): boolean => !UNREADABLE.test(text);

export const NOT_ONE_LINE = 'Enter a name without line breaks and other control characters';

/** The error for a person's name. Undefined if it is valid. */
export function personNameProblem(name: string): string | undefined {
  if (!isVisible(name)) return 'Enter a name';
  if ([...name.trim()].length > MAX_PERSON_NAME_LENGTH) return `Enter at most ${MAX_PERSON_NAME_LENGTH} characters`;
  return isOneLine(name) ? undefined : NOT_ONE_LINE;
}

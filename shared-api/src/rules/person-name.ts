/** The longest name of a person, wherever it comes from. */
export const MAX_PERSON_NAME_LENGTH = 200;

// Control characters, separators of lines, lone surrogates, and signs that change the direction of a text, which make a name
// read as another one.
const UNREADABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

// Neither spaces nor signs without a shape. The single ones are letters by their class: fillers of Hangul, the blank of Braille.
const VISIBLE = /[^\p{Z}\p{C}\p{M}\u115F\u1160\u2800\u3164\uFFA0]/u;

/** True for text of which a screen shows something. */
export const isVisible = (text: string): boolean => VISIBLE.test(text);

/** True for text that one line of a screen shows as it is. */
export const isOneLine = (text: string): boolean => !UNREADABLE.test(text);

export const NOT_ONE_LINE = 'Enter a name without line breaks and other control characters';

/** What is wrong with the name of a person. Undefined: nothing. */
export function personNameProblem(name: string): string | undefined {
  if (!isVisible(name)) return 'Enter a name';
  if ([...name.trim()].length > MAX_PERSON_NAME_LENGTH) return `Enter at most ${MAX_PERSON_NAME_LENGTH} characters`;
  return isOneLine(name) ? undefined : NOT_ONE_LINE;
}

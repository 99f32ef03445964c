/** The longest name of a person, wherever it comes from. */
export const MAX_PERSON_NAME_LENGTH = 200;

// Control characters, lone surrogates, and signs that change the direction of a text, which make a name read as another one.
const UNREADABLE = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u;

/** True for text that one line of a screen shows as it is. */
export const isOneLine = (text: string): boolean => !UNREADABLE.test(text);

/** What is wrong with the name of a person. Undefined: nothing. */
export function personNameProblem(name: string): string | undefined {
  if (name.trim() === '') return 'Enter a name';
  if ([...name.trim()].length > MAX_PERSON_NAME_LENGTH) return `Enter at most ${MAX_PERSON_NAME_LENGTH} characters`;
  return isOneLine(name) ? undefined : 'Enter a name without line breaks and other control characters';
}

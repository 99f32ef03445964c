/**
 * Removes secrets and everything that a person may have typed from errors. Browsers aren't trusted to do this, and
 * error messages often quote data. Pure functions.
 */

/** Each pattern with its replacement, applied in this order. */
const replaced: readonly (readonly [RegExp, string])[] = [
  // Characters that the database cannot store or one line cannot show.
  [/[\p{Cc}\p{Cs}]+/gu, ' '],
  [/(?<![\w.!#$%&'*+/=?^`{|}~-])[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)*/g, '[e-mail]'],
  // Query strings. The path alone identifies the request.
  [/\?[^\s"'`)]*=[^\s"'`)]*/g, '?[query]'],
  // Keys and tokens: long text without spaces that mixes letters and digits.
  [/(?<![\w+/=-])(?=[\w+/=.-]*\d)(?=[\w+/=.-]*[a-z])[\w+/=-]{20,}(?:\.[\w+/=-]+)*/gi, '[token]'],
  [/\b(?:bearer|basic)\s+\S+/gi, '[token]'],
  // Phone numbers and ids, including those with spaces and dashes.
  [/\(?\+?\d(?:[\s().-]{0,2}\d){4,}/g, '[number]'],
  // Quoted text of several words. It is more likely a person's than a program's, because property names have no spaces.
  [/(["'`“])(?=[^"'`”]*\s)[^"'`”]{3,}(["'`”])/g, '$1[text]$2'],
];

/** Maximum length of stored messages, in characters. */
const LONGEST = 300;

/** The message as it is stored. It is never empty. */
export function scrubMessage(message: string): string {
  const scrubbed = replaced.reduce((text, [pattern, stands]) => text.replace(pattern, stands), message);
  const short = scrubbed.replace(/\s+/g, ' ').trim().slice(0, LONGEST);
  return short === '' ? '(no message)' : short;
}

/** File, line and column, e.g. `src_App_tsx.3f.js:12:7`. Empty for any other text. */
export function scrubSource(source: string): string {
  const [, place] = /^(?:[^?#\s]*\/)?([\w.~-]{1,120}:\d{1,7}(?::\d{1,7})?)$/.exec(source) ?? [];
  return place ?? '';
}

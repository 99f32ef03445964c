/**
 * Removes secrets and anything a person may have typed from errors. Browsers aren't trusted to do this, and error
 * messages often quote data. Pure.
 */

/** Each pattern with its replacement, applied in this order. */
const replaced: readonly (readonly [RegExp, string])[] = [
  // What no database can store and no line can show.
  [/[\p{Cc}\p{Cs}]+/gu, ' '],
  [/(?<![\w.!#$%&'*+/=?^`{|}~-])[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)*/g, '[e-mail]'],
  // Of an address only its path says what was asked for.
  [/\?[^\s"'`)]*=[^\s"'`)]*/g, '?[query]'],
  // Keys and tokens: long, without spaces, letters and digits mixed.
  [/(?<![\w+/=-])(?=[\w+/=.-]*\d)(?=[\w+/=.-]*[a-z])[\w+/=-]{20,}(?:\.[\w+/=-]+)*/gi, '[token]'],
  [/\b(?:bearer|basic)\s+\S+/gi, '[token]'],
  // Telephone numbers and ids, also with spaces and dashes between.
  [/\(?\+?\d(?:[\s().-]{0,2}\d){4,}/g, '[number]'],
  // Quoted text of several words is more likely a person's than a program's: names of properties have no spaces.
  [/(["'`“])(?=[^"'`”]*\s)[^"'`”]{3,}(["'`”])/g, '$1[text]$2'],
];

/** Of kept messages, in characters. */
const LONGEST = 300;

/** The message as it is kept; never empty. */
export function scrubMessage(message: string): string {
  const scrubbed = replaced.reduce((text, [pattern, stands]) => text.replace(pattern, stands), message);
  const short = scrubbed.replace(/\s+/g, ' ').trim().slice(0, LONGEST);
  return short === '' ? '(no message)' : short;
}

/** File, line and column, e.g. `src_App_tsx.3f.js:12:7`; empty when the text is anything else. */
export function scrubSource(source: string): string {
  const [, place] = /^(?:[^?#\s]*\/)?([\w.~-]{1,120}:\d{1,7}(?::\d{1,7})?)$/.exec(source) ?? [];
  return place ?? '';
}

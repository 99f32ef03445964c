/** Measures JSON text without parsing it, so that rejecting an oversized body is cheaper than parsing it. */

export interface JsonOutline {
  /** Number of values: objects, lists, strings, numbers, `true`, `false` and `null`. Field names don't count. */
  values: number;
  /** Deepest nesting of objects and lists. */
  nesting: number;
  /** False if `findUnreadable` can't find anything: the text has neither `\u` nor NUL nor a long or scaled number. */
  mayBeUnreadable: boolean;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const LOWER_U = 0x75;
const LOWER_E = 0x65;
const UPPER_E = 0x45;
const NUL = 0;

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;
const isSpace = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);

/** Numbers with at most this many digits are safe integers, or fractions far above the smallest normal number. */
const SAFE_DIGITS = 15;

/** Handles any text; the parser rejects invalid JSON. */
export function outlineOf(text: Uint8Array): JsonOutline {
  const { length } = text;
  let values = 0;
  let depth = 0;
  let nesting = 0;
  let mayBeUnreadable = false;
  let digits = 0;
  /** True after an opening bracket, because the first entry has no comma before it. */
  let isFirst = true;
  for (let at = 0; at < length; at += 1) {
    const byte = text[at] ?? 0;
    if (isDigit(byte)) {
      digits += 1;
      if (digits > SAFE_DIGITS) mayBeUnreadable = true;
    } else if ((byte === LOWER_E || byte === UPPER_E) && digits > 0) {
      mayBeUnreadable = true;
    } else if (byte !== 0x2e) {
      // A decimal point doesn't end a number.
      digits = 0;
    }
    if (isSpace(byte)) continue;
    if (byte === COMMA) {
      values += 1;
      continue;
    }
    if (byte === CLOSING_BRACKET || byte === CLOSING_BRACE) {
      depth -= 1;
      isFirst = false;
      continue;
    }
    if (isFirst) {
      values += 1;
      isFirst = false;
    }
    if (byte === OPENING_BRACKET || byte === OPENING_BRACE) {
      depth += 1;
      if (depth > nesting) nesting = depth;
      isFirst = true;
    } else if (byte === QUOTE) {
      for (at += 1; at < length && text[at] !== QUOTE; at += 1) {
        if (text[at] !== BACKSLASH) continue;
        at += 1;
        if (text[at] === LOWER_U) mayBeUnreadable = true;
      }
    } else if (byte === NUL) {
      mayBeUnreadable = true;
    }
  }
  return { values, nesting, mayBeUnreadable };
}

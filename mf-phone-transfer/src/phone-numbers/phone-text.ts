/** Formats and searches phone numbers. On the wire they are E.164: `+13125550100`. */

/** Calling codes of two digits; 1 and 7 have one, all others three (ITU-T E.164, list of assigned codes). */
const twoDigits = /^(2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

function callingCodeLength(digits: string): number {
  if (/^[17]/.test(digits)) return 1;
  return twoDigits.test(digits) ? 2 : 3;
}

/** Groups of three digits from the left. The last group has the rest: `305 550 1001`. */
function grouped(digits: string): string {
  const groups: string[] = [];
  let rest = digits;
  while (rest.length > 4) {
    groups.push(rest.slice(0, 3));
    rest = rest.slice(3);
  }
  return [...groups, rest].join(' ');
}

/** `+13125550100` → `+1 (312) 555-0100`, `+493055501001` → `+49 305 550 1001`. Other text is returned unchanged. */
export function formatPhone(number: string): string {
  const american = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number);
  if (american) return `+1 (${american[1]}) ${american[2]}-${american[3]}`;
  const digits = /^\+(\d{7,15})$/.exec(number)?.[1];
  if (digits === undefined) return number;
  const length = callingCodeLength(digits);
  return `+${digits.slice(0, length)} ${grouped(digits.slice(length))}`;
}

/** A text of fewer digits is a part of a number, and its zeros are digits of it. */
const MIN_DIALED_DIGITS = 7;
/** What is dialed before a country's code, and before a number within the country. */
const dialingPrefixes = [/^011/, /^00/, /^0/];

/**
 * The digits that a number may have in E.164, for a typed text: without `tel:`, what is dialed before the number, and the
 * zero in `+44 (0)20`. Empty for a text with anything else.
 */
function typedDigits(text: string): string[] {
  const digits = text
    .replace(/^tel:/, '')
    .replace('(0)', '')
    .replaceAll(/[\s().+/-]/g, '');
  if (!/^\d+$/.test(digits)) return [];
  const dialed = dialingPrefixes
    .filter((prefix) => prefix.test(digits))
    .map((prefix) => digits.replace(prefix, ''))
    .filter(({ length }) => length >= MIN_DIALED_DIGITS);
  return [digits, ...dialed];
}

/** Whether a number matches a search: by its digits, in any notation, or by a part of its label or SID. */
export function matches(
  { phone_number, sid, label = '' }: { phone_number: string; sid: string; label?: string | undefined },
  search: string,
): boolean {
  const text = search.trim().toLowerCase();
  if (text === '' || [sid, label].some((part) => part.toLowerCase().includes(text))) return true;
  return typedDigits(text).some((digits) => phone_number.includes(digits));
}

/** The ends of a SID, which tell one from another. */
export const shortSid = (sid: string): string => `${sid.slice(0, 8)}…${sid.slice(-6)}`;

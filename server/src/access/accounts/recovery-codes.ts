/** Recovery codes: single use, for people who don't have their phone at hand. */
import { randomInt } from 'node:crypto';

export const RECOVERY_CODES = 10;
/** 16 characters from an alphabet of 32 make 80 bits. */
const CODE_LENGTH = 16;
const GROUP_LENGTH = 4;
/** Crockford's base 32, without letters that look like digits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

function newCode(): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return letters.replace(new RegExp(`(.{${GROUP_LENGTH}})(?=.)`, 'g'), '$1-');
}

/** New codes as displayed: `7k2m-…`, four groups each. */
export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, newCode);

/** A typed code in the form that is hashed. People type letters for digits, spaces and capitals. */
export function normalizeRecoveryCode(typed: string): string {
  return typed.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1');
}

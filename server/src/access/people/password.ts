/**
 * Passwords as scrypt hashes in a self-describing format, `scrypt$ln=15,r=8,p=3$salt$hash` with base64 parts. The cost
 * can be raised without resetting any password (decision 0012). With a secret key, scrypt receives an HMAC of the password,
 * and the hash names the key: `scrypt$ln=15,r=8,p=3,key=a1b2c3d4$salt$hash` (decision 0076).
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { derive as deriveInThread } from './password-worker.js';

/** Cost of a hash: 2^ln blocks of 128·r bytes, p times. */
export interface PasswordCost {
  ln: number;
  r: number;
  p: number;
}

/** One of OWASP's equivalent settings: 32 MB per hash, so that several people can sign in at the same time. */
export const passwordCost: PasswordCost = { ln: 15, r: 8, p: 3 };

/** How passwords are hashed. */
export interface PasswordHashing extends PasswordCost {
  /** Secret keys. The first one makes new hashes; all are accepted. Absent or empty: hashes need no key. */
  keys?: readonly Buffer[];
}

const SALT_BYTES = 16;
const HASH_BYTES = 32;

const KEY_ID_DIGITS = 8;

/** Identifies a key without revealing it, so that hashes of a former key are recognized. */
const keyIdOf = (key: Buffer): string =>
  createHash('sha256').update('password secret').update(key).digest('hex').slice(0, KEY_ID_DIGITS);

interface Derivation {
  cost: PasswordCost;
  key: Buffer | undefined;
  salt: Buffer;
  length: number;
}

function derive(password: string, { cost: { ln, r, p }, key, salt, length }: Derivation): Promise<Buffer> {
  const options = { N: 2 ** ln, r, p, maxmem: 2 ** ln * r * 128 * 2 };
  const normalized = password.normalize('NFKC');
  const input = key ? createHmac('sha256', key).update(normalized).digest('base64') : normalized;
  return deriveInThread({ password: input, salt, length, options });
}

/** A hash's prefix, which states how it was made: `scrypt$ln=15,r=8,p=3`, with the key's name if there is one. */
export function describeHashing({ ln, r, p, keys: [key] = [] }: PasswordHashing): string {
  return `scrypt$ln=${ln},r=${r},p=${p}${key ? `,key=${keyIdOf(key)}` : ''}`;
}

export async function hashPassword(password: string, hashing: PasswordHashing): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, { cost: hashing, key: hashing.keys?.[0], salt, length: HASH_BYTES });
  return `${describeHashing(hashing)}$${salt.toString('base64')}$${hash.toString('base64')}`;
}

interface StoredHash {
  cost: PasswordCost;
  /** Undefined for a hash that was made without a key. */
  keyId: string | undefined;
  salt: Buffer;
  hash: Buffer;
}

function readHash(stored: string): StoredHash {
  const match = /^scrypt\$ln=(\d+),r=(\d+),p=(\d+)(?:,key=([0-9a-f]{8}))?\$([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+)$/.exec(
    stored,
  );
  const [, ln, r, p, keyId, salt, hash] = match ?? [];
  if (salt === undefined || hash === undefined) throw new Error('A stored password hash is in an unknown form');
  return {
    cost: { ln: Number(ln), r: Number(r), p: Number(p) },
    keyId,
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

/**
 * Compares in constant time.
 *
 * @throws Error when the hash was made with a key that isn't configured
 */
export async function passwordMatches(
  password: string,
  stored: string,
  { keys = [] }: Pick<PasswordHashing, 'keys'> = {},
): Promise<boolean> {
  const { cost, keyId, salt, hash } = readHash(stored);
  const key = keyId === undefined ? undefined : keys.find((one) => keyIdOf(one) === keyId);
  if (keyId !== undefined && !key) {
    throw new Error('PASSWORD_SECRET_KEY has no key for this password. Add the former key after a comma.');
  }
  return timingSafeEqual(await derive(password, { cost, key, salt, length: hash.length }), hash);
}

/** True when the hash was made with a lower cost than the current one, or not with the current key. */
export function isOutdated(stored: string, present: PasswordHashing): boolean {
  const { cost, keyId } = readHash(stored);
  const [key] = present.keys ?? [];
  if (key && keyIdOf(key) !== keyId) return true;
  return 2 ** cost.ln * cost.r * cost.p < 2 ** present.ln * present.r * present.p;
}

/**
 * Passwords as scrypt hashes in a self-describing format, `scrypt$ln=15,r=8,p=3$salt$hash` with base64 parts. The cost
 * can be raised without resetting any password (decision 0012).
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { derive as deriveInThread } from './password-worker.js';

/** Cost of a hash: 2^ln blocks of 128·r bytes, p times. */
export interface PasswordCost {
  ln: number;
  r: number;
  p: number;
}

/** One of OWASP's equivalent settings: 32 MB per hash, so that several people can sign in at the same time. */
export const passwordCost: PasswordCost = { ln: 15, r: 8, p: 3 };

const SALT_BYTES = 16;
const HASH_BYTES = 32;

function derive(password: string, salt: Buffer, { ln, r, p }: PasswordCost, length: number): Promise<Buffer> {
  const options = { N: 2 ** ln, r, p, maxmem: 2 ** ln * r * 128 * 2 };
  return deriveInThread({ password: password.normalize('NFKC'), salt, length, options });
}

export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, cost, HASH_BYTES);
  const { ln, r, p } = cost;
  return `scrypt$ln=${ln},r=${r},p=${p}$${salt.toString('base64')}$${hash.toString('base64')}`;
}

interface StoredHash {
  cost: PasswordCost;
  salt: Buffer;
  hash: Buffer;
}

function readHash(stored: string): StoredHash {
  const match = /^scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+)$/.exec(stored);
  const [, ln, r, p, salt, hash] = match ?? [];
  if (salt === undefined || hash === undefined) throw new Error('A stored password hash is in an unknown form');
  return {
    cost: { ln: Number(ln), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

/** Compares in constant time. */
export async function passwordMatches(password: string, stored: string): Promise<boolean> {
  const { cost, salt, hash } = readHash(stored);
  return timingSafeEqual(await derive(password, salt, cost, hash.length), hash);
}

/** True when the hash was made with a lower cost than the current one. */
export function isWeaker(stored: string, present: PasswordCost): boolean {
  const { cost } = readHash(stored);
  return 2 ** cost.ln * cost.r * cost.p < 2 ** present.ln * present.r * present.p;
}

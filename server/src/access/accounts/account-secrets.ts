/** Account secrets as the database stores them. They are useless without the configured key. */
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Identifies a key without revealing it, so that a secret's key is found after a rotation. */
const keyIdOf = (key: Buffer): Buffer =>
  createHash('sha256').update('account secrets').update(key).digest().subarray(0, KEY_ID_BYTES);

export interface AccountSecrets {
  /** @param owner what the secret belongs to. A row copied to another owner can't be decrypted there */
  encrypt(secret: Buffer, owner: string): Buffer;
  /** @throws Error when the key isn't configured, or the text was changed */
  decrypt(stored: Buffer, owner: string): Buffer;
  /** Keyed hashes of a code, one per key. The first one is stored; any may match. */
  hashes(code: string, owner: string): [Buffer, ...Buffer[]];
}

/** @param keys the first one encrypts; all decrypt */
export function accountSecrets(keys: readonly Buffer[]): AccountSecrets {
  const [current, ...former] = keys;
  if (!current) throw new Error('There is no key for secrets of accounts.');
  const hashWith = (key: Buffer, code: string, owner: string): Buffer =>
    createHmac('sha256', key).update(`${owner}\n${code}`).digest();
  return {
    encrypt(secret, owner) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', current, nonce).setAAD(Buffer.from(owner));
      const body = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([keyIdOf(current), nonce, cipher.getAuthTag(), body]);
    },
    decrypt(stored, owner) {
      const keyId = stored.subarray(0, KEY_ID_BYTES);
      const key = keys.find((one) => timingSafeEqual(keyIdOf(one), keyId));
      if (!key) throw new Error('ACCOUNT_SECRETS_KEY has no key for this secret. Add the former key after a comma.');
      const nonce = stored.subarray(KEY_ID_BYTES, KEY_ID_BYTES + NONCE_BYTES);
      const tag = stored.subarray(KEY_ID_BYTES + NONCE_BYTES, KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner)).setAuthTag(tag);
      return Buffer.concat([
        decipher.update(stored.subarray(KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES)),
        decipher.final(),
      ]);
    },
    hashes: (code, owner) => [hashWith(current, code, owner), ...former.map((key) => hashWith(key, code, owner))],
  };
}

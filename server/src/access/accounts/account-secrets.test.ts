import { describe, expect, it } from '@jest/globals';
import { accountSecrets } from './account-secrets.js';

const first = Buffer.alloc(32, 1);
const second = Buffer.alloc(32, 2);
const secret = Buffer.from('a secret of an app');

describe('accountSecrets', () => {
  it('decrypts what it has encrypted, and never stores the same text twice', () => {
    const secrets = accountSecrets([first]);
    const stored = secrets.encrypt(secret, 'totp ann');
    expect(secrets.decrypt(stored, 'totp ann')).toEqual(secret);
    expect(stored.includes(secret)).toBe(false);
    expect(secrets.encrypt(secret, 'totp ann')).not.toEqual(stored);
  });

  it('decrypts with the former key and encrypts with the new one', () => {
    const stored = accountSecrets([first]).encrypt(secret, 'totp ann');
    const rotated = accountSecrets([second, first]);
    expect(rotated.decrypt(stored, 'totp ann')).toEqual(secret);
    expect(accountSecrets([second]).decrypt(rotated.encrypt(secret, 'totp ann'), 'totp ann')).toEqual(secret);
    expect(rotated.hashes('code', 'ann')[1]).toEqual(accountSecrets([first]).hashes('code', 'ann')[0]);
  });

  it('hashes the same code differently for two people, and only with the key', () => {
    const { hashes } = accountSecrets([first]);
    expect(hashes('code', 'ann')).toEqual(hashes('code', 'ann'));
    expect(hashes('code', 'ann')[0]).not.toEqual(hashes('code', 'ben')[0]);
    expect(hashes('code', 'ann')[0]).not.toEqual(accountSecrets([second]).hashes('code', 'ann')[0]);
    expect(hashes('code', 'ann')[0].length).toBe(32);
  });

  it('refuses another key, another owner and a changed text', () => {
    const stored = accountSecrets([first]).encrypt(secret, 'totp ann');
    expect(() => accountSecrets([second]).decrypt(stored, 'totp ann')).toThrow('ACCOUNT_SECRETS_KEY');
    expect(() => accountSecrets([first]).decrypt(stored, 'totp ben')).toThrow();
    const changed = Buffer.from(stored);
    changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);
    expect(() => accountSecrets([first]).decrypt(changed, 'totp ann')).toThrow();
  });
});

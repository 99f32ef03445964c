import { describe, expect, it } from '@jest/globals';
import { hashPassword, isOutdated, passwordCost, passwordMatches } from './password.js';

const quick = { ln: 4, r: 8, p: 1 };

describe('password hashing', () => {
  it('includes its parameters, and differs each time', async () => {
    const [one, other] = [await hashPassword('open sesame', quick), await hashPassword('open sesame', quick)];
    expect(one).toMatch(/^scrypt\$ln=4,r=8,p=1\$[A-Za-z0-9+/]{22}==\$[A-Za-z0-9+/]{43}=$/);
    expect(one).not.toBe(other);
  });

  it('matches only the same password', async () => {
    const hash = await hashPassword('open sesame', quick);
    expect(await passwordMatches('open sesame', hash)).toBe(true);
    expect(await passwordMatches('Open sesame', hash)).toBe(false);
    expect(await passwordMatches('', hash)).toBe(false);
  });

  it('matches different compositions of an accented character', async () => {
    const hash = await hashPassword('caf\u00e9 au lait', quick);
    expect(await passwordMatches('cafe\u0301 au lait', hash)).toBe(true);
  });

  it('costs as much as OWASP recommends', async () => {
    const hash = await hashPassword('open sesame', passwordCost);
    expect(hash).toMatch(/^scrypt\$ln=15,r=8,p=3\$/);
    expect(await passwordMatches('open sesame', hash)).toBe(true);
  });

  it('recognizes a hash with a lower cost as weaker', async () => {
    const hash = await hashPassword('open sesame', quick);
    expect(isOutdated(hash, quick)).toBe(false);
    expect(isOutdated(hash, { ...quick, ln: 5 })).toBe(true);
    expect(isOutdated(hash, { ...quick, p: 2 })).toBe(true);
    expect(isOutdated(hash, { ...quick, ln: 3 })).toBe(false);
  });

  it('needs the secret key that a hash was made with, and names it', async () => {
    const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const hash = await hashPassword('open sesame', { ...quick, keys: [key, other] });
    expect(hash).toMatch(/^scrypt\$ln=4,r=8,p=1,key=[0-9a-f]{8}\$/);
    expect(await passwordMatches('open sesame', hash, { keys: [other, key] })).toBe(true);
    expect(await passwordMatches('Open sesame', hash, { keys: [key] })).toBe(false);
    await expect(passwordMatches('open sesame', hash, { keys: [other] })).rejects.toThrow('PASSWORD_SECRET_KEY');
    // Somebody with only the database strips the key's name and guesses without the key.
    expect(await passwordMatches('open sesame', hash.replace(/,key=\w+/, ''))).toBe(false);
  });

  it('accepts hashes from before the secret key, and normalizes characters first', async () => {
    const keys = [Buffer.alloc(32, 1)];
    expect(await passwordMatches('open sesame', await hashPassword('open sesame', quick), { keys })).toBe(true);
    const accented = await hashPassword('caf\u00e9 au lait', { ...quick, keys });
    expect(await passwordMatches('cafe\u0301 au lait', accented, { keys })).toBe(true);
  });

  it('recognizes a hash without the current secret key as outdated', async () => {
    const [key, former] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const present = { ...quick, keys: [key, former] };
    expect(isOutdated(await hashPassword('open sesame', present), present)).toBe(false);
    expect(isOutdated(await hashPassword('open sesame', { ...quick, keys: [former] }), present)).toBe(true);
    expect(isOutdated(await hashPassword('open sesame', quick), present)).toBe(true);
  });

  it('throws for a hash in an unknown format', async () => {
    await expect(passwordMatches('open sesame', '$2b$10$abc')).rejects.toThrow('unknown form');
  });
});

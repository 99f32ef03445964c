import { describe, expect, it } from '@jest/globals';
import { hashPassword, isWeaker, passwordCost, passwordMatches } from './password.js';

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
    expect(isWeaker(hash, quick)).toBe(false);
    expect(isWeaker(hash, { ...quick, ln: 5 })).toBe(true);
    expect(isWeaker(hash, { ...quick, p: 2 })).toBe(true);
    expect(isWeaker(hash, { ...quick, ln: 3 })).toBe(false);
  });

  it('throws for a hash in an unknown form', async () => {
    await expect(passwordMatches('open sesame', '$2b$10$abc')).rejects.toThrow('unknown form');
  });
});

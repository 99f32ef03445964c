import { describe, expect, it } from '@jest/globals';
import { hashPassword, isWeaker, passwordCost, passwordMatches } from './password.js';

const quick = { ln: 4, r: 8, p: 1 };

describe('a password hash', () => {
  it('says how it was made, and differs each time', async () => {
    const [one, other] = [await hashPassword('open sesame', quick), await hashPassword('open sesame', quick)];
    expect(one).toMatch(/^scrypt\$ln=4,r=8,p=1\$[A-Za-z0-9+/]{22}==\$[A-Za-z0-9+/]{43}=$/);
    expect(one).not.toBe(other);
  });

  it('matches its password alone', async () => {
    const hash = await hashPassword('open sesame', quick);
    expect(await passwordMatches('open sesame', hash)).toBe(true);
    expect(await passwordMatches('Open sesame', hash)).toBe(false);
    expect(await passwordMatches('', hash)).toBe(false);
  });

  it('matches however the keyboard composes an accent', async () => {
    const hash = await hashPassword('caf\u00e9 au lait', quick);
    expect(await passwordMatches('cafe\u0301 au lait', hash)).toBe(true);
  });

  it('is as costly as OWASP asks for', async () => {
    const hash = await hashPassword('open sesame', passwordCost);
    expect(hash).toMatch(/^scrypt\$ln=15,r=8,p=3\$/);
    expect(await passwordMatches('open sesame', hash)).toBe(true);
  });

  it('is weaker when it was made with less', async () => {
    const hash = await hashPassword('open sesame', quick);
    expect(isWeaker(hash, quick)).toBe(false);
    expect(isWeaker(hash, { ...quick, ln: 5 })).toBe(true);
    expect(isWeaker(hash, { ...quick, p: 2 })).toBe(true);
    expect(isWeaker(hash, { ...quick, ln: 3 })).toBe(false);
  });

  it('in an unknown form is an error, not a mismatch', async () => {
    await expect(passwordMatches('open sesame', '$2b$10$abc')).rejects.toThrow('unknown form');
  });
});

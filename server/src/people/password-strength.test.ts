import { describe, expect, it } from '@jest/globals';
import type { AppError } from '../http/app-error.js';
import { assertPassword } from './password-strength.js';

const olivia = { email: 'olivia.ramirez@bright-smiles.example', name: 'Olivia Ramirez' };
const refusal = async (password: string) =>
  assertPassword(password, olivia).then(
    () => null,
    (error: AppError) => error.details.fields?.['password'],
  );

describe('assertPassword', () => {
  it.each(['correct horse battery', 'k3Gf-92sL-pq', 'Zähne putzen um acht'])('accepts %s', async (password) => {
    expect(await refusal(password)).toBeNull();
  });

  it.each([
    ['password1234', 'commonly used'],
    ['qwertyuiop1234', 'commonly used'],
    ['aaaaaaaaaaaaaaaaa', 'Repeated characters'],
    ['Password2026', 'easy to guess'],
    ['OliviaRamirez1', 'easy to guess'],
  ])('refuses %s and says why', async (password, reason) => {
    expect(await refusal(password)).toContain(reason);
  });

  it('refuses a short password, however strange', async () => {
    expect(await refusal('x9$Qv!2k_zP')).toBe('Enter at least 12 characters');
  });

  it('takes 128 characters and no more', async () => {
    const longest = 'correct horse battery '.repeat(6).slice(0, 128);
    expect(await refusal(longest)).toBeNull();
    expect(await refusal(`${longest}!`)).toBe('Enter at most 128 characters');
  });

  it('counts characters, not the parts that a text stores them in', async () => {
    expect(await refusal('🐎'.repeat(11))).toBe('Enter at least 12 characters');
  });
});

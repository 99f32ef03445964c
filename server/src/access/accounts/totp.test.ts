import { describe, expect, it } from '@jest/globals';
import { newTotpSecret, stepOfCode, totpCode, totpSetup } from './totp.js';

const rfcSecret = Buffer.from('12345678901234567890');
const at = (seconds: number): Date => new Date(seconds * 1000);

describe('codes of authenticator apps', () => {
  // RFC 6238, appendix B: the last six digits of the SHA-1 column.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
  ])('match the test vector of second %d', (seconds, code) => {
    expect(totpCode(rfcSecret, at(seconds))).toBe(code);
    expect(stepOfCode(rfcSecret, code, at(seconds))).toBe(Math.floor(seconds / 30));
  });

  it.each([
    ['two steps late', 2, false],
    ['one step late', 1, true],
    ['in time', 0, true],
    ['one step early', -1, true],
    ['two steps early', -2, false],
  ])('depend on the clock: %s', (_, steps, accepted) => {
    const now = at(1_700_000_000);
    const code = totpCode(rfcSecret, at(1_700_000_000 - steps * 30));
    const step = stepOfCode(rfcSecret, code, now);
    expect(step).toBe(accepted ? Math.floor(1_700_000_000 / 30) - steps : undefined);
  });

  it('are refused unless they have six digits', () => {
    for (const code of ['', '12345', '1234567', 'abcdef', '２８７０８２']) {
      expect(stepOfCode(rfcSecret, code, at(59))).toBeUndefined();
    }
  });

  it('use a 160-bit secret, which the setup shows in both forms', () => {
    const secret = newTotpSecret();
    const setup = totpSetup(secret, 'ann@clinic.example');
    expect(secret).toHaveLength(20);
    expect(setup.secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(setup.uri);
    expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
      'otpauth:',
      'totp',
      '/Practice Console:ann@clinic.example',
    ]);
    expect(uri.searchParams.get('secret')).toBe(setup.secret);
  });
});

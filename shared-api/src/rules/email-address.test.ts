import { describe, expect, it } from '@jest/globals';
import { isEmailAddress } from './email-address.js';

describe('isEmailAddress', () => {
  it.each([
    'ana@clinic.example',
    'ana.whitfield+console@sub.clinic.example',
    'o’neil@clinic.example'.replace('’', "'"),
    'josé.núñez@clínica.example',
    // The accent is a separate character.
    'jose\u0301@clinic.example',
    '李小龍@診所.台灣',
    'доктор@клиника.рф',
    'admin@xn--mnchen-3ya.example',
    'ana@clinic.xn--p1ai',
  ])('accepts %s', (address) => expect(isEmailAddress(address)).toBe(true));

  it.each([
    '',
    'ana',
    'ana@clinic',
    '@clinic.example',
    'ana@@clinic.example',
    'ana b@clinic.example',
    '.ana@clinic.example',
    'ana..b@clinic.example',
    'ana.@clinic.example',
    'ana@.example',
    'ana@-clinic.example',
    'ana@clinic.example.',
    'ana@127.0.0.1',
    '"ana b"@clinic.example',
    'Ana <ana@clinic.example>',
    'ana@clinic.example,bob@clinic.example',
    'ana\u200Bb@clinic.example',
    'ana\u202Eb@clinic.example',
    'ana\r\nbcc:x@clinic.example',
    `${'a'.repeat(310)}@clinic.example`,
  ])('refuses %j', (address) => expect(isEmailAddress(address)).toBe(false));

  it.each(['\u0430dmin@clinic.example', 'admin@cl\u0456nic.example', 'α.admin\u03B1@clinic.example'])(
    'rejects %s, whose letters look like others',
    (address) => expect(isEmailAddress(address)).toBe(false),
  );
});

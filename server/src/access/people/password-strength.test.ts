import { describe, expect, it } from '@jest/globals';
import type { AppError } from '../../platform/errors/app-error.js';
import { assertPassword, passwordProblem } from './password-strength.js';

const olivia = {
  email: 'olivia.ramirez@bright-smiles.example',
  name: 'Olivia Ramírez',
  practices: ['Lakeside Orthodontics', 'Harbor Pediatric Dentistry'],
};
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

  it.each([
    'olivia.ramirez@bright-smiles.example',
    'Olivia.Ramirez@Bright-Smiles.Example!',
    'ramirez bright smiles olivia',
    'oliviaOLIVIAolivia',
    'Br!ght Sm!les L@keside',
    'o.l.i.v.i.a.r.a.m.i.r.e.z',
    'elosnoC ecitcarP',
    'edisekal-2026-aivilo',
    'RamírezRamírezRamírez',
    '0l1v1a_R4m1r3z_0l1v1a',
    'LakesideOrthodontics2026',
    'Harbor#Pediatric#Dentistry#1',
    'dentistry-at-harbor-lakeside',
    'practice-console',
    'Practice Console 2026!',
    'PRACTICEconsolePRACTICEconsole99',
    'console.olivia.lakeside.2026',
  ])('refuses %s, which consists of known words about the person', async (password) => {
    expect(await refusal(password)).toBe(
      'This password is easy to guess. It’s based on your name, your email address, your practice or this console’s name. ' +
        'Use other words.',
    );
  });

  it.each(['olivia 7kQ9x2Zp4w', 'correct horse lakeside battery', 'console of a seven quiet heron'])(
    'accepts %s, which is strong without the known words',
    async (password) => {
      expect(await refusal(password)).toBeNull();
    },
  );

  it.each([
    [{ name: 'Jörg Großmüller' }, 'JoergGrossmueller1'],
    [{ name: 'Joerg Grossmueller' }, 'Jörg Großmüller 1'],
    [{ name: 'Søren Ærøskøbing' }, 'soren-aeroskobing-soren'],
    [{ name: 'Wu Li' }, 'Li, Wu! Li, Wu! Li'],
    [{ name: 'Olivia Ramírez' }, 'оliviа-rаmirеz'],
    [{ name: 'Анна Котова' }, 'АннаКотова-Анна'],
    [{ name: 'Olivia Ramírez' }, 'Olliivviiaa_Raammiirreezz'],
    [{ name: 'Anna Hall' }, 'Ana Hal Ana Hal Ana'],
  ])('refuses spellings of %j’s name: %s', async ({ name }, password) => {
    const problem = await passwordProblem(password, { email: 'somebody@clinic.example', name });
    expect(problem?.reason).toContain('your name');
  });

  it.each(['liquid amber wuthering 58 kites', 'Grüße an 7 stille Reiher'])('accepts %s of Wu Li', async (password) => {
    expect(await passwordProblem(password, { email: 'wu@li.example', name: 'Wu Li' })).toBeUndefined();
  });

  it('accepts words that belong to somebody else', async () => {
    expect(
      await passwordProblem('lakeside orthodontics', { email: 'kim@osei.example', name: 'Kim Osei' }),
    ).toBeUndefined();
  });

  it('refuses a short password, however strange', async () => {
    expect(await refusal('x9$Qv!2k_zP')).toBe('Enter at least 12 characters');
  });

  it('accepts at most 128 characters', async () => {
    const longest = 'correct horse battery '.repeat(6).slice(0, 128);
    expect(await refusal(longest)).toBeNull();
    expect(await refusal(`${longest}!`)).toBe('Enter at most 128 characters');
  });

  it('counts characters, not code units', async () => {
    expect(await refusal('🐎'.repeat(11))).toBe('Enter at least 12 characters');
  });
});

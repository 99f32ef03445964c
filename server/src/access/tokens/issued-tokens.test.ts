import { describe, expect, it } from '@jest/globals';
import { systemActor } from '../../platform/audit/actor.js';
import { createToken } from './issued-tokens.js';

const audit = { actor: systemActor('command line'), now: new Date('2026-11-29T12:00:00Z') };
const create = (name: string) =>
  createToken('agent', { name, expiresAt: null, nameMissing: 'Name the computer.' }, audit);

describe('createToken', () => {
  it('keeps the name without surrounding spaces', () => {
    expect(create(' Front desk — 李小龍 ').row.name).toBe('Front desk — 李小龍');
  });

  it.each(['', '  ', '\u200b', '\u115f'])('refuses %j, which is invisible on a screen', (name) => {
    expect(() => create(name)).toThrow('Name the computer.');
  });

  it.each(['Front\ndesk', 'Front\u202edesk', 'Front\u0000desk', 'Front\u2028desk'])(
    'refuses %j, which displays as something else',
    (name) => {
      expect(() => create(name)).toThrow('Enter a name without line breaks and other control characters.');
    },
  );
});

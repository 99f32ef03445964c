import { describe, expect, it } from '@jest/globals';
import { shortInstants } from './short-instants.js';

const zone = 'America/Chicago';
const now = new Date('2026-11-29T18:00:00Z');
const seconds = (text: string): number => Date.parse(text) / 1000;

describe('shortInstants', () => {
  it('shows the time for today and the date for earlier instants', () => {
    const instants = [
      seconds('2026-11-29T15:12:00Z'),
      seconds('2026-11-28T15:12:00Z'),
      seconds('2026-11-20T15:12:00Z'),
    ];
    expect(shortInstants(instants, zone, now)).toEqual(['9:12 AM', 'Nov 28', 'Nov 20']);
  });

  it('adds the time if several instants are on the same day in the time zone', () => {
    const instants = [
      seconds('2026-11-28T22:30:00Z'),
      seconds('2026-11-28T15:12:00Z'),
      // The previous evening in Chicago.
      seconds('2026-11-28T03:00:00Z'),
    ];
    expect(shortInstants(instants, zone, now)).toEqual(['Nov 28, 4:30 PM', 'Nov 28, 9:12 AM', 'Nov 27']);
  });
});

import { describe, expect, it } from '@jest/globals';
import { ageText } from './age-text';

describe('ageText', () => {
  const now = Date.UTC(2026, 10, 20, 18) / 1000;
  it.each([
    [0, 'Computed just now'],
    [60, 'Computed 1 minute ago'],
    [125, 'Computed 2 minutes ago'],
    [7300, 'Computed 2 hours ago'],
    [86_400, 'Computed Nov 19, 2026, 12:00 PM'],
  ])('formats an age of %d seconds as %s', (age, text) =>
    expect(ageText(now - age, now * 1000, 'America/Chicago')).toBe(text),
  );
});

import { describe, expect, it } from '@jest/globals';
import { personNameProblem } from './person-name.js';

describe('personNameProblem', () => {
  it.each(['Ana Whitfield', 'Zoë O’Neil-Müller', '李小龍', 'x'.repeat(200), '👩🏽‍⚕️ Dr. Kim'])('accepts %s', (name) => {
    expect(personNameProblem(name)).toBeUndefined();
  });

  it.each([
    ['', 'Enter a name'],
    ['   ', 'Enter a name'],
    ['\u200B\u200B', 'Enter a name'],
    ['\u00AD', 'Enter a name'],
    ['\u3164', 'Enter a name'],
    ['Ana\u2028Whitfield', 'Enter a name without line breaks and other control characters'],
    ['\u200FAna', 'Enter a name without line breaks and other control characters'],
    ['Ana\u061C', 'Enter a name without line breaks and other control characters'],
    ['x'.repeat(201), 'Enter at most 200 characters'],
    ['Ana\nWhitfield', 'Enter a name without line breaks and other control characters'],
    ['Ana\u0000', 'Enter a name without line breaks and other control characters'],
    ['Ana\u202E nimdA', 'Enter a name without line breaks and other control characters'],
    ['Ana\uD800', 'Enter a name without line breaks and other control characters'],
  ])('refuses %j', (name, problem) => {
    expect(personNameProblem(name)).toBe(problem);
  });
});

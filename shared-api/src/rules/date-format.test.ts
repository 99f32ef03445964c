import { describe, expect, it } from '@jest/globals';
import { dateFormat } from './date-format.js';

const options = (timeZone: string) => ({ dateStyle: 'medium', timeZone }) as const;

describe('dateFormat', () => {
  it('reuses the formatter of the same locale and options', () => {
    expect(dateFormat('en-US', options('America/Denver'))).toBe(dateFormat('en-US', options('America/Denver')));
    expect(dateFormat('en-US', options('America/Denver'))).not.toBe(dateFormat('en-CA', options('America/Denver')));
  });

  it('formats in the given time zone', () => {
    const instant = Date.UTC(2026, 10, 22, 3);
    expect(dateFormat('en-US', options('UTC')).format(instant)).toBe('Nov 22, 2026');
    expect(dateFormat('en-US', options('America/Denver')).format(instant)).toBe('Nov 21, 2026');
  });

  it('keeps a bounded number of formatters', () => {
    const first = dateFormat('en-US', { ...options('UTC'), dateStyle: 'long' });
    for (let index = 0; index < 600; index += 1) dateFormat(`en-US-x-form${index}`, options('UTC'));
    expect(dateFormat('en-US', { ...options('UTC'), dateStyle: 'long' })).not.toBe(first);
  });

  it('rejects a time zone that does not exist', () => {
    expect(() => dateFormat('en-US', options('Mars/Olympus'))).toThrow(RangeError);
  });
});

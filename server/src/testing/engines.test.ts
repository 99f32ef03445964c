import { describe, expect, it } from '@jest/globals';
import { engineNamed } from './engines.js';

describe('engineNamed', () => {
  it('returns PostgreSQL by default', () => {
    expect(engineNamed()).toBe('postgres');
    expect(engineNamed('embedded')).toBe('embedded');
  });

  it('refuses an unknown engine', () => {
    expect(() => engineNamed('sqlite')).toThrow('TEST_ENGINE is sqlite, but must be embedded or postgres');
  });
});

import { describe, expect, it } from '@jest/globals';
import type { LoadableModule } from 'shared-api/contracts';
import { integrityIn } from './integrity';

const hours: LoadableModule = {
  name: 'mf-hours',
  title: 'Hours',
  version: '1.0.0+abc',
  audience: 'clinic',
  entry: '/modules/mf-hours/1.0.0+abc/remoteEntry.js',
  files: { 'remoteEntry.js': 'sha384-entry', 'page.js': 'sha384-page' },
  preload: [],
  shared: [],
  routes: [],
  overridden: false,
};
const origin = 'https://console.test';

describe('integrityIn', () => {
  const integrityOf = integrityIn([hours], origin);

  it.each([
    ['/modules/mf-hours/1.0.0+abc/remoteEntry.js', 'sha384-entry'],
    ['/modules/mf-hours/1.0.0+abc/~2/remoteEntry.js', 'sha384-entry'],
    ['https://console.test/modules/mf-hours/1.0.0+abc/~3/page.js', 'sha384-page'],
  ])('reads the hash of %s from the registry', (url, hash) => {
    expect(integrityOf(url)).toBe(hash);
  });

  it('returns a hash that never matches for a file missing from the registry', () => {
    expect(integrityOf('/modules/mf-hours/1.0.0+abc/other.js')).toMatch(/^sha384-A{64}$/);
  });

  it('requires no hash for the shell, other origins and developer overrides', () => {
    expect(integrityOf('/shell/main.js')).toBeUndefined();
    expect(integrityOf('https://elsewhere.test/modules/mf-hours/1.0.0+abc/page.js')).toBeUndefined();
    const overridden = integrityIn([{ ...hours, overridden: true }], origin);
    expect(overridden('/modules/mf-hours/1.0.0+abc/page.js')).toBeUndefined();
  });
});

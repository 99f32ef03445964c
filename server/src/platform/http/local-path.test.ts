import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { localReturnPath } from './local-path.js';

describe('localReturnPath', () => {
  it.each([
    ['/settings/1/practice/general?x=1#top', '/settings/1/practice/general?x=1#top'],
    ['/', '/'],
    ['//evil.example/', '/'],
    ['/\\evil.example', '/'],
    ['/.//evil.example', '/'],
    ['/..//evil.example', '/'],
    ['/%2e//evil.example', '/'],
    ['/a/..//evil.example', '/'],
    ['/./\\evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['/\n/evil.example', '/'],
    ['https://evil.example/', '/'],
    ['javascript:alert(1)', '/'],
    ['/api', '/'],
    ['/api/session/oidc/start', '/'],
    ['/a/../api/session/', '/'],
    ['', '/'],
    [undefined, '/'],
  ])('maps %p to %p', (path, page) => {
    expect(localReturnPath(path)).toBe(page);
  });

  it('never leads to another site, wherever a browser resolves it', () => {
    const piece = fc.constantFrom('/', '\\', '.', '..', '%2e', '%2f', '%5c', '\t', '\n', ' ', '@', ':', '?', '#', 'a');
    const hostile = fc
      .array(fc.oneof(piece, fc.constant('evil.example')), { maxLength: 12 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string(), fc.webUrl()), (text) => {
        const location = localReturnPath(text);
        const page = new URL(location, 'https://console.example/api/session/oidc/callback');
        expect(page.origin).toBe('https://console.example');
        expect(page.pathname.startsWith('/api/')).toBe(false);
      }),
      { numRuns: 5000 },
    );
  });

  it('keeps every ordinary page of the console', () => {
    const name = fc.stringMatching(/^[a-z0-9-]{1,12}$/).filter((text) => text !== 'api');
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 5 }), name, (steps, query) => {
        const page = `/${steps.join('/')}?q=${query}`;
        expect(localReturnPath(page)).toBe(page);
      }),
    );
  });
});

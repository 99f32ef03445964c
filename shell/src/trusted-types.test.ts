import { describe, expect, it, jest } from '@jest/globals';
import { guardPage, isHarmlessHtml, isScriptUrl } from './trusted-types';

const page = 'https://console.test/settings/1/practice/general?tab=2#x';

describe('isScriptUrl', () => {
  it.each([
    '/shell/main.3f2a.js',
    'https://console.test/modules/mf-hours/1.0.0/remoteEntry.js',
    '/modules/mf-hours/1.0.0/~2/remoteEntry.js',
    // The content security policy lists other hosts that can serve scripts.
    'https://js.stripe.com/v3/',
    'http://localhost:3101/remoteEntry.js',
  ])('accepts %s', (url) => {
    expect(isScriptUrl(url, page)).toBe(true);
  });

  it.each([
    '/api/activity/',
    '/shell/../api/activity/',
    '/modules',
    'data:text/javascript,alert(1)',
    'blob:https://console.test/3f2a',
    'javascript:alert(1)',
    'http://',
    '',
  ])('refuses %s', (url) => {
    expect(isScriptUrl(url, page)).toBe(false);
  });
});

describe('isHarmlessHtml', () => {
  it.each(['', ' ', '\n', 'MM', '01/31/2026', 'a "quoted" text > x', 'javascript:alert(1)'])('accepts %j', (text) => {
    expect(isHarmlessHtml(text)).toBe(true);
  });

  it.each(['<b>', 'x<', '</', '&lt;img onerror=alert(1)&gt;', 'a & b'])('refuses %j', (text) => {
    expect(isHarmlessHtml(text)).toBe(false);
  });
});

describe('guardPage', () => {
  it('is the only default policy and has no rule for scripts as text', () => {
    const createPolicy = jest.fn();
    guardPage({ createPolicy });
    const [[name, rules]] = createPolicy.mock.calls as [[string, Record<string, (text: string) => string | null>]];
    expect(name).toBe('default');
    expect(Object.keys(rules)).toEqual(['createHTML', 'createScriptURL']);
    expect(rules['createHTML']?.('<img onerror=alert(1)>')).toBeNull();
    expect(rules['createScriptURL']?.('data:,x')).toBeNull();
    expect(rules['createScriptURL']?.('/shell/main.js')).toBe('/shell/main.js');
  });

  it('does nothing in a browser without Trusted Types', () => {
    expect(() => guardPage(undefined)).not.toThrow();
  });
});

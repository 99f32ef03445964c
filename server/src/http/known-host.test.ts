import { describe, expect, it } from '@jest/globals';
import { isKnownHost } from './known-host.js';

describe('isKnownHost', () => {
  it.each([
    ['localhost:8080', true],
    ['mf-hours.localhost', true],
    ['127.0.0.1:8080', true],
    ['10.0.0.7', true],
    ['[::1]:8080', true],
    ['evil.example', false],
    ['localhost.evil.example', false],
    ['127.0.0.1.evil.example:8080', false],
    ['', false],
    ['a b', false],
  ])('maps %p to %p without a public address', (host, isKnown) => {
    expect(isKnownHost(host, undefined)).toBe(isKnown);
  });

  it('leaves hosts to the proxy when a public address is set', () => {
    expect(isKnownHost('evil.example', 'https://console.example')).toBe(true);
  });
});

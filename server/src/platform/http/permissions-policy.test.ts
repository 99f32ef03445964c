import { describe, expect, it } from '@jest/globals';
import { pagePermissions, strictestPermissions } from './permissions-policy.js';

/** The directives of a policy, by name. */
const directivesOf = (policy: string): Record<string, string> =>
  Object.fromEntries(policy.split(', ').map((directive) => /^([a-z-]+)=(\(.*\))$/.exec(directive)?.slice(1) ?? []));

describe('pagePermissions', () => {
  it('allows passkeys and copying for the console, and payments for it and the card form', () => {
    const directives = directivesOf(pagePermissions(['https://js.stripe.com', 'https://*.js.stripe.com']));
    const allowed = Object.entries(directives).filter(([, hosts]) => hosts !== '()');
    expect(Object.fromEntries(allowed)).toEqual({
      'clipboard-write': '(self)',
      'publickey-credentials-create': '(self)',
      'publickey-credentials-get': '(self)',
      payment: '(self "https://js.stripe.com" "https://*.js.stripe.com")',
    });
    for (const name of ['camera', 'geolocation', 'microphone', 'usb']) expect(directives[name]).toBe('()');
  });

  it('allows no payments without a card form', () => {
    expect(directivesOf(pagePermissions([]))['payment']).toBe('()');
  });
});

describe('strictestPermissions', () => {
  it('denies every feature', () => {
    const directives = directivesOf(strictestPermissions);
    expect(Object.keys(directives).sort()).toEqual(Object.keys(directivesOf(pagePermissions([]))).sort());
    expect(new Set(Object.values(directives))).toEqual(new Set(['()']));
  });
});

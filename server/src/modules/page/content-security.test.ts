import { describe, expect, it } from '@jest/globals';
import { cardFormHosts, pagePolicy } from './content-security.js';

const withoutCards = pagePolicy({ nonce: 'n', trustedTypes: true });

it('requires Trusted Types if the shell creates their policy', () => {
  expect(withoutCards).toMatch(/; require-trusted-types-for 'script'; trusted-types default$/);
  expect(pagePolicy({ nonce: 'n', trustedTypes: false })).not.toContain('trusted-types');
});

describe('hosts of the card form', () => {
  it.each([
    ['Stripe', { sandboxUrl: undefined }, 'https://js.stripe.com', 'https://api.stripe.com'],
    ['the sandbox', { sandboxUrl: 'http://127.0.0.1:9' }, 'http://127.0.0.1:9', 'http://127.0.0.1:9'],
  ])('allows the hosts of %s for signed-in people', (_, provider, script, call) => {
    const policy = pagePolicy({ nonce: 'n', others: cardFormHosts(provider, true), trustedTypes: true });
    expect(policy).toMatch(new RegExp(`script-src 'self' 'nonce-n' ${script}[ ;]`));
    expect(policy).toMatch(new RegExp(`frame-src 'self' ${script}[ ;]`));
    expect(policy).toMatch(new RegExp(`connect-src 'self' ${call}[ ;]`));
    expect(pagePolicy({ nonce: 'n', others: cardFormHosts(provider, false), trustedTypes: true })).toBe(withoutCards);
  });

  it('allows no extra hosts without a provider', () => {
    expect(pagePolicy({ nonce: 'n', others: cardFormHosts(undefined, true), trustedTypes: true })).toBe(withoutCards);
  });
});

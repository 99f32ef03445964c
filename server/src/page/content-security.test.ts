import { describe, expect, it } from '@jest/globals';
import { cardFormHosts, pagePolicy } from './content-security.js';

describe('hosts of the card form', () => {
  it.each([
    ['Stripe', { sandboxUrl: undefined }, 'https://js.stripe.com', 'https://api.stripe.com'],
    ['the sandbox', { sandboxUrl: 'http://127.0.0.1:9' }, 'http://127.0.0.1:9', 'http://127.0.0.1:9'],
  ])('allows the hosts of %s to people who are signed in', (_, provider, script, call) => {
    const policy = pagePolicy('n', [], cardFormHosts(provider, true));
    expect(policy).toMatch(new RegExp(`script-src 'self' 'nonce-n' ${script}[ ;]`));
    expect(policy).toMatch(new RegExp(`frame-src 'self' ${script}[ ;]`));
    expect(policy).toMatch(new RegExp(`connect-src 'self' ${call}[ ;]`));
    expect(pagePolicy('n', [], cardFormHosts(provider, false))).toBe(pagePolicy('n', []));
  });

  it('allows no extra hosts when no provider is configured', () => {
    expect(pagePolicy('n', [], cardFormHosts(undefined, true))).toBe(pagePolicy('n', []));
  });
});

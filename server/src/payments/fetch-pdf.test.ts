import { describe, expect, it } from '@jest/globals';
import { fetchPdf, isProviderUrl } from './fetch-pdf.js';

describe('isProviderUrl', () => {
  it.each([
    ['https://pay.stripe.com/invoice/1/pdf', undefined, true],
    ['https://stripe.com/x', undefined, true],
    ['http://pay.stripe.com/x', undefined, false],
    ['https://pay.stripe.com:8443/x', undefined, false],
    ['https://stripe.com.evil.example/x', undefined, false],
    ['https://evilstripe.com/x', undefined, false],
    ['http://169.254.169.254/latest', undefined, false],
    ['http://localhost:4242/stripe/invoices/1/pdf', 'http://localhost:4242', true],
    ['http://localhost:4243/x', 'http://localhost:4242', false],
    ['https://pay.stripe.com/x', 'http://localhost:4242', false],
  ])('checks %s with the sandbox at %s', (address, sandboxUrl, expected) => {
    expect(isProviderUrl(new URL(address), { sandboxUrl })).toBe(expected);
  });
});

describe('fetchPdf', () => {
  it('refuses a foreign address before any request', async () => {
    await expect(fetchPdf('http://127.0.0.1:1/x', { sandboxUrl: undefined })).rejects.toThrow('Not an address');
  });
});

import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, describe, expect, it, jest } from '@jest/globals';
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
  const server = createServer();

  /** Starts a provider, and returns its origin. */
  async function provider(answer: (path: string | undefined, response: ServerResponse) => void): Promise<string> {
    server.on('request', ({ url }, response) => answer(url, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  // Responses are kept here, because garbage collection would close their connections.
  const fetches = jest.spyOn(globalThis, 'fetch');
  afterAll(() => fetches.mockRestore());

  /** True for each response that was read or canceled. */
  const ended = async () =>
    (await Promise.all(fetches.mock.results.map(({ value }) => value as Promise<Response>))).map(
      ({ bodyUsed }) => bodyUsed,
    );

  afterEach(() => {
    server.removeAllListeners('request');
    server.closeAllConnections();
    server.close();
  });

  it('refuses a foreign address before any request', async () => {
    await expect(fetchPdf('http://127.0.0.1:1/x', { sandboxUrl: undefined })).rejects.toThrow('Not an address');
  });

  it('follows a redirect, and closes its connection without reading an endless body', async () => {
    let closed: Promise<unknown> | undefined;
    const sandboxUrl = await provider((path, response) => {
      if (path === '/file.pdf') {
        response.end('%PDF-1.7');
        return;
      }
      closed = once(response, 'close');
      response.writeHead(302, { location: '/file.pdf' }).write('This page has moved');
    });
    expect(Buffer.from(await fetchPdf(`${sandboxUrl}/invoice`, { sandboxUrl })).toString()).toBe('%PDF-1.7');
    expect(await ended()).toEqual([true, true]);
    await closed;
  });

  it('closes the connection of a failed download', async () => {
    let closed: Promise<unknown> | undefined;
    const sandboxUrl = await provider((_path, response) => {
      closed = once(response, 'close');
      response.writeHead(503).write('Busy');
    });
    await expect(fetchPdf(sandboxUrl, { sandboxUrl })).rejects.toThrow('The provider answered 503');
    expect(await ended()).toEqual([true]);
    await closed;
  });

  it('refuses a redirect to another host, and endless redirects', async () => {
    const sandboxUrl = await provider((path, response) => {
      const location = path === '/other' ? 'http://169.254.169.254/latest' : '/again';
      response.writeHead(302, { location }).end();
    });
    await expect(fetchPdf(`${sandboxUrl}/other`, { sandboxUrl })).rejects.toThrow('Not an address');
    await expect(fetchPdf(`${sandboxUrl}/again`, { sandboxUrl })).rejects.toThrow('Too many redirects');
  });
});

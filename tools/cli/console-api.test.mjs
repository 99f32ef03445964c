// @ts-check
import { describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { answerOf, fetchFrom, reasonOf } from './console-api.mjs';

/** What `fetch` throws. @param {string} code @param {string} [message] */
const failed = (code, message = 'Error of a library:0A000:../deps/record.c:350:\n') =>
  Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error(message), { code }) });

describe('fetchFrom', () => {
  it('reports that nothing listens at an address', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    await new Promise((resolve) => server.close(resolve));
    const address = `http://127.0.0.1:${port}`;
    await expect(fetchFrom(`${address}/healthz`)).rejects.toThrow(
      `${address} didn't answer: nothing listens there. Check the address, and that the console runs.`,
    );
  });

  it('reports that a server doesn’t use HTTPS', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    await expect(fetchFrom(`https://127.0.0.1:${port}/healthz`)).rejects.toThrow('it uses HTTP, not HTTPS');
    server.close();
  });
});

describe('reasonOf', () => {
  it.each([
    ['ENOTFOUND', 'there is no host of this name'],
    ['CERT_HAS_EXPIRED', 'its certificate has expired'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'NODE_EXTRA_CA_CERTS'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'NODE_EXTRA_CA_CERTS'],
  ])('describes %s', (code, words) => {
    expect(reasonOf(failed(code))).toContain(words);
  });

  it('describes a host whose addresses all refuse connections', () => {
    const cause = Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' });
    expect(reasonOf(Object.assign(new TypeError('fetch failed'), { cause }))).toBe('nothing listens there');
  });

  it('returns the first line of an unknown error', () => {
    expect(reasonOf(failed('ERR_NEW', 'something new\nof several lines'))).toBe('something new');
    expect(reasonOf(new TypeError('bad port'))).toBe('bad port');
  });
});

describe('answerOf', () => {
  it.each([
    [
      'names a file once',
      'page.1a2b.js: The content doesn’t match its hash',
      { 'contents.page.1a2b.js': 'The content doesn’t match its hash' },
      'page.1a2b.js: The content doesn’t match its hash',
    ],
    [
      'names the place of a field that the message names alone',
      'version: Not a semantic version',
      { 'modules.mf-notes.version': 'Not a semantic version' },
      'version: Not a semantic version\n  modules.mf-notes.version: Not a semantic version',
    ],
    ['leaves out a field that the message describes', 'Say why.', { reason: 'say why' }, 'Say why.'],
  ])('%s', async (_what, message, fields, said) => {
    const refusal = new Response(JSON.stringify({ message, fields }), { status: 400 });
    await expect(answerOf('https://console.example', refusal)).rejects.toThrow(new Error(said));
  });
});

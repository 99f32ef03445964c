import { connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import fastify from 'fastify';
import { isKnownHost, rejectUnknownHosts } from './known-host.js';

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

describe('rejectUnknownHosts', () => {
  it('refuses a request with two hosts, which a proxy may interpret differently', async () => {
    const app = fastify();
    rejectUnknownHosts(app, 'https://console.example');
    app.get('/', () => 'done');
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as { port: number };
    const statusWith = (...hosts: string[]): Promise<string | undefined> =>
      new Promise((resolve, reject) => {
        const lines = ['GET / HTTP/1.1', ...hosts.map((host) => `Host: ${host}`), 'Connection: close', '', ''];
        const socket = connect(port, '127.0.0.1', () => socket.write(lines.join('\r\n')));
        let answer = '';
        socket.on('data', (data: Buffer) => (answer += data.toString()));
        socket.on('error', reject);
        socket.on('close', () => resolve(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1]));
      });
    expect([await statusWith('a.example'), await statusWith('a.example', 'b.example')]).toEqual(['200', '400']);
    await app.close();
  });
});

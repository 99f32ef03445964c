import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { describeWithDatabase } from '../../testing/engines.js';
import { type TestServer, testServer } from '../../testing/test-server.js';

/** A connection that the server leaves open fails its test after this time instead of blocking it. */
const STILL_OPEN_MS = 4000;

describe('slow requests', () => {
  describeWithDatabase('limits on connections', (database) => {
    let server: TestServer | undefined;
    const sockets: Socket[] = [];
    afterEach(async () => {
      // First, because a server stops only once its connections have ended.
      for (const socket of sockets.splice(0)) socket.destroy();
      await server?.close();
    });

    /** Sends text. Returns the response once the server closes the connection, or reports that it stays open. */
    const send = (port: number, text: string): Promise<string> =>
      new Promise((resolve, reject) => {
        let received = '';
        const socket = connect(port, '127.0.0.1', () => socket.write(text));
        sockets.push(socket);
        socket.on('data', (data: Buffer) => (received += data.toString()));
        socket.on('end', () => resolve(received));
        socket.setTimeout(STILL_OPEN_MS, () => resolve(`still open: ${received}`));
        socket.on('error', reject);
      });

    const listen = async ({ app }: TestServer): Promise<number> => {
      await app.listen({ host: '127.0.0.1', port: 0 });
      return (app.server.address() as { port: number }).port;
    };

    it('has limits fit for the internet', async () => {
      server = await testServer(database());
      const { headersTimeout, requestTimeout, maxConnections } = server.app.server;
      expect({ headersTimeout, requestTimeout, maxConnections }).toEqual({
        headersTimeout: 15_000,
        requestTimeout: 60_000,
        maxConnections: 5_000,
      });
    });

    it.each([
      ['headers that never end', 'POST /api/session/ HTTP/1.1\r\nHost: localhost\r\n'],
      [
        'a body that never ends',
        'POST /api/session/ HTTP/1.1\r\nHost: localhost\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{',
      ],
    ])('ends a connection with %s', async (_, text) => {
      server = await testServer(database(), {}, { requestTimeoutMs: 200 });
      expect(await send(await listen(server), text)).toMatch(/^HTTP\/1\.1 408 /);
    });

    it('answers a body that takes too long after its headers, and closes the connection', async () => {
      server = await testServer(database(), {}, { bodyTimeMs: 200 });
      const head = 'POST /api/session/ HTTP/1.1\r\nHost: localhost\r\ncontent-type: application/json\r\n';
      const answer = await send(await listen(server), `${head}content-length: 900\r\n\r\n{`);
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
      expect(answer).toContain('The request took too long to arrive. Check your connection and try again.');
    });
  });
});

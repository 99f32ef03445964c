import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { paymentsFor } from './stripe-client.js';
import { isAnswered } from './stripe-errors.js';

describe('isAnswered', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  /** The error of a change whose attempts end as listed: with a status, or cut off. */
  const errorOf = async (...attempts: (number | 'cut')[]): Promise<unknown> => {
    const server = createServer((request, response) => {
      const end = attempts.shift();
      if (end === 'cut') request.socket.destroy();
      else
        response
          .writeHead(end ?? 500, { 'content-type': 'application/json' })
          .end(JSON.stringify({ error: { type: 'api_error', message: 'Service Unavailable' } }));
    }).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const payments = paymentsFor({ stripe: undefined, sandboxUrl: `http://127.0.0.1:${port}` });
    return payments?.stripe.customers
      .create({}, { idempotencyKey: 'key-of-this-test' })
      .catch((error: unknown) => error);
  };

  it('is true when every attempt has got an error', async () => {
    expect(isAnswered(await errorOf(500, 503))).toBe(true);
  });

  it('is false when an attempt has got no answer, whatever a later one got', async () => {
    expect(isAnswered(await errorOf('cut', 503))).toBe(false);
    expect(isAnswered(await errorOf('cut', 'cut'))).toBe(false);
  });
});

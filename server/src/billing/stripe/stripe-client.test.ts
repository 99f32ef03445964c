import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { paymentsFor } from './stripe-client.js';
import { hasProviderResponded, writeToStripe } from './stripe-errors.js';

describe('Stripe client retries', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  /** The result of a write whose attempts return these statuses or lose the connection (`cut`). */
  const outcomeOf = async (...attempts: (number | 'cut')[]): Promise<unknown> => {
    const server = createServer((request, response) => {
      const attempt = attempts.shift();
      if (attempt === 'cut') request.socket.destroy();
      else {
        const status = attempt ?? 500;
        const body = status < 400 ? { id: 'cus_1' } : { error: { type: 'api_error', message: 'Service Unavailable' } };
        response
          .writeHead(status, { 'content-type': 'application/json', ...(status === 429 && { 'retry-after': '0' }) })
          .end(JSON.stringify(body));
      }
    }).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const payments = paymentsFor({ stripe: undefined, sandboxUrl: `http://127.0.0.1:${port}` });
    return writeToStripe(async () =>
      payments?.stripe.customers.create({}, { idempotencyKey: 'key-of-this-test' }),
    ).catch((error: unknown) => error);
  };
  const errorOf = async (...attempts: (number | 'cut')[]): Promise<unknown> =>
    ((await outcomeOf(...attempts)) as Error).cause;

  it('retries a rate-limited call', async () => {
    expect(await outcomeOf(429, 429, 429, 200)).toMatchObject({ id: 'cus_1' });
  });

  it('reports that nothing changed when every attempt is rate limited', async () => {
    expect(await outcomeOf(429, 429, 429, 429, 429)).toMatchObject({
      code: 'provider_busy',
      message: 'The payment provider is busy, so nothing was changed. Try again in a minute.',
    });
  });

  it('reports `provider_unavailable` when an earlier attempt got no response', async () => {
    expect(await outcomeOf('cut', 429, 429, 429, 429, 429)).toMatchObject({ code: 'provider_unavailable' });
  });

  it('counts a call as completed when every attempt got an error response', async () => {
    expect(hasProviderResponded(await errorOf(500, 503))).toBe(true);
  });

  it('counts a call as unconfirmed when any attempt got no response', async () => {
    expect(hasProviderResponded(await errorOf('cut', 503))).toBe(false);
    expect(hasProviderResponded(await errorOf('cut', 'cut'))).toBe(false);
  });
});

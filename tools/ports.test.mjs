// @ts-check
import { expect, it } from '@jest/globals';
import { once } from 'node:events';
import net from 'node:net';
import { assertFree, isFree } from './ports.mjs';

it('names a port in use, and the next step', async () => {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {net.AddressInfo} */ (server.address());
  expect(await isFree(port)).toBe(false);
  await expect(assertFree([0, port], 'Take another one.')).rejects.toThrow(
    `Port ${port} is in use by another program. Take another one.`,
  );
  await new Promise((resolve) => server.close(resolve));
  await assertFree([port], 'Take another one.');
});

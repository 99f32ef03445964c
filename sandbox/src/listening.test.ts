import { afterEach, expect, it } from '@jest/globals';
import fastify, { type FastifyInstance } from 'fastify';
import { listenOn } from './listening.js';

const started: FastifyInstance[] = [];
function anApp(): FastifyInstance {
  const app = fastify();
  started.push(app);
  return app;
}
afterEach(() => Promise.all(started.splice(0).map((app) => app.close())));

it('listens on any free port of the loopback interface', async () => {
  expect(await listenOn(anApp())).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d+$/);
});

it('reports that another program uses the port', async () => {
  const { port } = new URL(await listenOn(anApp()));
  await expect(listenOn(anApp(), port)).rejects.toThrow(
    `Port ${port} is in use by another program. Choose another with SANDBOX_PORT.`,
  );
});

it.each(['eighty', '-1', '65536', '80.5'])('rejects the port %s', async (wished) => {
  await expect(listenOn(anApp(), wished)).rejects.toThrow(
    `SANDBOX_PORT must be a whole number from 0 to 65535, but is "${wished}".`,
  );
});

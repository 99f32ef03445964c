/**
 * Waits for handlers when the server stops. Fastify waits for connections, but a handler continues after its caller
 * disconnects, and may be about to store a payment's outcome.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { AppError } from '../errors/app-error.js';

/** A request that a proxy had already sent when the server started to stop arrives within this time. */
export const LAST_REQUESTS_MS = 100;

/** One turn to accept a connection, one to read its request. */
const QUIET_TURNS = 2;
/** Callers that never pause don't prevent the stop. */
const MAX_TURNS = 1000;

const stopping = (): AppError => new AppError(503, 'stopping', 'The server is restarting. Try again in a moment.');

/**
 * Closes connections without a running request when the server stops, including unused ones, which browsers open in
 * advance. Node closes only those that have had a request, and a stop would wait for the others. Requests already sent
 * are answered first.
 */
function closeUnusedConnections(app: FastifyInstance): void {
  const open = new Map<Socket, number>();
  let accepted = 0;
  let closing = false;
  const count = (socket: Socket, change: number): void => {
    const requests = (open.get(socket) ?? 0) + change;
    if (open.has(socket)) open.set(socket, requests);
    if (closing && requests === 0) socket.destroySoon();
  };
  // A busy process may not have noticed requests that arrived: its event loop accepts one connection per turn.
  const everythingArrived = async (): Promise<void> => {
    const arrived = (): number => [...open.keys()].reduce((sum, { bytesRead }) => sum + bytesRead, accepted);
    for (let turns = 0, quiet = 0; quiet < QUIET_TURNS && turns < MAX_TURNS; turns += 1) {
      const before = arrived();
      await turn();
      quiet = arrived() === before ? quiet + 1 : 0;
    }
  };
  app.server.on('connection', (socket: Socket) => {
    accepted += 1;
    open.set(socket, 0);
    socket.once('close', () => open.delete(socket));
  });
  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });
  // The gateway closes its own websockets.
  app.server.on('upgrade', ({ socket }: IncomingMessage) => open.delete(socket));
  app.addHook('preClose', async () => {
    if (app.server.listening) {
      await pause(LAST_REQUESTS_MS);
      await everythingArrived();
    }
    closing = true;
    for (const socket of open.keys()) count(socket, 0);
  });
}

/** Register it before the routes, and close the database after the app. */
export function waitForHandlers(app: FastifyInstance): void {
  const running = new Set<Promise<unknown>>();
  let closed = false;

  app.addHook('onRoute', (route: RouteOptions) => {
    const { handler } = route;
    route.handler = function (this: FastifyInstance, request: FastifyRequest, reply) {
      // Nobody is connected anymore: this caller disconnected before the handler started.
      if (closed) throw stopping();
      const result: unknown = handler.call(this, request, reply);
      if (!(result instanceof Promise)) return result;
      const ended = result.catch(() => undefined).finally(() => running.delete(ended));
      running.add(ended);
      return result;
    };
  });

  closeUnusedConnections(app);

  // Runs once no connection is left.
  app.addHook('onClose', async () => {
    closed = true;
    await Promise.all(running);
  });
}

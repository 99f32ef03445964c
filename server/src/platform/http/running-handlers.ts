/**
 * Waits for handlers when the server stops. Fastify waits for connections, but a handler goes on after its caller has hung up,
 * and may be about to store the outcome of a payment.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { AppError } from '../errors/app-error.js';

/** A request that a proxy had sent when the server began to stop arrives within this time. */
export const LAST_REQUESTS_MS = 100;

/** One in which a connection is taken, one in which its request is read. */
const QUIET_TURNS = 2;
/** Callers that never pause don't keep the server from stopping. */
const MAX_TURNS = 1000;

const stopping = (): AppError => new AppError(503, 'stopping', 'The server is restarting. Try again in a moment.');

/**
 * Closes connections without a running request when the server stops, also those that never sent one, as browsers open in
 * advance. Node closes only those that have had a request, and a stop would wait for the others. What callers had sent by then is
 * answered before.
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
  // A busy process may not have noticed what arrived in that time: its event loop takes one connection in each turn.
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
  // A websocket belongs to the gateway, which says goodbye.
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
      // Nobody is connected any more. This caller has hung up before the handler began.
      if (closed) throw stopping();
      const result: unknown = handler.call(this, request, reply);
      if (!(result instanceof Promise)) return result;
      const ended = result.catch(() => undefined).finally(() => running.delete(ended));
      running.add(ended);
      return result;
    };
  });

  closeUnusedConnections(app);

  // Runs when no connection is left.
  app.addHook('onClose', async () => {
    closed = true;
    await Promise.all(running);
  });
}

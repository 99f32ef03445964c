/**
 * Waits for handlers when the server stops. Fastify waits for connections, but a handler goes on after its caller has hung up,
 * and may be about to store the outcome of a payment.
 */
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { AppError } from './app-error.js';

const stopping = (): AppError => new AppError(503, 'stopping', 'The server is restarting. Try again in a moment.');

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

  // Runs when no connection is left.
  app.addHook('onClose', async () => {
    closed = true;
    await Promise.all(running);
  });
}

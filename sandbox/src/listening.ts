/** Starts listening. The sandbox listens only on loopback, because anyone who can reach it can act as a provider. */
import type { FastifyInstance } from 'fastify';

/**
 * @param wished the value of `SANDBOX_PORT`; any free port by default
 * @returns the address
 * @throws Error with a message for the person who started it, if the value isn't a port or another program uses the
 * port
 */
export async function listenOn(app: FastifyInstance, wished = '0'): Promise<string> {
  const port = Number(wished);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`SANDBOX_PORT must be a whole number from 0 to 65535, but is "${wished}".`);
  }
  try {
    return await app.listen({ host: '127.0.0.1', port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Error(`Port ${port} is in use by another program. Choose another with SANDBOX_PORT.`, { cause: error });
  }
}

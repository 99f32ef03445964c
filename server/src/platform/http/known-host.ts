/**
 * Without a configured host name, the console only responds at IP addresses and `localhost`. Otherwise another site
 * could point its name at this server (DNS rebinding) and read the console as its own origin.
 */
import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors/app-error.js';

/** @param host from the request, with or without a port */
export function isKnownHost(host: string, publicUrl: string | undefined): boolean {
  if (publicUrl !== undefined) return true;
  const address = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';
  const name = address.replace(/^\[|\]$/g, '');
  return name === 'localhost' || name.endsWith('.localhost') || isIP(name) !== 0;
}

export function rejectUnknownHosts(app: FastifyInstance, publicUrl: string | undefined): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { rawHeaders } = request.raw;
    const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
    // Node reads the first one. A proxy may have used another.
    if (hosts.length > 1) throw new AppError(400, 'malformed_request', 'The request names more than one host.');
    if (!isKnownHost(request.host, publicUrl)) {
      throw new AppError(
        421,
        'unknown_host',
        `This console isn’t available as "${request.host}". Open it as localhost, or set PUBLIC_URL to its address.`,
      );
    }
    done();
  });
}

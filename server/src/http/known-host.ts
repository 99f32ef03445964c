/**
 * Where nobody said under which name browsers reach the console, it answers under addresses and `localhost` alone. Another
 * site's name that is made to point here (DNS rebinding) would otherwise read the console as its own origin.
 */
import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Refusal } from './refusal.js';

/** @param host as the request says it, with or without a port */
export function isKnownHost(host: string, publicUrl: string | undefined): boolean {
  if (publicUrl !== undefined) return true;
  const address = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';
  const name = address.replace(/^\[|\]$/g, '');
  return name === 'localhost' || name.endsWith('.localhost') || isIP(name) !== 0;
}

export function refuseUnknownHosts(app: FastifyInstance, publicUrl: string | undefined): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isKnownHost(request.host, publicUrl)) {
      throw new Refusal(
        421,
        'unknown_host',
        `This console does not answer as "${request.host}". Open it as localhost, or set PUBLIC_URL to its address.`,
      );
    }
    done();
  });
}

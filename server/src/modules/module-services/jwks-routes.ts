import type { FastifyInstance } from 'fastify';
import type { ModulesContext } from '../context.js';
import { KEY_ROTATION, keyRotationHandler, enqueueKeyRotation } from './key-rotation-job.js';
import { listSigningKeys, publicJwk, publishedKeysAt } from './signing-keys.js';

const MAX_AGE_SECONDS = 300;

/** The public keys that services verify the console's tokens with (RFC 7517). Public. */
export function jwksRoutes(app: FastifyInstance, { db, jobs, now }: ModulesContext): void {
  jobs.handle(KEY_ROTATION, keyRotationHandler(app.log));
  app.addHook('onListen', async () => {
    await enqueueKeyRotation(db, now());
  });

  app.get('/.well-known/jwks.json', async (_request, reply) => {
    const keys = publishedKeysAt(await listSigningKeys(db), now()).map(publicJwk);
    reply.type('application/json; charset=utf-8').header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`);
    return JSON.stringify({ keys });
  });
}

/**
 * Checks the keys of calls whose contract is `idempotent`. A key belongs to the content first sent with it (server rule
 * 6).
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { actorOf } from '../http/principal.js';
import type { Db } from '../database/tables.js';
import { findIdempotencyKey, fingerprintOf, hashOf, keyReused } from './idempotency-key.js';
import { claimKey } from './keys-repository.js';

const isIdempotent = ({ routeOptions }: FastifyRequest): boolean => routeOptions.config.contract?.idempotent === true;

/** Register it after the authentication hook, so that callers without access get that error first. */
export function checkIdempotencyKeys(app: FastifyInstance, db: Db): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (isIdempotent(request)) findIdempotencyKey(request);
    done();
  });

  // The last hook before the handler, so that invalid content doesn't use up a key.
  app.addHook('preHandler', async (request) => {
    const key = isIdempotent(request) ? findIdempotencyKey(request) : undefined;
    if (key === undefined) return;
    const { kind, id } = actorOf(request.principal);
    const fingerprint = fingerprintOf(request);
    const first = await claimKey(db, hashOf(kind, id, key), fingerprint);
    if (first !== fingerprint) throw keyReused();
  });
}

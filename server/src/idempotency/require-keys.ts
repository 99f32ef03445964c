/**
 * Requires a key for calls whose contract is `idempotent`. A key belongs to the content that it was first sent with
 * (server rule 6).
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { actorOf } from '../http/principal.js';
import type { Db } from '../database/tables.js';
import { hashOf, idempotencyKeyOf, keyReused } from './idempotency-key.js';
import { claimKey } from './keys-repository.js';

const isIdempotent = ({ routeOptions }: FastifyRequest): boolean => routeOptions.config.contract?.idempotent === true;

/** Requests for the same change have the same fingerprint: same call, practice and validated content. */
function fingerprintOf({ routeOptions, params, query, body }: FastifyRequest): string {
  return hashOf(routeOptions.config.contract?.name, params, query, body ?? null);
}

/** Register it after the authentication hook, so that callers without access get that error first. */
export function requireIdempotencyKeys(app: FastifyInstance, db: Db): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (isIdempotent(request)) idempotencyKeyOf(request);
    done();
  });

  // The last hook before the handler, so that invalid content doesn't use up a key.
  app.addHook('preHandler', async (request) => {
    if (!isIdempotent(request)) return;
    const { kind, id } = actorOf(request.principal);
    const fingerprint = fingerprintOf(request);
    const first = await claimKey(db, hashOf(kind, id, idempotencyKeyOf(request)), fingerprint);
    if (first !== fingerprint) throw keyReused();
  });
}

/** The `Idempotency-Key` header: one key names one change. */
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { idempotencyKey } from 'shared-api/contracts';
import { AppError } from '../errors/app-error.js';

const FORM = '8 to 100 letters, digits, hyphens or underscores, for example a UUID';

/** How long a key is remembered, in hours. The provider remembers our keys equally long. */
export const KEY_HOURS = 24;

export const hashOf = (...parts: unknown[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

export const keyReused = (): AppError =>
  new AppError(422, 'idempotency_key_reused', 'This Idempotency-Key was sent with another change. Use a new one.');

/** @returns undefined when the caller sent none @throws AppError `idempotency_key_invalid` */
export function findIdempotencyKey({ headers }: FastifyRequest): string | undefined {
  const header = headers['idempotency-key'];
  if (header === undefined) return undefined;
  const key = idempotencyKey.safeParse(header);
  if (!key.success) throw new AppError(400, 'idempotency_key_invalid', `The Idempotency-Key must be ${FORM}.`);
  return key.data;
}

const DERIVED = 'derived:';

/** How long a repeated request without a key counts as a double click after the first one completed, in seconds. */
export const DOUBLE_CLICK_S = 10;

export const isDerivedKey = (key: string): boolean => key.startsWith(DERIVED);

/** Requests for the same change have the same fingerprint: same call, practice and validated content. */
export function fingerprintOf({ routeOptions, params, query, body }: FastifyRequest): string {
  return hashOf(routeOptions.config.contract?.name, params, query, body ?? null);
}

/**
 * The caller's key, or one derived from the request: the same call with the same content is the same change while it is
 * unfinished and shortly after (server rule 6).
 *
 * @throws AppError `idempotency_key_invalid`
 */
export function idempotencyKeyOf(request: FastifyRequest): string {
  return findIdempotencyKey(request) ?? `${DERIVED}${fingerprintOf(request)}`;
}

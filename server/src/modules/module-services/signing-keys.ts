/**
 * The console's keys for tokens to services. A new key is published before it signs, and an old one stays published
 * until all of its tokens have expired, so services with a cached key set never meet an unknown key.
 */
import { randomUUID } from 'node:crypto';
import { type JWK, exportJWK, generateKeyPair } from 'jose';
import type { AuditContext } from '../../platform/audit/actor.js';
import { NO_PRACTICE, recordAudit } from '../../platform/audit/audit-log.js';
import type { Db, Row } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';

export const ALGORITHM = 'ES256';
export const TOKEN_SECONDS = 60;

const HOUR_MS = 3_600_000;
/** Services may cache the key set for minutes (common libraries: ten). */
export const PUBLISHED_AHEAD_MS = HOUR_MS;
/** Longer than a token's lifetime, with room for clock differences. */
export const PUBLISHED_AFTER_MS = TOKEN_SECONDS * 1000 + 10 * 60_000;
const SIGNING_DAYS = 30;
const SIGNING_MS = SIGNING_DAYS * 24 * HOUR_MS;

export type SigningKey = Row<'service_signing_keys'>;

/**
 * The key that signs now: the newest that has become active. A single key signs anyway, because the clock of the
 * replica that created it may be ahead. Pure function.
 *
 * @param keys oldest first
 */
export function signingKeyAt(keys: readonly SigningKey[], now: Date): SigningKey | undefined {
  return keys.filter(({ signs_from }) => signs_from <= now).at(-1) ?? keys[0];
}

/** The keys whose tokens may still be valid, and those that will sign. Pure function. @param keys oldest first */
export function publishedKeysAt(keys: readonly SigningKey[], now: Date): SigningKey[] {
  return keys.filter((_key, index) => {
    const next = keys[index + 1];
    return !next || now.getTime() < next.signs_from.getTime() + PUBLISHED_AFTER_MS;
  });
}

/** The public key for the key set. */
export function publicJwk({ kid, private_jwk: { kty, crv, x, y } }: SigningKey): JWK {
  return { kty, crv, x, y, kid, alg: ALGORITHM, use: 'sig' } as JWK;
}

/** Oldest first. */
export function listSigningKeys(db: Db): Promise<SigningKey[]> {
  return db.selectFrom('service_signing_keys').selectAll().orderBy('number').execute();
}

/** Replicas that create a key concurrently create one, because both use the same number. */
async function insertKey(db: Db, number: number, now: Date, signsFrom: Date): Promise<boolean> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const inserted = await db
    .insertInto('service_signing_keys')
    .values({
      number,
      kid: randomUUID(),
      private_jwk: JSON.stringify(await exportJWK(privateKey)),
      created_at: now,
      signs_from: signsFrom,
    })
    .onConflict((conflict) => conflict.column('number').doNothing())
    .executeTakeFirst();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Creates the first key, which signs immediately. Does nothing if one exists. */
export async function ensureSigningKey(db: Db, now: Date): Promise<void> {
  if ((await listSigningKeys(db)).length === 0) await insertKey(db, 1, now, now);
}

/**
 * Publishes the next key when the newest has signed for 30 days, and deletes keys that are no longer published. Creates
 * no first key: a console without services needs none.
 *
 * @returns true when it created a key
 */
export async function rotateWhenDue(db: Db, now: Date): Promise<boolean> {
  const keys = await listSigningKeys(db);
  const newest = keys.at(-1);
  if (!newest) return false;
  const published = new Set(publishedKeysAt(keys, now).map(({ number }) => number));
  const retired = keys.map(({ number }) => number).filter((number) => !published.has(number));
  if (retired.length > 0) await db.deleteFrom('service_signing_keys').where('number', 'in', retired).execute();
  if (now.getTime() - newest.signs_from.getTime() < SIGNING_MS) return false;
  return insertKey(db, newest.number + 1, now, new Date(now.getTime() + PUBLISHED_AHEAD_MS));
}

/**
 * Rotates manually. `immediately` is for a leaked key: the new key signs immediately, and all others are deleted.
 * Services with a cached key set refuse requests until they refetch it.
 */
export async function rotateNow(
  db: Db,
  { immediately }: { immediately: boolean },
  { actor, now }: AuditContext,
): Promise<SigningKey> {
  return inTransaction(db, async (transaction) => {
    const keys = await listSigningKeys(transaction);
    const signsFrom = new Date(now.getTime() + (immediately || keys.length === 0 ? 0 : PUBLISHED_AHEAD_MS));
    await insertKey(transaction, (keys.at(-1)?.number ?? 0) + 1, now, signsFrom);
    const all = await listSigningKeys(transaction);
    const created = all.at(-1);
    if (!created) throw new Error('The new signing key is missing.');
    if (immediately) {
      await transaction.deleteFrom('service_signing_keys').where('number', '<', created.number).execute();
    }
    await recordAudit(transaction, {
      practiceId: NO_PRACTICE,
      actor,
      at: now,
      action: immediately ? 'service_key.replace' : 'service_key.rotate',
      entity: 'service_key',
      entityId: created.kid,
      after: { signs_from: signsFrom },
    });
    return created;
  });
}

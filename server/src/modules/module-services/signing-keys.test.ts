import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { describeWithDatabase } from '../../testing/engines.js';
import { type TestServer, anonymousCaller, testAudit, testServer } from '../../testing/test-server.js';
import { enqueueKeyRotation } from './key-rotation-job.js';
import {
  PUBLISHED_AFTER_MS,
  PUBLISHED_AHEAD_MS,
  ensureSigningKey,
  listSigningKeys,
  publishedKeysAt,
  rotateNow,
  rotateWhenDue,
  signingKeyAt,
} from './signing-keys.js';

const A_DAY_MS = 86_400_000;
const start = new Date('2026-11-20T12:00:00Z');
const after = (ms: number): Date => new Date(start.getTime() + ms);

describeWithDatabase('keys for tokens to services', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer(database());
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.db.deleteFrom('service_signing_keys').execute();
    server.clock.now = start;
  });

  const keySet = async () => {
    const response = await server.call(anonymousCaller, 'GET', '/.well-known/jwks.json');
    return { response, keys: response.json<{ keys: Record<string, string>[] }>().keys };
  };
  const numbers = (keys: readonly { number: number }[]) => keys.map(({ number }) => number);

  it('publishes only public keys, to everyone', async () => {
    expect((await keySet()).keys).toEqual([]);
    await ensureSigningKey(server.db, start);
    const { response, keys } = await keySet();
    const [key] = await listSigningKeys(server.db);
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=300',
    });
    const { kty, crv, x, y, d } = key?.private_jwk ?? {};
    expect(keys).toEqual([{ kty, crv, x, y, kid: key?.kid, alg: 'ES256', use: 'sig' }]);
    expect(typeof d).toBe('string');
    expect(response.body).not.toContain(d);
  });

  it('creates one first key, also when replicas do so concurrently', async () => {
    await Promise.all([1, 2, 3].map(() => ensureSigningKey(server.db, start)));
    expect(numbers(await listSigningKeys(server.db))).toEqual([1]);
  });

  it('creates no key before the first service grant', async () => {
    expect(await rotateWhenDue(server.db, start)).toBe(false);
    expect(await listSigningKeys(server.db)).toEqual([]);
  });

  it('publishes the next key before it signs, and keeps the former one until its tokens have expired', async () => {
    await ensureSigningKey(server.db, start);
    expect(await rotateWhenDue(server.db, after(30 * A_DAY_MS - 1))).toBe(false);
    const due = 30 * A_DAY_MS;
    expect(await Promise.all([1, 2].map(() => rotateWhenDue(server.db, after(due))))).toContain(true);
    const keys = await listSigningKeys(server.db);
    const at = (ms: number) => [signingKeyAt(keys, after(ms))?.number, numbers(publishedKeysAt(keys, after(ms)))];
    expect(at(due)).toEqual([1, [1, 2]]);
    expect(at(due + PUBLISHED_AHEAD_MS - 1)).toEqual([1, [1, 2]]);
    expect(at(due + PUBLISHED_AHEAD_MS)).toEqual([2, [1, 2]]);
    expect(at(due + PUBLISHED_AHEAD_MS + PUBLISHED_AFTER_MS - 1)).toEqual([2, [1, 2]]);
    expect(at(due + PUBLISHED_AHEAD_MS + PUBLISHED_AFTER_MS)).toEqual([2, [2]]);
    expect(PUBLISHED_AFTER_MS).toBeGreaterThan(60_000);

    expect(await rotateWhenDue(server.db, after(31 * A_DAY_MS))).toBe(false);
    expect(numbers(await listSigningKeys(server.db))).toEqual([2]);
  });

  it('replaces a leaked key, and records who did it', async () => {
    await ensureSigningKey(server.db, start);
    const created = await rotateNow(server.db, { immediately: true }, testAudit(start));
    const keys = await listSigningKeys(server.db);
    expect([numbers(keys), signingKeyAt(keys, start)?.kid]).toEqual([[2], created.kid]);
    const entry = await server.db
      .selectFrom('audit_log')
      .select(['action', 'after'])
      .where('entity_id', '=', created.kid)
      .execute();
    expect(entry).toEqual([{ action: 'service_key.replace', after: { signs_from: start.toISOString() } }]);
  });

  it('rotates in the nightly job', async () => {
    await ensureSigningKey(server.db, after(-31 * A_DAY_MS));
    await enqueueKeyRotation(server.db, start);
    server.clock.now = after(A_DAY_MS);
    await server.app.jobs.drain();
    expect(numbers(await listSigningKeys(server.db))).toEqual([1, 2]);
  });
});

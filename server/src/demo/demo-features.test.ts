import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Db } from '../platform/database/tables.js';
import { inTransaction } from '../platform/database/transaction.js';
import { recompute } from '../billing/entitlements/recompute.js';
import { readUsage } from '../billing/entitlements/usage.js';
import { describeWithDatabase } from '../testing/engines.js';
import { type TestServer, testAudit, testServer } from '../testing/test-server.js';
import { addMissingFeatures } from './demo-features.js';
import { addGeneratedPractices } from './generated-practices.js';
import { addNamedPractices, namedPractices } from './named-practices.js';

describeWithDatabase('demo features', (database) => {
  let server: TestServer;
  let db: Db;
  beforeAll(async () => {
    server = await testServer(database());
    ({ db } = server);
    await addNamedPractices(db, testAudit());
    await addGeneratedPractices(db, 60, new Date());
  });
  afterAll(() => server.close());

  const entitlements = () =>
    db
      .selectFrom('practice_entitlements')
      .select(['practice_id', 'kind', 'name'])
      .orderBy('practice_id')
      .orderBy('kind')
      .orderBy('name')
      .execute();
  const flags = () =>
    db
      .selectFrom('practice_feature_flags')
      .select(['practice_id', 'name'])
      .orderBy('practice_id')
      .orderBy('name')
      .execute();

  it('creates varied features that match what recompute returns', async () => {
    const rows = await entitlements();
    expect(new Set(rows.map(({ practice_id: id }) => id)).size).toBeGreaterThan(30);
    expect(new Set(rows.map(({ name }) => name)).size).toBeGreaterThan(20);
    for (let practiceId = 1; practiceId <= 60; practiceId += 1) {
      const changed = await inTransaction(db, (transaction) => recompute(transaction, practiceId, testAudit()));
      expect([practiceId, changed]).toEqual([practiceId, false]);
    }
  });

  it('returns usage counts that match the stored features', async () => {
    const counts = new Map((await readUsage(db)).map(({ kind, name, practices }) => [`${kind} ${name}`, practices]));
    const rows = await entitlements();
    for (const name of ['core', 'phones']) {
      expect(counts.get(`bundle ${name}`)).toBe(
        rows.filter((row) => row.kind === 'bundle' && row.name === name).length,
      );
    }
    expect(counts.get('feature_flag fast_sync')).toBe(
      (await flags()).filter(({ name }) => name === 'fast_sync').length,
    );
  });

  it('adds features to unchanged practices of an earlier version', async () => {
    const before = [await entitlements(), await flags()];
    const [kept, bare] = [namedPractices.length + 1, namedPractices.length + 2];
    for (const table of [
      'practice_entitlements',
      'entitlement_grants',
      'entitlement_versions',
      'practice_feature_flags',
    ] as const) {
      await db.deleteFrom(table).where('practice_id', '=', bare).execute();
    }
    await db.deleteFrom('practice_entitlements').where('practice_id', '=', kept).execute();
    await addMissingFeatures(db, new Date());
    const of = <Row extends { practice_id: number }>(rows: readonly Row[]) =>
      rows.filter(({ practice_id: id }) => id !== kept);
    expect([of(await entitlements()), of(await flags())]).toEqual(
      before.map((rows) => of<{ practice_id: number }>(rows)),
    );
    expect((await entitlements()).some(({ practice_id: id }) => id === kept)).toBe(false);
  });
});

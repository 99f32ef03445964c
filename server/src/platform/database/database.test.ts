import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { systemActor } from '../audit/actor.js';
import { recordAudit } from '../audit/audit-log.js';
import { createPmsUnit, hasPmsUnit, upsertProviders } from '../../practices/pms/pms-units.js';
import { describeOnEveryEngine } from '../../testing/engines.js';
import { newPostgres, openTestPostgres } from '../../testing/test-databases.js';
import { createTestPractice } from '../../testing/test-server.js';
import { isMigrated, knownMigrations, migrate } from './migrate.js';
import type { Db } from './tables.js';
import { inTransaction, sqlState } from './transaction.js';

const failure = (code: string): Error => Object.assign(new Error(`database said ${code}`), { code });

describeOnEveryEngine('database', (database, engine) => {
  let db: Db;
  beforeAll(() => {
    ({ db } = database());
  });

  const audit = () =>
    recordAudit(db, {
      practiceId: 7,
      actor: systemActor('Test'),
      at: new Date(),
      action: 'settings.save',
      entity: 'thing',
      entityId: '1',
      after: { a: 1 },
    });

  it('runs migrations once', async () => {
    expect(await isMigrated(db)).toBe(true);
    expect(await migrate(db)).toEqual([]);
  });

  it.each([
    ['changed', sql`update audit_log set actor_name = 'somebody else'`],
    ['deleted', sql`delete from audit_log`],
    ['emptied', sql`truncate audit_log`],
  ])('prevents the audit log from being %s', async (_how, statement) => {
    await audit();
    const before = await db.selectFrom('audit_log').selectAll().orderBy('id').execute();
    await expect(statement.execute(db)).rejects.toThrow('append-only');
    expect(await db.selectFrom('audit_log').selectAll().orderBy('id').execute()).toEqual(before);
  });

  it('refuses providers of a practice without a PMS unit', async () => {
    const practiceId = await createTestPractice(db);
    const provider = { provider_id: 1, first_name: 'Ann', last_name: 'Osei' };
    const refused = await upsertProviders(db, practiceId, [provider]).catch((error: unknown) => sqlState(error));
    expect(refused).toBe('23503');
    expect(await hasPmsUnit(db, practiceId)).toBe(false);
    expect(await createPmsUnit(db, practiceId, new Date())).toBe(true);
    expect(await createPmsUnit(db, practiceId, new Date())).toBe(false);
    await upsertProviders(db, practiceId, [provider]);
    expect(await hasPmsUnit(db, practiceId)).toBe(true);
  });

  it('refuses hours that break the rules, even in plain SQL', async () => {
    const practiceId = await createTestPractice(db);
    const row = sql`insert into weekly_hours (practice_id, provider_id, same_as_office_hours, mon_beg, mon_end) values (${practiceId}, 0, false, 600, 540)`;
    expect(await row.execute(db).catch((error: unknown) => sqlState(error))).toBe('23514');
  });

  describe('inTransaction', () => {
    it.each(['40001', '40P01'])('reruns a transaction that the database aborts with %s', async (code) => {
      let runs = 0;
      const result = await inTransaction(db, async (transaction) => {
        runs += 1;
        const practiceId = await createTestPractice(transaction, { name: `Run ${runs} of ${code}` });
        if (runs < 3) throw failure(code);
        return practiceId;
      });
      expect(runs).toBe(3);
      const remaining = await db
        .selectFrom('practices')
        .select(['id', 'name'])
        .where('name', 'like', `Run % of ${code}`)
        .execute();
      expect(remaining).toEqual([{ id: result, name: `Run 3 of ${code}` }]);
    });

    it('throws the last error when the database keeps aborting the transaction', async () => {
      let runs = 0;
      const work = inTransaction(db, () => {
        runs += 1;
        return Promise.reject(failure('40001'));
      });
      await expect(work).rejects.toMatchObject({ code: '40001' });
      expect(runs).toBe(6);
    });

    it('rolls back without rerunning after any other error', async () => {
      let runs = 0;
      const work = inTransaction(db, async (transaction) => {
        runs += 1;
        await createTestPractice(transaction, { name: 'Undone' });
        throw failure('23505');
      });
      await expect(work).rejects.toMatchObject({ code: '23505' });
      expect(runs).toBe(1);
      expect(await db.selectFrom('practices').select('id').where('name', '=', 'Undone').execute()).toEqual([]);
    });

    it('rolls back nested work with the outer transaction', async () => {
      const work = inTransaction(db, async (outer) => {
        await inTransaction(outer, (inner) => createTestPractice(inner, { name: 'Joined' }));
        throw failure('oops');
      });
      await expect(work).rejects.toThrow('oops');
      expect(await db.selectFrom('practices').select('id').where('name', '=', 'Joined').execute()).toEqual([]);
    });
  });

  if (engine === 'postgres') {
    it('reruns a transaction after a real deadlock', async () => {
      const [one, two] = [await createTestPractice(db), await createTestPractice(db)];
      const rename = (first: number, second: number, name: string) =>
        inTransaction(db, async (transaction) => {
          await transaction.updateTable('practices').set({ name }).where('id', '=', first).execute();
          await sql`select pg_sleep(0.2)`.execute(transaction);
          await transaction.updateTable('practices').set({ name }).where('id', '=', second).execute();
        });
      await Promise.all([rename(one, two, 'Left'), rename(two, one, 'Right')]);
      const rows = await db.selectFrom('practices').select('name').where('id', 'in', [one, two]).execute();
      expect(new Set(rows.map(({ name }) => name)).size).toBe(1);
    });

    it('assigns each practice id once when many are added concurrently', async () => {
      const ids = await Promise.all(Array.from({ length: 20 }, () => createTestPractice(db)));
      expect(new Set(ids).size).toBe(20);
    });
  }
});

describe('when servers start concurrently', () => {
  let fresh: Awaited<ReturnType<typeof newPostgres>>;
  beforeAll(async () => {
    fresh = await newPostgres();
  });
  afterAll(() => fresh.drop());

  it('applies each migration once', async () => {
    const servers = Array.from({ length: 4 }, () => openTestPostgres(fresh.url));
    const applied = (await Promise.all(servers.map(({ db }) => migrate(db)))).flat();
    expect(applied.sort()).toEqual(await knownMigrations());
    await Promise.all(servers.map((server) => server.close()));
  });
});

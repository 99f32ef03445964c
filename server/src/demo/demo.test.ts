import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type WeeklyHoursRecord, rowProblems, weekMinutes } from 'shared-api/contracts';
import type { Db } from '../platform/database/tables.js';
import { readWeeklyHours } from '../hours/schedules/weekly-hours-service.js';
import { hasPmsUnit } from '../practices/pms/pms-units.js';
import { describeOnEveryEngine, describeWithDatabase } from '../testing/engines.js';
import {
  type TestServer,
  createTestPractice,
  testAudit,
  anonymousCaller,
  quickCost,
  testServer,
} from '../testing/test-server.js';
import { demoPassword, demoPeople } from './demo-people.js';
import { listMembers } from '../access/members/members-service.js';
import { seedDemo } from './demo-steps.js';

const now = new Date('2026-11-20T15:00:00Z');

const contentOf = async (db: Db) => ({
  practices: await db.selectFrom('practices').selectAll().orderBy('id').execute(),
  providers: await db.selectFrom('pms_providers').selectAll().orderBy('practice_id').orderBy('provider_id').execute(),
  weeks: await db.selectFrom('weekly_hours').selectAll().orderBy('practice_id').orderBy('provider_id').execute(),
  versions: await db.selectFrom('weekly_hours_versions').selectAll().orderBy('practice_id').execute(),
  people: await db
    .selectFrom('people')
    .select(['email', 'name', 'super_admin', 'task_admin', 'internal'])
    .orderBy('email')
    .execute(),
});
/** The content created on one engine, for comparison with the other's. */
let firstContent: Awaited<ReturnType<typeof contentOf>> | undefined;

describeOnEveryEngine('demo', (database) => {
  let server: TestServer;
  let db: Db;
  const seed = (practices: number) => seedDemo(db, { practices, now, cost: quickCost });
  const hours = async (practiceId: number) => (await readWeeklyHours(db, practiceId)).records;
  const providersOf = async (practiceId: number) => (await hours(practiceId)).slice(1);
  const follows = (record: WeeklyHoursRecord) => record['same-as-office-hours'];

  beforeAll(async () => {
    server = await testServer(database(), { DEMO: '1' });
    ({ db } = server);
    expect(await seed(30)).toBe(true);
  });
  afterAll(() => server.close());

  it('signs in each demo person with their practices and flags', async () => {
    for (const { email, practices: practiceIds, flags } of demoPeople) {
      const response = await server.call(anonymousCaller, 'POST', '/api/session/', { email, password: demoPassword });
      const session = response.json<{ practices: { id: number }[]; flags: object }>();
      expect(session.practices.map(({ id }) => id).sort()).toEqual(practiceIds);
      expect(session.flags).toMatchObject(flags);
    }
  });

  it('signs in with the demo’s password after the password rule becomes stricter', async () => {
    const [{ email }] = demoPeople as [(typeof demoPeople)[number]];
    await db.updateTable('people').set({ password_rule: 1 }).where('email', '=', email).execute();
    await seed(30);
    const response = await server.call(anonymousCaller, 'POST', '/api/session/', { email, password: demoPassword });
    expect(response.statusCode).toBe(200);
  });

  it('has the practices that scripts rely on', async () => {
    const practices = (await contentOf(db)).practices;
    expect(practices).toHaveLength(30);
    expect(practices.slice(0, 4).map(({ id, name, pms_name }) => [id, name, pms_name])).toEqual([
      [1, 'Bright Smiles Dental', 'opendental'],
      [2, 'Lakeside Orthodontics', 'dentrix'],
      [3, 'Harbor Pediatric Dentistry', 'eaglesoft16'],
      [4, 'Bright Smiles North', 'opendental'],
    ]);
    expect(practices[3]).toMatchObject({ parent_practice_id: 1, clinicnum: 3 });
  });

  it('has a practice without tables, and one with 60 providers', async () => {
    expect(await hasPmsUnit(db, 5)).toBe(false);
    expect(await providersOf(5)).toEqual([]);
    expect(await providersOf(6)).toHaveLength(60);
  });

  it('has several providers who follow the office and several who don’t', async () => {
    for (const practiceId of [1, 6]) {
      const providers = await providersOf(practiceId);
      expect(providers.filter(follows).length).toBeGreaterThan(2);
      expect(providers.filter((record) => !follows(record)).length).toBeGreaterThan(2);
    }
  });

  it('has providers without lunch, with evening hours, part-time and on Saturday', async () => {
    const own = (await providersOf(1)).filter((record) => !follows(record));
    expect(own.some((record) => record.mon_beg !== '' && record.mon_l_beg === '')).toBe(true);
    expect(own.some((record) => record.tue_end === '8:00 PM')).toBe(true);
    expect(own.some((record) => weekMinutes(record) < 20 * 60)).toBe(true);
    expect(own.some((record) => record.sat_beg !== '')).toBe(true);
  });

  it('follows every rule of weekly hours, also in generated practices', async () => {
    for (let practiceId = 1; practiceId <= 30; practiceId += 1) {
      const records = await hours(practiceId);
      expect(records.flatMap(rowProblems)).toEqual([]);
      expect(weekMinutes(records[0] as WeeklyHoursRecord)).toBeGreaterThan(0);
    }
  });

  it('writes audit entries like real changes', async () => {
    const rows = await db.selectFrom('audit_log').select(['action', 'practice_id']).execute();
    expect(rows).toContainEqual({ action: 'weekly_hours.save', practice_id: 1 });
    expect(rows).toContainEqual({ action: 'members.add', practice_id: 4 });
  });

  it('adds owners missing in an earlier version', async () => {
    const addresses = ['owner@lakeside.example', 'owner@harbor.example'];
    await db.deleteFrom('people').where('email', 'in', addresses).execute();
    await db.deleteFrom('demo_steps').where('name', '=', '010-owners').execute();
    await seed(30);
    for (const [practiceId, email] of [
      [2, 'owner@lakeside.example'],
      [3, 'owner@harbor.example'],
    ] as const) {
      const members = await listMembers(db, practiceId, new Date());
      expect(members.map((one) => [one.role, one.email.split('@')[0]])).toEqual([
        ['owner', 'owner'],
        ['staff', 'staff'],
      ]);
      expect(members[0]?.email).toBe(email);
    }
  });

  it('has a front desk with the right to spend, and others without it', async () => {
    const rightsOf = async (practiceId: number, email: string) =>
      (await listMembers(db, practiceId, new Date())).find((one) => one.email === email)?.rights;
    expect(await rightsOf(2, 'staff@lakeside.example')).toEqual(['billing.read', 'billing', 'settings', 'hours']);
    expect(await rightsOf(1, 'staff@bright-smiles.example')).not.toContain('billing');
    expect(await rightsOf(3, 'staff@harbor.example')).not.toContain('billing');
  });

  it('creates the data once, and adds practices when more are requested', async () => {
    const before = await contentOf(db);
    expect(await seed(30)).toBe(true);
    expect(await contentOf(db)).toEqual(before);
    await seed(36);
    const { practices } = await contentOf(db);
    expect(practices).toHaveLength(36);
    expect(practices.slice(0, 30)).toEqual(before.practices);
  });

  it('creates the same data on every database', async () => {
    const content = await contentOf(db);
    firstContent ??= content;
    expect(content).toEqual(firstContent);
  });
});

describeWithDatabase('when the database has data already', (database) => {
  it('adds no demo data', async () => {
    const { db } = database();
    await createTestPractice(db, { name: 'A real one' });
    expect(await seedDemo(db, { practices: 30, now: testAudit().now, cost: quickCost })).toBe(false);
    expect(await db.selectFrom('practices').select('name').execute()).toEqual([{ name: 'A real one' }]);
    expect(await db.selectFrom('people').select('id').execute()).toEqual([]);
  });
});

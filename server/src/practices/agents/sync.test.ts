import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AppointmentRow, BatchContent, FromAgent } from 'shared-api/agent';
import type { Db } from '../../platform/database/tables.js';
import { listProviders } from '../pms/pms-units.js';
import { helloOf, joinAgent } from '../../testing/test-agent.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { type TestServer, createTestPractice, testServer } from '../../testing/test-server.js';
import { replyTo } from './conversation.js';

const anAppointment = (id: number, over: Partial<AppointmentRow> = {}): AppointmentRow => ({
  appointment_id: id,
  provider_id: 1,
  clinic_num: 0,
  starts_at: 1_790_000_000,
  ends_at: 1_790_003_600,
  status: 'completed',
  status_id: 150,
  ...over,
});
const aProvider = (id: number, name = 'Hart') => ({ provider_id: id, first_name: 'Ann', last_name: name });
const aClinic = (id: number) => ({
  clinic_num: id,
  description: `Clinic ${id}`,
  address: '',
  address2: '',
  city: '',
  state: '',
  zip: '',
});
const aSchedule = (id: number, date = '2026-03-08') => ({
  schedule_id: id,
  provider_id: 1,
  date,
  begins: 480,
  ends: 1020,
});

describeWithDatabase('sync from an agent', (database) => {
  let server: TestServer;
  let db: Db;
  let practiceId: number;
  const now = new Date('2026-11-20T15:00:00Z');
  beforeAll(async () => {
    server = await testServer(database());
    ({ db } = server);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    practiceId = await createTestPractice(db, { providers: [] });
  });

  const line = () => ({ practiceId, connection: randomUUID(), ip: '10.0.0.1', userAgent: 'agent' });
  const say = async (message: FromAgent) => (await replyTo(db, line(), true, message, now)).send;
  const begin = (id: string, mode: 'full' | 'changes' = 'changes') =>
    say({ type: 'sync_begin', sync_id: id, command_id: null, mode });
  const batch = (id: string, number: number, content: BatchContent) =>
    say({ type: 'batch', sync_id: id, number, content });
  const end = (id: string, batches: number) => say({ type: 'sync_end', sync_id: id, batches });
  const full = async (id: string, ...contents: BatchContent[]) => {
    await begin(id, 'full');
    for (const [index, content] of contents.entries()) await batch(id, index + 1, content);
    return end(id, contents.length);
  };
  const ids = async () => {
    const rows = await db.selectFrom('pms_appointments').selectAll().where('practice_id', '=', practiceId).execute();
    return rows.map((row) => row.appointment_id).sort();
  };
  const count = async (table: 'pms_clinics' | 'pms_schedules') =>
    (await db.selectFrom(table).select('practice_id').where('practice_id', '=', practiceId).execute()).length;
  const syncedAt = async () =>
    (await db.selectFrom('pms_units').selectAll().where('practice_id', '=', practiceId).executeTakeFirst())
      ?.last_synced_at;

  it('stores providers, clinics, appointments and schedules, and dates the data', async () => {
    expect(await syncedAt()).toBeNull();
    expect(
      await full(
        'a',
        { entity: 'providers', rows: [aProvider(1), aProvider(2, 'Brooks')] },
        { entity: 'clinics', rows: [aClinic(1)] },
        { entity: 'appointments', rows: [anAppointment(7)] },
        { entity: 'schedules', rows: [aSchedule(1)] },
      ),
    ).toEqual({ type: 'sync_finished', sync_id: 'a' });
    expect(await listProviders(db, practiceId)).toEqual([aProvider(2, 'Brooks'), aProvider(1)]);
    const row = await db
      .selectFrom('pms_appointments')
      .selectAll()
      .where('practice_id', '=', practiceId)
      .executeTakeFirst();
    expect(row).toMatchObject({
      appointment_id: 7,
      starts_at: new Date(1_790_000_000_000),
      ends_at: new Date(1_790_003_600_000),
      status: 'completed',
      status_id: 150,
    });
    const schedule = await db
      .selectFrom('pms_schedules')
      .selectAll()
      .where('practice_id', '=', practiceId)
      .executeTakeFirst();
    expect(schedule).toMatchObject({ date: '2026-03-08', begins: 480, ends: 1020 });
    expect([await count('pms_clinics'), await syncedAt()]).toEqual([1, now]);
  });

  it('adds and changes rows in a sync of changes, and keeps the others', async () => {
    await full('a', { entity: 'appointments', rows: [anAppointment(1), anAppointment(2)] });
    await begin('b');
    await batch('b', 1, {
      entity: 'appointments',
      rows: [anAppointment(2, { status: 'cancelled' }), anAppointment(3)],
    });
    await end('b', 1);
    expect(await ids()).toEqual([1, 2, 3]);
    const row = await db
      .selectFrom('pms_appointments')
      .select('status')
      .where('practice_id', '=', practiceId)
      .where('appointment_id', '=', 2)
      .executeTakeFirst();
    expect(row).toEqual({ status: 'cancelled' });
  });

  it('removes rows that a full sync did not send, only from this practice', async () => {
    const rows: BatchContent[] = [
      { entity: 'providers', rows: [aProvider(1), aProvider(2)] },
      { entity: 'clinics', rows: [aClinic(1), aClinic(2)] },
      { entity: 'appointments', rows: [anAppointment(1), anAppointment(2)] },
      { entity: 'schedules', rows: [aSchedule(1, '2026-12-01'), aSchedule(2, '2026-12-01')] },
    ];
    await full('a', ...rows);
    const mine = practiceId;
    practiceId = await createTestPractice(db, { providers: [] });
    await full('a', ...rows);
    practiceId = mine;

    await begin('b', 'full');
    await batch('b', 1, { entity: 'appointments', rows: [anAppointment(2)] });
    await batch('b', 2, { entity: 'providers', rows: [aProvider(2)] });
    expect(await ids()).toEqual([1, 2]);
    await end('b', 2);
    expect(await ids()).toEqual([2]);
    expect([await count('pms_clinics'), await count('pms_schedules')]).toEqual([0, 0]);
    expect((await listProviders(db, practiceId)).map((provider) => provider.provider_id)).toEqual([2]);
    const all = await db.selectFrom('pms_providers').select('active').where('practice_id', '=', mine).execute();
    expect(all.map(({ active }) => active).sort()).toEqual([false, true]);
    practiceId = mine + 1;
    expect(await ids()).toEqual([1, 2]);
  });

  it('accepts each batch once, in order', async () => {
    await begin('a');
    const first: BatchContent = { entity: 'appointments', rows: [anAppointment(1)] };
    expect(await batch('a', 2, first)).toMatchObject({ type: 'refused', code: 'out_of_order', received: 0 });
    const acknowledged = { type: 'acknowledged', sync_id: 'a', number: 1 };
    expect(await batch('a', 1, first)).toEqual(acknowledged);
    expect(await batch('a', 1, { entity: 'appointments', rows: [anAppointment(99)] })).toEqual(acknowledged);
    expect(await ids()).toEqual([1]);
    expect(await end('a', 2)).toMatchObject({ code: 'out_of_order', received: 1 });
    expect(await end('a', 1)).toEqual({ type: 'sync_finished', sync_id: 'a' });
    expect(await end('a', 1)).toEqual({ type: 'sync_finished', sync_id: 'a' });
    expect(await batch('a', 2, first)).toMatchObject({ code: 'unknown_sync' });
  });

  it('keeps the last of two equal rows in a batch', async () => {
    await begin('a');
    await batch('a', 1, { entity: 'providers', rows: [aProvider(1, 'Old'), aProvider(1, 'New')] });
    expect(await listProviders(db, practiceId)).toEqual([aProvider(1, 'New')]);
  });

  it('refuses a sync without tables, and a batch of a sync that never started', async () => {
    expect(await batch('never', 1, { entity: 'providers', rows: [] })).toMatchObject({ code: 'unknown_sync' });
    expect(await end('never', 0)).toMatchObject({ code: 'unknown_sync' });
    practiceId = await createTestPractice(db);
    expect(await begin('a')).toMatchObject({ type: 'refused', code: 'no_tables', sync_id: 'a' });
  });

  it('abandons an earlier sync when another one starts', async () => {
    await begin('a', 'full');
    await begin('b');
    expect(await batch('a', 1, { entity: 'providers', rows: [] })).toMatchObject({ code: 'unknown_sync' });
    expect(await end('b', 0)).toMatchObject({ type: 'sync_finished' });
  });

  it('leaves an earlier sync’s record unchanged', async () => {
    await full('a', { entity: 'providers', rows: [aProvider(1)] });
    const recordOfA = () =>
      db
        .selectFrom('agent_syncs')
        .selectAll()
        .where('practice_id', '=', practiceId)
        .where('sync_id', '=', 'a')
        .executeTakeFirst();
    const before = await recordOfA();
    await begin('b');
    for (const number of [1, 2]) await batch('b', number, { entity: 'providers', rows: [aProvider(number)] });
    expect(await recordOfA()).toEqual(before);
    expect(before).toMatchObject({ state: 'finished', received: 1 });
  });

  it.each<[string, BatchContent]>([
    ['a day that does not exist', { entity: 'schedules', rows: [{ ...aSchedule(1), date: '2026-02-30' }] }],
    ['a schedule that ends before it begins', { entity: 'schedules', rows: [{ ...aSchedule(1), ends: 1 }] }],
    ['an appointment that ends before it starts', { entity: 'appointments', rows: [anAppointment(1, { ends_at: 1 })] }],
    ['a status id that is too large', { entity: 'appointments', rows: [anAppointment(1, { status_id: 2 ** 40 })] }],
  ])('refuses a batch with %s, and accepts the batch again with valid rows', async (_what, content) => {
    await begin('a');
    expect(await batch('a', 1, content)).toMatchObject({ type: 'refused', code: 'invalid', sync_id: 'a' });
    expect(await batch('a', 1, { entity: 'schedules', rows: [aSchedule(1)] })).toMatchObject({ number: 1 });
  });

  describe('when the connection breaks', () => {
    it('resumes on the next connection after the received batches', async () => {
      const first = await joinAgent(server, practiceId);
      first.say({ type: 'sync_begin', sync_id: 'long', command_id: null, mode: 'full' });
      for (const number of [1, 2]) {
        const content: BatchContent = { entity: 'appointments', rows: [anAppointment(number)] };
        first.say({ type: 'batch', sync_id: 'long', number, content });
        expect((await first.next('acknowledged')).number).toBe(number);
      }
      first.socket.terminate();
      await first.closed;

      const again = await joinAgent(server, practiceId, helloOf({ resume: 'long' }));
      expect(again.welcome.resume).toEqual({ sync_id: 'long', received: 2 });
      again.say({
        type: 'batch',
        sync_id: 'long',
        number: 3,
        content: { entity: 'appointments', rows: [anAppointment(3)] },
      });
      again.say({ type: 'sync_end', sync_id: 'long', batches: 3 });
      await again.next('sync_finished');
      expect(await ids()).toEqual([1, 2, 3]);
      await again.leave();
    });

    it('restarts when the server doesn’t know the sync', async () => {
      const agent = await joinAgent(server, practiceId, helloOf({ resume: 'forgotten' }));
      expect(agent.welcome.resume).toBeNull();
      await agent.leave();
    });
  });

  it('keeps its command from timing out while batches arrive', async () => {
    const agent = await joinAgent(server, practiceId);
    const id = randomUUID();
    const old = new Date(now.getTime() - 14 * 60_000);
    await db
      .insertInto('agent_commands')
      .values({
        practice_id: practiceId,
        id,
        kind: 'full_update',
        state: 'running',
        requested_at: old,
        requested_by: 'x',
        heard_at: old,
      })
      .execute();
    await say({ type: 'sync_begin', sync_id: 'a', command_id: id, mode: 'full' });
    await batch('a', 1, { entity: 'providers', rows: [] });
    const row = await db.selectFrom('agent_commands').select('heard_at').where('id', '=', id).executeTakeFirst();
    expect(row?.heard_at).toEqual(now);
    await agent.leave();
  });
});

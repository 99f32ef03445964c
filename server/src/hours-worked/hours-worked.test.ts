import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  type AnswerOf,
  type HoursWorked,
  type ProviderHours,
  type WeeklyHoursRecord,
  type readHoursStatus,
  timeKeys,
} from 'shared-api/contracts';
import { startSync, endSync, storeBatch } from '../agents/sync-service.js';
import { scheduleVersionOn } from '../hours/schedule-changes.js';
import { type WeekTimes, upsertWeeks } from '../hours/weekly-hours-repository.js';
import { describeWithDatabase } from '../testing/engines.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  testAudit,
  runJobs,
  signedIn,
  testServer,
} from '../testing/test-server.js';
import { currentInputs } from './computing.js';
import { listStaleDates } from './hours-worked-repository.js';
import { RECALCULATION } from './recalculation.js';
import { recomputeStaleDays } from './recomputation.js';

const noTimes = Object.fromEntries(timeKeys.map((key) => [key, null])) as WeekTimes;
/** Nine to five on Mondays with one hour of lunch. */
const mondays = { ...noTimes, mon_beg: 540, mon_end: 1020, mon_l_beg: 720, mon_l_end: 780 };

const people = [
  { provider_id: 7, first_name: 'Zoe', last_name: 'Adams' },
  { provider_id: 8, first_name: 'Ann', last_name: 'Osei' },
  { provider_id: 9, first_name: 'Gone', last_name: 'Baker', active: false },
];

/** Friday noon in Chicago. Its week is from November 15 to 21, its Monday is the 16th. */
const friday = new Date('2026-11-20T18:00:00Z');
const monday = '2026-11-16';
const hours = (count: number): number => count * 3600;

interface Opened {
  practiceId: number;
  caller: Caller;
}

describeWithDatabase('hours worked', (database, engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer(database());
  });
  afterAll(() => server.close());

  const open = async (): Promise<Opened> => {
    server.clock.now = friday;
    const practiceId = await createTestPractice(server.db, { providers: people });
    const week = { practice_id: practiceId, same_as_office_hours: false, times: mondays };
    await upsertWeeks(server.db, [
      { ...week, provider_id: 0 },
      { ...week, provider_id: 7 },
    ]);
    // A fixed time before the hours are computed, independent of the date of the test run.
    await server.db
      .updateTable('weekly_hours_versions')
      .set({ changed_at: new Date('2026-10-01T12:00:00Z') })
      .where('practice_id', '=', practiceId)
      .execute();
    const person = await createTestPerson(server.db, { practices: [practiceId], name: 'Olivia Owner' });
    return { practiceId, caller: await signedIn(server, person) };
  };
  let appointment = 0;
  const anAppointment = (
    practiceId: number,
    over: {
      provider_id?: number;
      starts: string;
      ends: string;
      status?: 'completed' | 'scheduled';
      status_id?: number;
    },
  ) => {
    appointment += 1;
    return server.db
      .insertInto('pms_appointments')
      .values({
        practice_id: practiceId,
        appointment_id: appointment,
        provider_id: over.provider_id ?? 7,
        clinic_num: 0,
        starts_at: new Date(over.starts),
        ends_at: new Date(over.ends),
        status: over.status ?? 'completed',
        status_id: over.status_id ?? null,
      })
      .execute();
  };
  const path = (practiceId: number, rest = '') => `/api/${practiceId}/provider-hours-worked/${rest}`;
  const read = async ({ practiceId, caller }: Opened, query = '?view_type=week&days=7&week_offset=0') => {
    const answer = await server.call(caller, 'GET', path(practiceId, query));
    expect(answer.statusCode).toBe(200);
    return { ...answer.json<HoursWorked>(), etag: String(answer.headers.etag) };
  };
  const providerIn = (answer: HoursWorked, id: number): ProviderHours | undefined =>
    answer.providers.find(({ provider_id }) => provider_id === id);
  const cellOf = async (opened: Opened, id = 7, date = monday) => providerIn(await read(opened), id)?.hours[date];
  const save = ({ practiceId, caller }: Opened, body: unknown, headers: Record<string, string> = {}) =>
    server.call(caller, 'POST', path(practiceId), body, headers);
  const edit = (over: object = {}, provider = '7', date = monday) => ({
    [provider]: { [date]: { date, employee_id: Number(provider), ...over } },
  });
  const recalculate = ({ practiceId, caller }: Opened) => {
    // The clock advances, so that the latest job can be recognized by its time.
    server.clock.now = new Date(server.clock.now.getTime() + 1);
    return server.call(caller, 'POST', path(practiceId, 'recalculate/'), { full_update: true });
  };
  const status = async ({ practiceId, caller }: Opened) =>
    (await server.call(caller, 'GET', path(practiceId, 'status/'))).json<AnswerOf<typeof readHoursStatus>>();
  const fieldsOf = (answer: { json(): unknown }) => (answer.json() as { fields: Record<string, string> }).fields;

  it('computes figures from weekly hours and completed appointments', async () => {
    const opened = await open();
    await anAppointment(opened.practiceId, { starts: '2026-11-16T15:00:00Z', ends: '2026-11-16T17:30:00Z' });
    await anAppointment(opened.practiceId, { starts: '2026-11-16T17:00:00Z', ends: '2026-11-16T18:00:00Z' });
    await anAppointment(opened.practiceId, {
      starts: '2026-11-17T15:00:00Z',
      ends: '2026-11-17T16:00:00Z',
      status: 'scheduled',
    });
    const answer = await read(opened);
    expect(answer).toMatchObject({
      dates: ['2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'],
      date_range: { start: '2026-11-15', end: '2026-11-21' },
      today: '2026-11-20',
      recalculation: null,
    });
    expect(answer.display_dates[1]).toBe('Mon 11/16');
    expect(answer.providers.map(({ provider_id }) => provider_id)).toEqual([7, 8]);
    expect(providerIn(answer, 7)).toMatchObject({
      total_hours_available: hours(7),
      total_hours_worked: hours(3),
      total_days_available: 1,
      total_days_worked: 1,
    });
    expect(providerIn(answer, 7)?.hours[monday]).toEqual({
      available_hours: hours(7),
      worked_hours: hours(3),
      modified_available_hours: null,
      modified_worked_hours: null,
    });
  });

  it('uses the office hours for a provider without hours of their own', async () => {
    expect(await cellOf(await open(), 8)).toMatchObject({ available_hours: hours(7) });
  });

  it("splits an appointment by day in the practice's time zone", async () => {
    const opened = await open();
    // 11 PM to 1 AM in Chicago.
    await anAppointment(opened.practiceId, { starts: '2026-11-17T05:00:00Z', ends: '2026-11-17T07:00:00Z' });
    expect((await cellOf(opened))?.worked_hours).toBe(hours(1));
    expect((await cellOf(opened, 7, '2026-11-17'))?.worked_hours).toBe(hours(1));
  });

  it('lists a provider who has left only in weeks with hours', async () => {
    const opened = await open();
    await anAppointment(opened.practiceId, {
      provider_id: 9,
      starts: '2026-11-09T15:00:00Z',
      ends: '2026-11-09T16:00:00Z',
    });
    const lastWeek = await read(opened, '?view_type=week&days=7&week_offset=-1');
    expect(providerIn(lastWeek, 9)).toMatchObject({ total_hours_worked: hours(1), total_hours_available: 0 });
    expect(providerIn(await read(opened), 9)).toBeUndefined();
  });

  it("counts Dentrix appointments with one of the practice's status ids", async () => {
    const opened = await open();
    await server.db.updateTable('practices').set({ pms_name: 'dentrix' }).where('id', '=', opened.practiceId).execute();
    const at = (hour: number, status_id: number) =>
      anAppointment(opened.practiceId, {
        starts: `2026-11-16T${hour}:00:00Z`,
        ends: `2026-11-16T${hour + 1}:00:00Z`,
        status_id,
      });
    await Promise.all([at(15, 150), at(16, -106), at(17, 13)]);
    expect((await cellOf(opened))?.worked_hours).toBe(hours(2));
  });

  it('saves overrides next to computed figures, and counts them in totals', async () => {
    const opened = await open();
    const before = await read(opened);
    const answer = await save(opened, edit({ available_hours: hours(6), worked_hours: hours(5.5) }), {
      'if-match': before.etag,
    });
    expect(answer.json()).toEqual({ status: 'success', message: 'Provider hours saved successfully' });
    const after = await read(opened);
    expect(after.etag).toBe(answer.headers.etag);
    expect(after.etag).not.toBe(before.etag);
    expect(providerIn(after, 7)).toMatchObject({
      total_hours_available: hours(6),
      total_hours_worked: hours(5.5),
      total_days_worked: 1,
    });
    expect(providerIn(after, 7)?.hours[monday]).toEqual({
      available_hours: hours(7),
      worked_hours: 0,
      modified_available_hours: hours(6),
      modified_worked_hours: hours(5.5),
    });
    const log = await server.db
      .selectFrom('audit_log')
      .select(['actor_name', 'before', 'after'])
      .where('practice_id', '=', opened.practiceId)
      .where('action', '=', 'hours_worked.save')
      .execute();
    expect(log).toEqual([
      {
        actor_name: 'Olivia Owner',
        before: { [`7.${monday}.available_hours`]: null, [`7.${monday}.worked_hours`]: null },
        after: { [`7.${monday}.available_hours`]: hours(6), [`7.${monday}.worked_hours`]: hours(5.5) },
      },
    ]);
  });

  it('removes an override when the original value is saved', async () => {
    const opened = await open();
    await save(opened, edit({ available_hours: hours(6) }));
    await save(opened, edit({ available_hours: hours(7) }));
    expect(await cellOf(opened)).toMatchObject({ modified_available_hours: null });
  });

  it('clears an override with null, also after the original has changed', async () => {
    const opened = await open();
    await save(opened, edit({ worked_hours: hours(6) }));
    await anAppointment(opened.practiceId, { starts: '2026-11-16T15:00:00Z', ends: '2026-11-16T17:00:00Z' });
    await recalculate(opened);
    await runJobs(server);
    expect((await save(opened, edit({ worked_hours: null }))).statusCode).toBe(200);
    expect(await cellOf(opened)).toMatchObject({ worked_hours: hours(2), modified_worked_hours: null });
  });

  it('keeps the version when a save changes nothing', async () => {
    const opened = await open();
    const first = await save(opened, edit({ available_hours: hours(6) }));
    const again = await save(opened, edit({ available_hours: hours(6) }));
    expect(again.headers.etag).toBe(first.headers.etag);
  });

  it.each([
    ['24.5 hours', edit({ worked_hours: hours(24.5) }), 400, `7.${monday}.worked_hours`],
    ['86,401 seconds', edit({ worked_hours: 86_401 }), 400, `7.${monday}.worked_hours`],
    ['-1 hour', edit({ worked_hours: -3600 }), 400, `7.${monday}.worked_hours`],
    ['text', edit({ worked_hours: 'ten' }), 400, `7.${monday}.worked_hours`],
    ['7.3 hours', edit({ worked_hours: hours(7.3) }), 422, `7.${monday}.worked_hours`],
    ['an unknown provider', edit({ worked_hours: 0 }, '77'), 422, `77.${monday}.worked_hours`],
    ['a date that does not exist', edit({ worked_hours: 0 }, '7', '2026-02-30'), 400, '7.2026-02-30'],
    [
      'another day than its key',
      { 7: { [monday]: { date: '2026-11-17', employee_id: 7, worked_hours: 0 } } },
      422,
      `7.${monday}.date`,
    ],
    [
      'another provider than its key',
      { 7: { [monday]: { date: monday, employee_id: 8, worked_hours: 0 } } },
      422,
      `7.${monday}.employee_id`,
    ],
    ['neither figure', edit(), 422, `7.${monday}`],
  ])('refuses %s with the rest of the batch, and saves nothing', async (_, wrong, status, field) => {
    const opened = await open();
    const right = edit({ worked_hours: hours(2) }, '8')['8'];
    const answer = await save(opened, { 8: right, ...wrong });
    expect(answer.statusCode).toBe(status);
    expect(Object.keys(fieldsOf(answer))).toContain(field);
    expect(await cellOf(opened, 8)).toMatchObject({ modified_worked_hours: null });
  });

  it('accepts the original figure although it is not a multiple of half an hour', async () => {
    const opened = await open();
    await anAppointment(opened.practiceId, { starts: '2026-11-16T15:00:00Z', ends: '2026-11-16T15:20:00Z' });
    expect((await save(opened, edit({ worked_hours: hours(2) }))).statusCode).toBe(200);
    expect((await save(opened, edit({ worked_hours: 1200 }))).statusCode).toBe(200);
    expect(await cellOf(opened)).toMatchObject({ worked_hours: 1200, modified_worked_hours: null });
  });

  it('names cells that someone else has changed meanwhile, and keeps their values', async () => {
    const opened = await open();
    const { etag } = await read(opened);
    await save(opened, edit({ worked_hours: hours(1) }));
    const answer = await save(opened, edit({ available_hours: hours(2), worked_hours: hours(3) }), {
      'if-match': etag,
    });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      code: 'stale_version',
      conflict: {
        changed_by: 'Olivia Owner',
        changes: [{ field: `7.${monday}.worked_hours`, changed_by: 'Olivia Owner' }],
      },
    });
    expect(await cellOf(opened)).toMatchObject({ modified_worked_hours: hours(1), modified_available_hours: null });
  });

  it('saves other cells, and the same value twice, without a conflict', async () => {
    const opened = await open();
    const { etag } = await read(opened);
    await save(opened, edit({ worked_hours: hours(1) }));
    const other = await save(opened, edit({ worked_hours: hours(3) }, '8'), { 'if-match': etag });
    const same = await save(opened, edit({ worked_hours: hours(1) }), { 'if-match': etag });
    expect([other.statusCode, same.statusCode]).toEqual([200, 200]);
  });

  it('updates figures with a recalculation, and keeps overrides', async () => {
    const opened = await open();
    await recalculate(opened);
    await runJobs(server);
    await save(opened, edit({ worked_hours: hours(5) }, '8'));
    await anAppointment(opened.practiceId, { starts: '2026-11-16T15:00:00Z', ends: '2026-11-16T16:00:00Z' });
    expect(await cellOf(opened)).toMatchObject({ available_hours: hours(7), worked_hours: 0 });

    expect((await recalculate(opened)).json()).toEqual({
      status: 'success',
      message: 'Provider hours recalculation started',
    });
    expect((await read(opened)).recalculation).toMatchObject({
      state: 'pending',
      percent: 0,
      requested_by: 'Olivia Owner',
    });
    await runJobs(server);
    const after = await read(opened);
    expect(after.recalculation).toMatchObject({
      state: 'done',
      percent: 100,
      range: { start: '2026-01-01', end: '2026-12-31' },
    });
    expect(providerIn(after, 7)?.hours[monday]).toMatchObject({ worked_hours: hours(1) });
    expect(providerIn(after, 8)?.hours[monday]).toMatchObject({ modified_worked_hours: hours(5) });
  });

  it('resumes a recalculation where it stopped before a restart', async () => {
    const opened = await open();
    await recalculate(opened);
    await runJobs(server);
    await anAppointment(opened.practiceId, { starts: '2026-11-02T15:00:00Z', ends: '2026-11-02T16:00:00Z' });
    await anAppointment(opened.practiceId, { starts: '2026-11-30T15:00:00Z', ends: '2026-11-30T16:00:00Z' });
    await recalculate(opened);
    // The state that the previous replica left: all days before the 29th are done.
    await server.db
      .updateTable('jobs')
      .set({ progress: JSON.stringify({ range: { start: '2026-11-01', end: '2026-11-30' }, next: '2026-11-29' }) })
      .where('practice_id', '=', opened.practiceId)
      .where('state', '=', 'pending')
      .execute();
    const half = await read(opened);
    expect(half.recalculation).toMatchObject({ state: 'pending', percent: 93 });
    await runJobs(server);
    const month = await read(opened, '?view_type=month&days=-1');
    const days = providerIn(month, 7)?.hours ?? {};
    expect([days['2026-11-02']?.worked_hours, days['2026-11-30']?.worked_hours]).toEqual([0, hours(1)]);
    expect(month.recalculation).toMatchObject({ state: 'done', percent: 100 });
  });

  it('uses PMS schedules when the settings say so', async () => {
    const opened = await open();
    const change = { additional_data: { use_pms_provider_schedule_for_utilization: true } };
    await server.call(opened.caller, 'POST', `/api/${opened.practiceId}/settings/update_practice_settings/`, change);
    await server.db
      .insertInto('pms_schedules')
      .values({ practice_id: opened.practiceId, schedule_id: 1, provider_id: 7, date: monday, begins: 600, ends: 780 })
      .execute();
    expect(await cellOf(opened)).toMatchObject({ available_hours: hours(3) });
    expect(await cellOf(opened, 8)).toMatchObject({ available_hours: 0 });
  });

  it('accepts the stored override although it is not a multiple of half an hour', async () => {
    const opened = await open();
    await anAppointment(opened.practiceId, { starts: '2026-11-16T15:00:00Z', ends: '2026-11-16T15:20:00Z' });
    await save(opened, edit({ worked_hours: hours(2) }));
    await server.db
      .updateTable('hours_worked_overrides')
      .set({ worked_seconds: 5000 })
      .where('practice_id', '=', opened.practiceId)
      .execute();
    expect((await save(opened, edit({ worked_hours: 5000 }))).statusCode).toBe(200);
    expect((await save(opened, edit({ worked_hours: 5001 }))).statusCode).toBe(422);
  });

  const storedDays = (practiceId: number) =>
    server.db.selectFrom('hours_worked').selectAll().where('practice_id', '=', practiceId).execute();
  const quota = (practiceId: number) =>
    server.db
      .selectFrom('jobs')
      .select('id')
      .where('practice_id', '=', practiceId)
      .where('kind', '=', RECALCULATION)
      .execute();
  const syncAppointment = async (practiceId: number, starts: string, ends: string) => {
    const now = server.clock.now;
    const sync_id = `sync-${appointment}`;
    appointment += 1;
    const row = {
      appointment_id: appointment,
      provider_id: 7,
      clinic_num: 0,
      starts_at: Date.parse(starts) / 1000,
      ends_at: Date.parse(ends) / 1000,
      status: 'completed' as const,
      status_id: null,
    };
    await startSync(server.db, practiceId, { type: 'sync_begin', sync_id, mode: 'changes', command_id: null }, now);
    const content = { entity: 'appointments' as const, rows: [row] };
    await storeBatch(server.db, practiceId, { type: 'batch', sync_id, number: 1, content }, now);
    await endSync(server.db, practiceId, { type: 'sync_end', sync_id, batches: 1 }, now);
  };

  it('stores nothing when figures are read', async () => {
    const opened = await open();
    await read(opened);
    await read(opened, '?view_type=month&days=-1');
    await server.call(
      opened.caller,
      'GET',
      path(opened.practiceId, 'summary/?start_date=2026-11-01&end_date=2026-11-30'),
    );
    expect(await storedDays(opened.practiceId)).toEqual([]);
  });

  it('recomputes automatically after a sync, without using a recalculation', async () => {
    const opened = await open();
    await recalculate(opened);
    await runJobs(server);
    await save(opened, edit({ available_hours: hours(3) }));
    const before = await status(opened);
    await syncAppointment(opened.practiceId, '2026-11-16T15:00:00Z', '2026-11-16T17:00:00Z');
    await syncAppointment(opened.practiceId, '2026-03-02T15:00:00Z', '2026-03-02T16:00:00Z');
    expect((await read(opened)).updating).toBe(true);
    expect((await status(opened)).updating).toBe(true);
    await runJobs(server);
    const after = await read(opened);
    expect(after.updating).toBe(false);
    expect(providerIn(after, 7)?.hours[monday]).toMatchObject({
      worked_hours: hours(2),
      modified_available_hours: hours(3),
    });
    const march = await server.db
      .selectFrom('hours_worked')
      .select('worked_seconds')
      .where('practice_id', '=', opened.practiceId)
      .where('date', '=', '2026-03-02')
      .where('provider_id', '=', 7)
      .execute();
    expect(march).toEqual([{ worked_seconds: hours(1) }]);
    expect((await status(opened)).version).not.toBe(before.version);
    expect(await quota(opened.practiceId)).toHaveLength(1);
  });

  it('recomputes automatically when weekly hours or settings change', async () => {
    const opened = await open();
    await recalculate(opened);
    await runJobs(server);
    const weekly = `/api/${opened.practiceId}/provider-hours/`;
    const list = (await server.call(opened.caller, 'GET', weekly)).json<{ message: WeeklyHoursRecord[] }>().message;
    const longer = list.map((row) => (row.provider_id === 7 ? { ...row, mon_end: '6:00 PM' } : row));
    expect((await server.call(opened.caller, 'POST', `${weekly}bulk_update/`, longer)).statusCode).toBe(200);
    await runJobs(server);
    expect(await cellOf(opened)).toMatchObject({ available_hours: hours(8) });
    const change = { additional_data: { use_pms_provider_schedule_for_utilization: true } };
    await server.call(opened.caller, 'POST', `/api/${opened.practiceId}/settings/update_practice_settings/`, change);
    await runJobs(server);
    expect(await cellOf(opened)).toMatchObject({ available_hours: 0 });
  });

  it('computes the latest remaining days first, after today and the pay period', async () => {
    const opened = await open();
    await recalculate(opened);
    await runJobs(server);
    await syncAppointment(opened.practiceId, '2026-11-16T15:00:00Z', '2026-11-16T17:00:00Z');
    const order: string[] = [];
    await recomputeStaleDays(
      {
        practiceId: opened.practiceId,
        id: 'job',
        input: {},
        progress: {},
        ...testAudit(),
        requestedAt: new Date(),
        attempt: 1,
      },
      {
        db: server.db,
        now: () => server.clock.now,
        signal: new AbortController().signal,
        async saveProgress(transaction) {
          const inputs = await currentInputs(transaction, opened.practiceId);
          const [latest] = await listStaleDates(transaction, opened.practiceId, inputs, 1);
          order.push(latest ?? 'none');
        },
      },
    );
    expect(order.slice(0, 2)).toEqual(['2026-12-31', '2026-12-03']);
    expect(order.at(-1)).toBe('none');
    await runJobs(server);
  });

  it('shows when and from which versions figures were computed', async () => {
    const opened = await open();
    await recalculate(opened);
    await runJobs(server);
    const [day] = await storedDays(opened.practiceId);
    const { schedule, ...versions } = await currentInputs(server.db, opened.practiceId);
    expect(day).toMatchObject({ ...versions, schedule_version: scheduleVersionOn(schedule, day?.date ?? '') });
    expect((await read(opened)).computed_at).toBe(Math.floor(server.clock.now.getTime() / 1000));
  });

  it.each([
    ['a week before the first day', '?view_type=week&days=7&week_offset=-1000', 'week_offset'],
    ['a week after this year', '?view_type=week&days=7&week_offset=10', 'week_offset'],
    ['a month after this year', '?view_type=month&days=-1&month_offset=2', 'month_offset'],
  ])('refuses %s at its field, and names the available days', async (_, query, field) => {
    const opened = await open();
    const answer = await server.call(opened.caller, 'GET', path(opened.practiceId, query));
    expect(answer.statusCode).toBe(422);
    expect(fieldsOf(answer)[field]).toBe('Hours are available from Jan 1, 2026 to Dec 31, 2026.');
  });

  it.each([
    ['a summary of three centuries', 'start_date=1900-01-01&end_date=2199-12-31'],
    ['a summary of days outside of the bounds', 'start_date=1950-01-01&end_date=1950-12-31'],
  ])('refuses %s', async (_, query) => {
    const opened = await open();
    const answer = await server.call(opened.caller, 'GET', path(opened.practiceId, `summary/?${query}`));
    expect(answer.statusCode).toBe(422);
  });

  it('refuses an edit outside the available days, and saves nothing', async () => {
    const opened = await open();
    const far = edit({ worked_hours: hours(1) }, '7', '2199-01-01');
    const answer = await save(opened, { 7: { ...far['7'], ...edit({ worked_hours: hours(1) })['7'] } });
    expect(answer.statusCode).toBe(422);
    expect(fieldsOf(answer)['7.2199-01-01.worked_hours']).toMatch(/^Hours are available from /);
    expect(await cellOf(opened)).toMatchObject({ modified_worked_hours: null });
  });

  it('starts with the first appointment, and deletes figures outside the available days', async () => {
    const opened = await open();
    await anAppointment(opened.practiceId, { starts: '2024-05-06T15:00:00Z', ends: '2024-05-06T16:00:00Z' });
    const far = { practice_id: opened.practiceId, provider_id: 7, available_seconds: 0, worked_seconds: 0 };
    await server.db
      .insertInto('hours_worked')
      .values({ ...far, date: '1931-01-01', computed_at: friday })
      .execute();
    await recalculate(opened);
    await runJobs(server);
    const days = (await storedDays(opened.practiceId)).map(({ date }) => date).sort();
    expect([days[0], days.at(-1)]).toEqual(['2024-05-06', '2026-12-31']);
  });

  it('replaces an unfinished recalculation with a newer one', async () => {
    const opened = await open();
    await recalculate(opened);
    await recalculate(opened);
    await runJobs(server);
    const jobs = await server.db
      .selectFrom('jobs')
      .select(['state', 'message'])
      .where('practice_id', '=', opened.practiceId)
      .where('kind', '=', RECALCULATION)
      .orderBy('state')
      .execute();
    expect(jobs).toEqual([
      { state: 'done', message: null },
      { state: 'failed', message: 'Replaced by a newer recalculation.' },
    ]);
  });

  it('allows 20 recalculations in 24 hours, and returns 429 with Retry-After after that', async () => {
    const opened = await open();
    // All requested at the same time: counting and adding is atomic.
    const answers = await Promise.all(Array.from({ length: 25 }, () => recalculate(opened)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20);
    const refused = await recalculate(opened);
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({
      error: 'Rate limit exceeded. You can recalculate provider hours up to 20 times in a 24-hour period.',
    });
    expect(refused.headers['retry-after']).toBe('86400');

    const asked = server.clock.now.getTime();
    const someoneAt = async (milliseconds: number) => {
      server.clock.now = new Date(asked + milliseconds);
      const caller = await signedIn(server, await createTestPerson(server.db, { practices: [opened.practiceId] }));
      return recalculate({ ...opened, caller });
    };
    expect((await someoneAt(86_400_000 - 1000)).statusCode).toBe(429);
    expect((await someoneAt(86_400_000 + 1000)).statusCode).toBe(200);
    await runJobs(server);
  });

  it('sums up hours between two days', async () => {
    const opened = await open();
    await anAppointment(opened.practiceId, { starts: '2026-11-16T15:00:00Z', ends: '2026-11-16T17:00:00Z' });
    const summary = (query: string) => server.call(opened.caller, 'GET', path(opened.practiceId, `summary/?${query}`));
    const answer = await summary('start_date=2026-11-01&end_date=2026-11-30');
    expect(answer.json<{ providers: unknown[] }>().providers[0]).toEqual({
      provider_id: 7,
      first_name: 'Zoe',
      last_name: 'Adams',
      total_hours_available: hours(35),
      total_hours_worked: hours(2),
      total_days_available: 5,
      total_days_worked: 1,
      // Mondays until the 20th. The 23rd and the 30th are in the future.
      hours_available_to_date: hours(21),
      hours_worked_to_date: hours(2),
    });
    expect((await summary('start_date=2026-11-30&end_date=2026-11-01')).statusCode).toBe(422);
    expect((await summary('start_date=2020-01-01&end_date=2026-11-01')).statusCode).toBe(422);
    expect((await summary('start_date=2026-11-31&end_date=2026-12-01')).statusCode).toBe(400);
  });

  it('returns an empty list for a practice without tables', async () => {
    server.clock.now = friday;
    const practiceId = await createTestPractice(server.db);
    const caller = await signedIn(server, await createTestPerson(server.db, { practices: [practiceId] }));
    expect((await read({ practiceId, caller })).providers).toEqual([]);
  });

  it(`keeps all of several simultaneous saves on ${engine}`, async () => {
    const opened = await open();
    await read(opened);
    const saves = Array.from({ length: 8 }, (_, at) =>
      save(
        opened,
        edit({ worked_hours: hours(at / 2) }, at % 2 === 0 ? '7' : '8', `2026-11-${16 + Math.floor(at / 2)}`),
      ),
    );
    expect((await Promise.all(saves)).map(({ statusCode }) => statusCode)).toEqual(saves.map(() => 200));
    // A worked 0 equals the original and leaves no override.
    expect((await read(opened)).etag).toBe('"7"');
  });
});

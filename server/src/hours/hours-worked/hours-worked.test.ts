import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  createTestPerson,
  createTestPractice,
  signedIn,
  type TestServer,
  testServer,
} from '../../testing/test-server.js';
import { fieldsOf, friday, hours, monday, providerIn, hoursWorkedActions } from './testing/hours-worked-actions.js';

describeWithDatabase('hours worked', (database) => {
  let server: TestServer;
  const { open, anAppointment, path, read, cellOf, storedDays } = hoursWorkedActions(() => server);
  beforeAll(async () => {
    server = await testServer(database());
  });
  afterAll(() => server.close());

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

  it.each([
    ['a week before the first day', '?view_type=week&days=7&week_offset=-1000', 'week_offset'],
    ['a week after this year', '?view_type=week&days=7&week_offset=10', 'week_offset'],
    ['a month after this year', '?view_type=month&days=-1&month_offset=2', 'month_offset'],
  ])('refuses %s with a field error that names the available days', async (_, query, field) => {
    const opened = await open();
    const response = await server.call(opened.caller, 'GET', path(opened.practiceId, query));
    expect(response.statusCode).toBe(422);
    expect(fieldsOf(response)[field]).toBe('Hours are available from Jan 1, 2026 to Dec 31, 2026.');
  });

  it.each([
    ['a summary of three centuries', 'start_date=1900-01-01&end_date=2199-12-31'],
    ['a summary of days outside of the bounds', 'start_date=1950-01-01&end_date=1950-12-31'],
  ])('refuses %s', async (_, query) => {
    const opened = await open();
    const response = await server.call(opened.caller, 'GET', path(opened.practiceId, `summary/?${query}`));
    expect(response.statusCode).toBe(422);
  });

  it('sums up hours between two days', async () => {
    const opened = await open();
    await anAppointment(opened.practiceId, { starts: '2026-11-16T15:00:00Z', ends: '2026-11-16T17:00:00Z' });
    const summary = (query: string) => server.call(opened.caller, 'GET', path(opened.practiceId, `summary/?${query}`));
    const response = await summary('start_date=2026-11-01&end_date=2026-11-30');
    expect(response.json<{ providers: unknown[] }>().providers[0]).toEqual({
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
});

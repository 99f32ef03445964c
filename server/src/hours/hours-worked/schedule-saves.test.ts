import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { type AnswerOf, type WeeklyHoursRecord, type listSchedules } from 'shared-api/contracts';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  createTestPerson,
  createTestPractice,
  runJobs,
  signedIn,
  type TestServer,
  testServer,
} from '../../testing/test-server.js';
import { type Opened, friday, hoursWorkedActions } from './testing/hours-worked-actions.js';

/** First day of the pay period of Friday, November 20. */
const payPeriod = '2026-11-08';

describeWithDatabase('a save of the weekly hours in effect', (database) => {
  let server: TestServer;
  let opened: Opened;
  const { open, recalculate } = hoursWorkedActions(() => server);
  beforeAll(async () => {
    server = await testServer(database());
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    opened = await open();
    await recalculate(opened);
    await runJobs(server);
  });

  const path = (rest = '') => `/api/${opened.practiceId}/provider-hours/${rest}`;
  const signIn = async () => {
    opened.caller = await signedIn(server, await createTestPerson(server.db, { practices: [opened.practiceId] }));
  };
  const read = async () => {
    const response = await server.call(opened.caller, 'GET', path());
    return { etag: String(response.headers.etag), records: response.json<{ message: WeeklyHoursRecord[] }>().message };
  };
  const ending = (records: WeeklyHoursRecord[], end: string) =>
    records.map((row) => (row.provider_id === 0 || row['same-as-office-hours'] ? { ...row, mon_end: end } : row));
  const save = async (end: string, ifMatch?: string) => {
    const { records } = await read();
    const headers = ifMatch === undefined ? {} : { 'if-match': ifMatch };
    const response = await server.call(opened.caller, 'POST', path('bulk_update/'), ending(records, end), headers);
    await runJobs(server);
    return response;
  };
  /** Available hours of the provider who follows the office, on Mondays. */
  const mondays = async (from: string, until: string) => {
    const url = `/api/${opened.practiceId}/provider-hours-worked/summary/?start_date=${from}&end_date=${until}`;
    const summary = (await server.call(opened.caller, 'GET', url)).json<{
      providers: { provider_id: number; total_hours_available: number }[];
    }>();
    return (summary.providers.find((one) => one.provider_id === 8)?.total_hours_available ?? 0) / 3600;
  };
  const schedules = async () =>
    (await server.call(opened.caller, 'GET', path('schedules/'))).json<AnswerOf<typeof listSchedules>>();

  it('applies from the first day of the pay period, also when earlier days are recomputed', async () => {
    const august = await mondays('2026-08-01', '2026-08-31');
    expect(august).toBe(35);
    const { saves_from: savesFrom } = await schedules();
    expect((await save('6:00 PM')).statusCode).toBe(200);
    expect(await mondays('2026-08-01', '2026-08-31')).toBe(august);
    expect(savesFrom).toBe(payPeriod);
    expect(await mondays('2026-11-01', '2026-11-07')).toBe(7);
    expect(await mondays('2026-11-08', '2026-11-21')).toBe(16);
    await recalculate(opened);
    await runJobs(server);
    expect(await mondays('2026-08-01', '2026-08-31')).toBe(august);
    expect(await mondays('2026-11-01', '2026-11-07')).toBe(7);
  });

  it('shows the saved list and its version in one schedule for the pay period', async () => {
    const response = await save('6:00 PM');
    const { etag, records } = await read();
    expect(response.headers.etag).toBe(etag);
    expect(records[0]?.mon_end).toBe('6:00 PM');
    expect((await save('7:00 PM', etag)).statusCode).toBe(200);
    const { schedules: list } = await schedules();
    expect(list.map(({ valid_from: from, in_effect: inEffect }) => [from, inEffect])).toEqual([
      [null, false],
      [payPeriod, true],
    ]);
  });

  it('changes nothing when nothing differs', async () => {
    const { etag } = await read();
    expect((await save('5:00 PM', etag)).headers.etag).toBe(etag);
    expect((await schedules()).schedules).toHaveLength(1);
  });

  it('names what another save changed since the list was read, and by whom', async () => {
    const { etag } = await read();
    await save('6:00 PM', etag);
    await signIn();
    const late = await save('7:00 PM', etag);
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({
      code: 'stale_version',
      conflict: { changed_by: 'Olivia Owner', changes: [{ field: '0.mon_end', changed_by: 'Olivia Owner' }] },
    });
  });

  it('starts a new schedule in the next pay period', async () => {
    await save('6:00 PM');
    server.clock.now = new Date('2026-12-04T18:00:00Z');
    await signIn();
    await save('4:00 PM');
    expect(await mondays('2026-11-08', '2026-11-21')).toBe(16);
    expect(await mondays('2026-11-22', '2026-12-05')).toBe(12);
  });

  it('applies until the next planned schedule', async () => {
    const plan = await server.call(opened.caller, 'POST', path('schedules/'), { valid_from: '2026-12-07' });
    expect(plan.statusCode).toBe(200);
    await save('6:00 PM');
    expect(await mondays('2026-11-30', '2026-12-06')).toBe(8);
    expect(await mondays('2026-12-07', '2026-12-13')).toBe(7);
  });

  it('returns the day from which it applies', async () => {
    const saved = await server.call(opened.caller, 'POST', path('schedules/'), { valid_from: '2026-12-07' });
    expect(saved.json()).toMatchObject({ valid_from: '2026-12-07' });
    server.clock.now = new Date('2027-01-20T18:00:00Z');
    await signIn();
    const records = ending((await read()).records, '6:00 PM');
    const later = await server.call(opened.caller, 'POST', path('schedules/'), { valid_from: '2026-12-07', records });
    expect(later.json()).toEqual({ valid_from: '2027-01-10', message: 'Schedule saved from Jan 10, 2027' });
  });

  it('applies to all days when hours are first set', async () => {
    server.clock.now = friday;
    const provider = { provider_id: 8, first_name: 'Ann', last_name: 'Osei' };
    opened = { ...opened, practiceId: await createTestPractice(server.db, { providers: [provider] }) };
    await signIn();
    expect((await schedules()).saves_from).toBeNull();
    const { records } = await read();
    const first = ending(records, '5:00 PM').map((row) => ({ ...row, mon_beg: '9:00 AM' }));
    await server.call(opened.caller, 'POST', path('bulk_update/'), first);
    await save('6:00 PM');
    expect((await schedules()).saves_from).toBeNull();
    expect(await mondays('2026-08-01', '2026-08-31')).toBe(45);
    server.clock.now = new Date(friday.getTime() + 86_400_000);
    await signIn();
    expect((await schedules()).saves_from).toBe(payPeriod);
  });
});

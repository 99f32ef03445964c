import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AnswerOf, HoursException, HoursWorked, WeeklyHoursRecord, listSchedules } from 'shared-api/contracts';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  runJobs,
  signedIn,
  testServer,
} from '../../testing/test-server.js';

const providers = [
  { provider_id: 7, first_name: 'Zoe', last_name: 'Adams' },
  { provider_id: 8, first_name: 'Ann', last_name: 'Osei' },
];
/** Friday noon in Chicago. The pay period is November 8 to 21. */
const friday = new Date('2026-11-20T18:00:00Z');
const TODAY = '2026-11-20';
const HOUR = 3600;

const lunchAtNight = {
  kind: 'other_hours',
  beg: '9:00 AM',
  end: '1:00 PM',
  l_beg: '12:00 PM',
  l_end: '2:00 PM',
} as const;

interface Opened {
  practiceId: number;
  caller: Caller;
}

describeWithDatabase('schedules and exceptions', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer(database());
  });
  afterAll(() => server.close());

  const call = (
    { caller, practiceId }: Opened,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
  ) => server.call(caller, method, `/api/${practiceId}/provider-hours/${path}`, body);
  const ifMatch = (
    { caller, practiceId }: Opened,
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    body: unknown,
    etag: string,
  ) => server.call(caller, method, `/api/${practiceId}/provider-hours/${path}`, body, { 'if-match': etag });
  const read = async (opened: Opened, path = '') => {
    const response = await call(opened, 'GET', path);
    return { etag: String(response.headers.etag), records: response.json<{ message: WeeklyHoursRecord[] }>().message };
  };
  /** The office and provider 8 work 9 to 5 on weekdays. Provider 7 uses the office hours. All days are computed. */
  const open = async (): Promise<Opened> => {
    server.clock.now = friday;
    const practiceId = await createTestPractice(server.db, { providers });
    const caller = await signedIn(
      server,
      await createTestPerson(server.db, { practices: [practiceId], name: 'Olivia Owner' }),
    );
    const opened = { practiceId, caller };
    const { records } = await read(opened);
    await call(
      opened,
      'POST',
      'bulk_update/',
      records.map((row) => withDays(row, '9:00 AM', '5:00 PM', [0, 8])),
    );
    await runJobs(server);
    return opened;
  };
  const withDays = (row: WeeklyHoursRecord, beg: string, end: string, ids: readonly number[]): WeeklyHoursRecord => {
    if (!ids.includes(row.provider_id)) return row;
    const days = ['mon', 'tue', 'wed', 'thu', 'fri'] as const;
    const times = Object.fromEntries(
      days.flatMap((day) => [
        [`${day}_beg`, beg],
        [`${day}_end`, end],
      ]),
    );
    return { ...row, 'same-as-office-hours': false, ...times };
  };
  const available = async ({ caller, practiceId }: Opened, id: number, monthOffset = 0) => {
    const response = await server.call(
      caller,
      'GET',
      `/api/${practiceId}/provider-hours-worked/?view_type=month&days=-1&month_offset=${monthOffset}`,
    );
    const { providers: rows } = response.json<HoursWorked>();
    const hours = rows.find(({ provider_id }) => provider_id === id)?.hours ?? {};
    return (date: string) => (hours[date]?.available_hours ?? NaN) / HOUR;
  };
  const audits = async ({ practiceId }: Opened) => {
    const rows = await server.db
      .selectFrom('audit_log')
      .select('action')
      .where('practice_id', '=', practiceId)
      .where('action', '!=', 'weekly_hours.save')
      .where((where) => where.or([where('action', 'like', 'weekly_%'), where('action', 'like', 'hours_exception%')]))
      .orderBy('at')
      .orderBy('action')
      .execute();
    return rows.map(({ action }) => action);
  };
  const anException = (over: Partial<HoursException> = {}) => ({
    provider_id: 0,
    start_date: '2026-11-26',
    end_date: '2026-11-26',
    kind: 'closed',
    ...over,
  });

  describe('saveSchedule', () => {
    it('changes hours from a given day and keeps earlier days', async () => {
      const opened = await open();
      const { records, etag } = await read(opened);
      const shorter = records.map((row) => withDays(row, '9:00 AM', '12:00 PM', [0, 8]));
      const response = await ifMatch(
        opened,
        'POST',
        'schedules/',
        { valid_from: '2026-12-07', records: shorter },
        etag,
      );
      expect(response.statusCode).toBe(200);
      await runJobs(server);

      const listed = (await call(opened, 'GET', 'schedules/')).json<AnswerOf<typeof listSchedules>>();
      expect(listed).toMatchObject({
        today: TODAY,
        start_bounds: { start: '2026-11-08', end: '2028-12-31' },
        schedules: [
          { valid_from: null, valid_to: '2026-12-06', in_effect: true },
          { valid_from: '2026-12-07', valid_to: null, in_effect: false, created_by: 'Olivia Owner' },
        ],
      });
      expect((await read(opened)).records[0]?.mon_end).toBe('5:00 PM');
      expect((await read(opened, 'schedules/2026-12-09/')).records[0]?.mon_end).toBe('12:00 PM');
      const follower = await available(opened, 7, 1);
      expect([follower('2026-12-04'), follower('2026-12-07'), follower('2026-12-08')]).toEqual([8, 3, 3]);
      expect(await audits(opened)).toEqual(['weekly_schedule.add']);
    });

    it('recomputes only the days from the start of the schedule', async () => {
      const opened = await open();
      await call(opened, 'POST', 'schedules/', { valid_from: '2026-12-07' });
      const stale = await server.db
        .selectFrom('hours_schedule_changes')
        .select(['start_date', 'end_date'])
        .where('practice_id', '=', opened.practiceId)
        .orderBy('start_date')
        .execute();
      expect(stale).toEqual([
        { start_date: '1900-01-01', end_date: '9999-12-31' },
        { start_date: '2026-12-07', end_date: '9999-12-31' },
      ]);
    });

    it("keeps a later schedule when today's is saved, also after a recalculation", async () => {
      const opened = await open();
      await call(opened, 'POST', 'schedules/', { valid_from: '2026-12-07' });
      const { records, etag } = await read(opened);
      const body = records.map((row) => withDays(row, '9:00 AM', '10:00 AM', [0, 8]));
      expect((await ifMatch(opened, 'POST', 'bulk_update/', body, etag)).statusCode).toBe(200);
      await server.call(opened.caller, 'POST', `/api/${opened.practiceId}/provider-hours-worked/recalculate/`, {
        full_update: true,
      });
      await runJobs(server);
      const december = await available(opened, 8, 1);
      expect([december('2026-12-04'), december('2026-12-07')]).toEqual([1, 8]);
    });

    it('starts a schedule today when no day is given', async () => {
      const opened = await open();
      const { records } = await read(opened);
      const shorter = records.map((row) => withDays(row, '9:00 AM', '12:00 PM', [0, 8]));
      const saved = await call(opened, 'POST', 'schedules/', { records: shorter });
      expect(saved.json()).toMatchObject({ valid_from: TODAY });
      expect((await read(opened)).records[0]?.mon_end).toBe('12:00 PM');
      await runJobs(server);
      const november = await available(opened, 8);
      expect([november('2026-11-19'), november(TODAY)]).toEqual([8, 3]);
    });

    it('refuses a list that was read before another schedule took effect', async () => {
      const opened = await open();
      const { records, etag } = await read(opened);
      await call(opened, 'POST', 'schedules/', {
        records: records.map((row) => withDays(row, '9:00 AM', '12:00 PM', [0, 8])),
      });
      const late = await ifMatch(opened, 'POST', 'bulk_update/', records, etag);
      expect(late.statusCode).toBe(409);
      const { conflict } = late.json<{ conflict: { changes: { field: string }[] } }>();
      expect(conflict.changes.map(({ field }) => field)).toContain('8.mon_end');
    });

    it.each([
      ['in a closed pay period', '2026-11-07', 'A schedule can start on Nov 8, 2026 or later.'],
      ['too far ahead', '2029-01-01', 'Choose a day up to Dec 31, 2028.'],
    ])('refuses a start %s and writes nothing', async (_, valid_from, message) => {
      const opened = await open();
      const response = await call(opened, 'POST', 'schedules/', { valid_from });
      expect(response.statusCode).toBe(422);
      expect(response.json<{ fields: Record<string, string> }>().fields['valid_from']).toContain(message);
      expect(await audits(opened)).toEqual([]);
    });
  });

  describe('saveSchedule with If-None-Match: *', () => {
    const plan = ({ caller, practiceId }: Opened) =>
      server.call(
        caller,
        'POST',
        `/api/${practiceId}/provider-hours/schedules/`,
        { valid_from: '2026-12-07' },
        { 'if-none-match': '*' },
      );

    it('creates a schedule, and refuses a second one on the same day, naming who saved the first', async () => {
      const opened = await open();
      expect((await plan(opened)).statusCode).toBe(200);
      const { etag } = await read(opened, 'schedules/2026-12-07/');
      const again = await plan(opened);
      expect(again.statusCode).toBe(409);
      expect(again.json()).toMatchObject({
        code: 'schedule_exists',
        message:
          'A schedule already starts on Dec 7, 2026, saved by Olivia Owner. Open that schedule to edit it, or choose another day.',
        conflict: { changed_by: 'Olivia Owner' },
      });
      expect((await read(opened, 'schedules/2026-12-07/')).etag).toBe(etag);
      expect(await audits(opened)).toEqual(['weekly_schedule.add']);
    });

    it('replaces a schedule only on its latest version, and names who changed it', async () => {
      const opened = await open();
      await plan(opened);
      const { records, etag } = await read(opened, 'schedules/2026-12-07/');
      const until = (end: string) => ({
        valid_from: '2026-12-07',
        records: records.map((row) => withDays(row, '9:00 AM', end, [0, 8])),
      });
      expect((await ifMatch(opened, 'POST', 'schedules/', until('12:00 PM'), etag)).statusCode).toBe(200);
      const late = await ifMatch(opened, 'POST', 'schedules/', until('1:00 PM'), etag);
      expect(late.statusCode).toBe(409);
      expect(late.json()).toMatchObject({ code: 'stale_version', conflict: { changed_by: 'Olivia Owner' } });
      expect((await read(opened, 'schedules/2026-12-07/')).records[0]?.mon_end).toBe('12:00 PM');
    });

    it('accepts one of two concurrent schedules for the same day', async () => {
      const opened = await open();
      const responses = await Promise.all([plan(opened), plan(opened)]);
      expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    });
  });

  describe('deleteSchedule', () => {
    it('deletes a schedule that has not started, and keeps the one before it', async () => {
      const opened = await open();
      const { records } = await read(opened);
      await call(opened, 'POST', 'schedules/', {
        valid_from: '2026-12-07',
        records: records.map((row) => withDays(row, '9:00 AM', '12:00 PM', [0, 8])),
      });
      await runJobs(server);
      expect((await call(opened, 'DELETE', 'schedules/2026-12-07/')).statusCode).toBe(200);
      await runJobs(server);
      expect((await available(opened, 8, 1))('2026-12-07')).toBe(8);
      expect((await call(opened, 'DELETE', 'schedules/2026-12-07/')).statusCode).toBe(404);
      expect(await audits(opened)).toEqual(['weekly_schedule.add', 'weekly_schedule.delete']);
    });

    it('refuses to delete a version that others have changed, and says who did', async () => {
      const opened = await open();
      await call(opened, 'POST', 'schedules/', { valid_from: '2026-12-07' });
      const path = 'schedules/2026-12-07/';
      const shown = await read(opened, path);
      const edited = shown.records.map((row) => withDays(row, '9:00 AM', '12:00 PM', [0, 8]));
      await call(opened, 'POST', 'schedules/', { valid_from: '2026-12-07', records: edited });
      const refused = await ifMatch(opened, 'DELETE', path, undefined, shown.etag);
      expect(refused.statusCode).toBe(409);
      expect(refused.json()).toMatchObject({ code: 'stale_version', conflict: { changed_by: 'Olivia Owner' } });
      const latest = await read(opened, path);
      expect((await ifMatch(opened, 'DELETE', path, undefined, latest.etag)).statusCode).toBe(200);
    });

    it('refuses to delete a schedule that has started', async () => {
      const opened = await open();
      await call(opened, 'POST', 'schedules/', {});
      expect((await call(opened, 'DELETE', `schedules/${TODAY}/`)).statusCode).toBe(422);
    });
  });

  describe('exceptions to weekly hours', () => {
    const add = (opened: Opened, over: Partial<HoursException> = {}) =>
      call(opened, 'POST', 'exceptions/', anException(over));
    const list = async (opened: Opened) => {
      const response = await call(opened, 'GET', 'exceptions/?start_date=2026-11-01&end_date=2026-12-31');
      return response.json<{ exceptions: HoursException[] }>().exceptions;
    };

    it("changes hours only on the days of an exception, the provider's before the office's", async () => {
      const opened = await open();
      await add(opened);
      await add(opened, { provider_id: 8, kind: 'other_hours', beg: '9', end: '1' });
      await add(opened, { provider_id: 7, kind: 'time_off', start_date: '2026-11-23', end_date: '2026-11-24' });
      await add(opened, { kind: 'other_hours', start_date: '2026-11-25', end_date: '2026-11-25', beg: '9', end: '12' });
      await runJobs(server);
      const [follower, own] = [await available(opened, 7), await available(opened, 8)];
      const days = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27'];
      expect(days.map(follower)).toEqual([0, 0, 3, 0, 8]);
      expect(days.map(own)).toEqual([8, 8, 8, 4, 8]);
      expect((await list(opened)).find((each) => each.provider_id === 8)).toMatchObject({
        beg: '9:00 AM',
        end: '1:00 PM',
        changed_by: 'Olivia Owner',
      });
    });

    it('changes and deletes an exception, and restores the hours of its former days', async () => {
      const opened = await open();
      const added = (await add(opened)).json<HoursException>();
      const path = `exceptions/${added.exception_id}/`;
      const moved = await ifMatch(
        opened,
        'PUT',
        path,
        anException({ start_date: '2026-11-27', end_date: '2026-11-27' }),
        `"${added.version}"`,
      );
      expect(moved.statusCode).toBe(200);
      await runJobs(server);
      const afterMove = await available(opened, 7);
      expect([afterMove('2026-11-26'), afterMove('2026-11-27')]).toEqual([8, 0]);

      const late = await ifMatch(opened, 'DELETE', path, undefined, `"${added.version}"`);
      expect(late.statusCode).toBe(409);
      expect(late.json()).toMatchObject({ conflict: { changed_by: 'Olivia Owner' } });
      expect((await ifMatch(opened, 'DELETE', path, undefined, String(moved.headers.etag))).statusCode).toBe(200);
      await runJobs(server);
      expect((await available(opened, 7))('2026-11-27')).toBe(8);
      expect((await call(opened, 'DELETE', path)).statusCode).toBe(404);
      expect(await audits(opened)).toEqual(['hours_exception.add', 'hours_exception.change', 'hours_exception.delete']);
    });

    it('adds an exception without a conflict for an edit of weekly hours', async () => {
      const opened = await open();
      const { records, etag } = await read(opened);
      await add(opened);
      const body = records.map((row) => withDays(row, '8:00 AM', '5:00 PM', [8]));
      expect((await ifMatch(opened, 'POST', 'bulk_update/', body, etag)).statusCode).toBe(200);
    });

    it.each<[string, Partial<HoursException>, string, RegExp]>([
      ['an end before its start', { end_date: '2026-11-25' }, 'end_date', /on or after the first day/],
      ['an unknown provider', { provider_id: 99, kind: 'time_off' }, 'provider_id', /no provider 99/],
      ['time off for the office', { kind: 'time_off' }, 'kind', /time off is for providers/],
      ['a closed provider', { provider_id: 7 }, 'kind', /only the office closes/],
      ['days outside the range', { end_date: '2030-01-01' }, 'end_date', /Choose a day from/],
      ['a lunch outside the day', lunchAtNight, 'l_end', /Lunch cannot end after day end/],
      ['other hours without an end', { kind: 'other_hours', beg: '9' }, 'end', /Enter the end/],
    ])('refuses %s at its field and writes nothing', async (_, over, field, message) => {
      const opened = await open();
      const response = await add(opened, over);
      expect(response.statusCode).toBe(422);
      expect(response.json<{ fields: Record<string, string> }>().fields[field]).toMatch(message);
      expect(await list(opened)).toEqual([]);
      expect(await audits(opened)).toEqual([]);
    });

    it('refuses overlapping days of one provider, also in concurrent requests', async () => {
      const opened = await open();
      const week = { start_date: '2026-11-23', end_date: '2026-11-27' };
      const responses = await Promise.all([add(opened), add(opened, week)]);
      expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
      const refused = responses.find(({ statusCode }) => statusCode === 422);
      expect(refused?.json<{ fields: Record<string, string> }>().fields['start_date']).toMatch(/Overlaps/);
      expect((await add(opened, { ...week, provider_id: 7, kind: 'time_off' })).statusCode).toBe(200);
    });

    it('returns 404 for an exception of another practice', async () => {
      const [one, other] = [await open(), await open()];
      const { exception_id: id } = (await add(one)).json<HoursException>();
      expect((await call(other, 'DELETE', `exceptions/${id}/`)).statusCode).toBe(404);
      expect((await call({ ...one, practiceId: other.practiceId }, 'GET', 'schedules/')).statusCode).toBe(403);
    });

    it('refuses to list too many days', async () => {
      const opened = await open();
      const response = await call(opened, 'GET', 'exceptions/?start_date=2026-01-01&end_date=2027-12-31');
      expect(response.statusCode).toBe(422);
    });
  });

  describe('addHolidays', () => {
    it('closes the office on the chosen holidays, and names those already planned', async () => {
      const opened = await open();
      await call(opened, 'POST', 'exceptions/', anException());
      const body = { year: 2026, holidays: ['independence', 'thanksgiving', 'christmas'] };
      const response = await call(opened, 'POST', 'holidays/', body);
      expect(response.json()).toEqual({
        added: ['Independence Day (Jul 3, 2026)', 'Christmas Day (Dec 25, 2026)'],
        skipped: ['Thanksgiving Day (Nov 26, 2026)'],
      });
      const again = await call(opened, 'POST', 'holidays/', body);
      expect(again.json<{ added: string[] }>().added).toEqual([]);
      await runJobs(server);
      expect((await available(opened, 8, 1))('2026-12-25')).toBe(0);
      expect(await audits(opened)).toEqual(['hours_exception.add', 'hours_exception.add', 'hours_exception.add']);
    });

    it('refuses a year that is too far ahead', async () => {
      const opened = await open();
      expect((await call(opened, 'POST', 'holidays/', { year: 2040 })).statusCode).toBe(422);
    });

    it('writes a year without a thousands separator', async () => {
      const response = await call(await open(), 'POST', 'holidays/', { year: 1900 });
      expect(response.json()).toMatchObject({ message: 'Year: must be 2021 or later.' });
    });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { BatchContent } from 'shared-api/agent';
import { type HoursWorked, timeKeys } from 'shared-api/contracts';
import { endSync, startSync, storeBatch } from '../../practices/agents/sync-service.js';
import { saveSchedule } from '../schedules/schedules-service.js';
import { upsertWeeks, type WeekTimes } from '../schedules/weekly-hours-repository.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  createTestPerson,
  createTestPractice,
  runJobs,
  signedIn,
  type TestServer,
  testAudit,
  testServer,
} from '../../testing/test-server.js';
import { NOT_AT_PRACTICE } from './edits.js';
import { readHoursWorked, saveHoursWorked } from './hours-worked-service.js';
import { hours } from './testing/hours-worked-actions.js';

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri'];
/** 8 to 4 from Monday to Friday. */
const officeTimes = Object.fromEntries(
  timeKeys.map((key) => {
    const [day = '', part] = key.split('_');
    return [key, weekdays.includes(day) ? ({ beg: 480, end: 960 }[part ?? ''] ?? null) : null];
  }),
) as WeekTimes;

const amy = { provider_id: 1, first_name: 'Amy', last_name: 'Adams' };
const ben = { provider_id: 2, first_name: 'Ben', last_name: 'Brooks' };
const cleo = { provider_id: 3, first_name: 'Cleo', last_name: 'Cole' };

const noon = (date: string) => new Date(`${date}T18:00:00Z`);

describeWithDatabase('past days', (database) => {
  let server: TestServer;
  let practiceId: number;
  let syncs = 0;
  beforeAll(async () => {
    server = await testServer(database());
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    practiceId = await createTestPractice(server.db, { providers: [] });
    await upsertWeeks(server.db, [
      { practice_id: practiceId, provider_id: 0, same_as_office_hours: false, times: officeTimes },
    ]);
  });

  const sync = async (date: string, ...contents: BatchContent[]) => {
    syncs += 1;
    const id = `sync-${syncs}`;
    server.clock.now = noon(date);
    await startSync(
      server.db,
      practiceId,
      { type: 'sync_begin', sync_id: id, command_id: null, mode: 'full' },
      noon(date),
    );
    for (const [index, content] of contents.entries()) {
      await storeBatch(server.db, practiceId, { type: 'batch', sync_id: id, number: index + 1, content }, noon(date));
    }
    await endSync(server.db, practiceId, { type: 'sync_end', sync_id: id, batches: contents.length }, noon(date));
    await runJobs(server);
  };
  /** Six hours on Monday, August 31. */
  const appointments: BatchContent = {
    entity: 'appointments',
    rows: [
      {
        ...{ appointment_id: 1, provider_id: 1, clinic_num: 0, status: 'completed', status_id: null },
        starts_at: Date.parse('2026-08-31T14:00:00Z') / 1000,
        ends_at: Date.parse('2026-08-31T20:00:00Z') / 1000,
      },
    ],
  };
  const providers = (...rows: (typeof amy)[]): BatchContent => ({ entity: 'providers', rows });
  const week = async (offset: number): Promise<HoursWorked['providers']> => {
    const query = { view_type: 'week', days: '7', week_offset: offset, month_offset: 0 } as const;
    return (await readHoursWorked(server.db, practiceId, query, server.clock.now)).hours.providers;
  };
  const totals = (list: HoursWorked['providers']) =>
    list.map(({ first_name: name, total_hours_available: available, total_hours_worked: worked, left_on: left }) => [
      name,
      available,
      worked,
      ...(left === undefined ? [] : [left]),
    ]);

  const superAdmin = async () => signedIn(server, await createTestPerson(server.db, { flags: { super_admin: true } }));
  const useSchedules = async (uses: boolean) => {
    const url = `/api/${practiceId}/settings/update_practice_settings/`;
    const settings = { additional_data: { use_pms_provider_schedule_for_utilization: uses } };
    expect((await server.call(await superAdmin(), 'POST', url, settings)).statusCode).toBe(200);
    await runJobs(server);
  };
  /** The sentences of an area, latest first. */
  const activity = async (area: string): Promise<string[]> => {
    const response = await server.call(await superAdmin(), 'GET', `/api/${practiceId}/activity/?area=${area}`);
    const { results } = response.json<{ results: { sentence: { text: string }[] }[] }>();
    return results.map(({ sentence }) => sentence.map(({ text }) => text).join(''));
  };

  describe('with a provider who leaves', () => {
    beforeEach(async () => {
      await sync('2026-11-20', providers(amy, ben), appointments);
      await sync('2026-11-28', providers(ben), appointments);
    });

    it('keep the available hours of the former provider', async () => {
      // The week from August 30 on.
      expect(totals(await week(-12))).toEqual([
        ['Amy', hours(40), hours(6), '2026-11-28'],
        ['Ben', hours(40), 0],
      ]);
    });

    it('end on the day of the sync; later ranges omit the provider', async () => {
      const [own] = await week(0);
      expect(own).toMatchObject({ first_name: 'Amy', total_hours_available: hours(40) });
      expect(totals(await week(1))).toEqual([['Ben', hours(40), 0]]);
    });

    it('accept edits only on days at the practice or with appointments', async () => {
      const save = (date: string, seconds: number | null, figure = 'worked') => {
        const body = { 1: { [date]: { date, employee_id: 1, [`${figure}_hours`]: seconds } } };
        return saveHoursWorked(server.db, { practiceId, body, onVersion: undefined }, testAudit(server.clock.now));
      };
      await save('2026-11-27', hours(7));
      await save('2026-11-27', hours(7), 'available');
      const refused = { code: 'invalid', details: { fields: { '1.2026-11-30.worked_hours': NOT_AT_PRACTICE } } };
      await expect(save('2026-11-30', hours(3.5))).rejects.toMatchObject(refused);
      // The override must be null to reset it.
      await save('2026-11-30', null);
      expect(totals(await week(1))).toEqual([['Ben', hours(40), 0]]);
    });

    it('stay unchanged when the provider returns, and keep the gap', async () => {
      await sync('2026-12-09', providers(amy, ben), appointments);
      expect(totals(await week(-14))).toEqual([
        ['Amy', hours(40), hours(6)],
        ['Ben', hours(40), 0],
      ]);
      // November 29 to December 5.
      expect(totals(await week(-1))).toEqual([['Ben', hours(40), 0]]);
      // From Wednesday, December 9, on.
      expect(totals(await week(0))[0]).toEqual(['Amy', hours(24), 0]);
    });

    it('don’t change when the provider is back on the same day', async () => {
      await sync('2026-11-28', providers(amy, ben), appointments);
      await sync('2026-12-07', providers(amy, ben), appointments);
      expect(totals(await week(0))[0]).toEqual(['Amy', hours(40), 0]);
    });
  });

  it('don’t get hours of a provider who joins later', async () => {
    await sync('2026-11-20', providers(amy), appointments);
    await sync('2026-11-25', providers(amy, cleo), appointments);
    expect(totals(await week(-1))).toEqual([['Amy', hours(40), 0]]);
    // From Wednesday, November 25, on.
    expect(totals(await week(0))).toEqual([
      ['Amy', hours(40), 0],
      ['Cleo', hours(24), 0],
    ]);
  });

  it('keep a former provider’s own hours when others save a schedule', async () => {
    const short = Object.fromEntries(
      timeKeys.map((key) => [key, key === 'mon_beg' ? 480 : key === 'mon_end' ? 600 : null]),
    ) as WeekTimes;
    await sync('2026-11-20', providers(amy, ben), appointments);
    await upsertWeeks(server.db, [
      { practice_id: practiceId, provider_id: 1, same_as_office_hours: false, times: short },
    ]);
    await sync('2026-11-28', providers(ben), appointments);
    const save = { practiceId, validFrom: '2026-12-01', records: undefined, onVersion: undefined, mustBeNew: true };
    await saveSchedule(server.db, save, testAudit(server.clock.now));
    await runJobs(server);
    expect(totals(await week(-12))[0]).toEqual(['Amy', hours(2), hours(6), '2026-11-28']);
  });

  describe('with appointments that a later sync corrects', () => {
    const named = 'corrected completed appointments of Aug 31, 2026';
    const visit = appointments.rows[0] as Extract<BatchContent, { entity: 'appointments' }>['rows'][number];
    const visits = (...rows: (typeof visit)[]): BatchContent => ({ entity: 'appointments', rows });
    beforeEach(() => sync('2026-11-20', providers(amy, ben), appointments));

    it.each([
      ['is longer', [{ ...visit, ends_at: visit.ends_at + 3600 }]],
      ['was not completed', [{ ...visit, status: 'scheduled' as const }]],
      ['is another provider’s', [{ ...visit, provider_id: 2 }]],
      ['is deleted', []],
      ['is followed by another', [visit, { ...visit, appointment_id: 2 }]],
    ])('appear in the activity when one %s', async (_what, rows) => {
      await sync('2026-11-25', providers(amy, ben), visits(...rows));
      expect(await activity('sync')).toContain(named);
    });

    it('don’t appear when the sync repeats them, or adds one since the last sync', async () => {
      await sync('2026-11-25', providers(amy, ben), appointments);
      const starts_at = Date.parse('2026-11-24T14:00:00Z') / 1000;
      const added = { ...visit, appointment_id: 2, starts_at: starts_at + 86_400, ends_at: starts_at + 90_000 };
      await sync('2026-11-26', providers(amy, ben), visits(visit, added));
      expect((await activity('sync')).filter((text) => text.includes('appointments'))).toEqual([]);
    });
  });

  describe('with the schedules of the practice software', () => {
    const schedule = (id: number, date: string, ends: number): BatchContent => ({
      entity: 'schedules',
      rows: [{ schedule_id: id, provider_id: 1, date, begins: 480, ends }],
    });
    const available = async (offset: number) => (await week(offset))[0]?.total_hours_available;
    beforeEach(async () => {
      await useSchedules(true);
      await sync('2026-11-20', providers(amy), schedule(1, '2026-11-17', 960), schedule(2, '2026-11-27', 720));
    });

    it.each([
      ['changes', [schedule(1, '2026-11-17', 500)]],
      ['deletes', []],
      ['moves to a later day', [schedule(1, '2026-12-15', 960)]],
      ['adds another row for', [schedule(1, '2026-11-17', 960), schedule(9, '2026-11-18', 960)]],
    ])('keep what a sync %s', async (_what, contents) => {
      await sync('2026-11-28', providers(amy), ...contents);
      expect(await available(-1)).toBe(hours(8));
    });

    it('keep the schedules when the practice returns to weekly hours, which apply from today', async () => {
      server.clock.now = noon('2026-11-25');
      await useSchedules(false);
      // Sunday and Monday, November 22 and 23, have no schedule. From Wednesday on, the office is open.
      expect([await available(-1), await available(0)]).toEqual([hours(8), hours(24)]);
      await sync('2026-11-28', providers(amy));
      expect([await available(-1), await available(0)]).toEqual([hours(8), hours(24)]);
    });

    it('stay unchanged when the setting is changed and reverted on one day', async () => {
      server.clock.now = noon('2026-11-25');
      await useSchedules(false);
      await useSchedules(true);
      const former = server.db.selectFrom('former_schedule_sources').selectAll().where('practice_id', '=', practiceId);
      expect(await former.execute()).toEqual([]);
    });

    it('show in the activity the day from which the setting applies', async () => {
      server.clock.now = noon('2026-11-25');
      await useSchedules(false);
      expect((await activity('settings'))[0]).toBe(
        'changed Use the PMS provider schedule for utilization from On to Off from Nov 25, 2026 on',
      );
    });

    it('include days that no sync covered before, and all later days', async () => {
      await sync(
        '2026-11-28',
        providers(amy),
        schedule(1, '2026-11-17', 960),
        schedule(3, '2026-11-25', 960),
        schedule(4, '2026-12-01', 960),
      );
      expect([await available(0), await available(1)]).toEqual([hours(8), hours(8)]);
    });
  });
});

/** Practices with hours worked, and their page's calls. */
import { expect } from '@jest/globals';
import {
  type AnswerOf,
  type HoursWorked,
  type ProviderHours,
  type readHoursStatus,
  timeKeys,
} from 'shared-api/contracts';
import { endSync, startSync, storeBatch } from '../../../practices/agents/sync-service.js';
import { type WeekTimes, upsertWeeks } from '../../schedules/weekly-hours-repository.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  signedIn,
} from '../../../testing/test-server.js';
import { RECALCULATION } from '../recalculation.js';

const noTimes = Object.fromEntries(timeKeys.map((key) => [key, null])) as WeekTimes;
/** Nine to five on Mondays with one hour of lunch. */
const mondays = { ...noTimes, mon_beg: 540, mon_end: 1020, mon_l_beg: 720, mon_l_end: 780 };

const people = [
  { provider_id: 7, first_name: 'Zoe', last_name: 'Adams' },
  { provider_id: 8, first_name: 'Ann', last_name: 'Osei' },
  { provider_id: 9, first_name: 'Gone', last_name: 'Baker', active: false },
];

/** Friday noon in Chicago. Its week is from November 15 to 21, its Monday is the 16th. */
export const friday = new Date('2026-11-20T18:00:00Z');
export const monday = '2026-11-16';
/** Seconds of a number of hours. */
export const hours = (count: number): number => count * 3600;

export interface Opened {
  practiceId: number;
  caller: Caller;
}

export const providerIn = (answer: HoursWorked, id: number): ProviderHours | undefined =>
  answer.providers.find(({ provider_id }) => provider_id === id);

export const edit = (over: object = {}, provider = '7', date = monday) => ({
  [provider]: { [date]: { date, employee_id: Number(provider), ...over } },
});

export const fieldsOf = (response: { json(): unknown }) =>
  (response.json() as { fields: Record<string, string> }).fields;

/** @param server available once the tests run */
export function hoursWorkedActions(server: () => TestServer) {
  const open = async (): Promise<Opened> => {
    server().clock.now = friday;
    const practiceId = await createTestPractice(server().db, { providers: people });
    const week = { practice_id: practiceId, same_as_office_hours: false, times: mondays };
    await upsertWeeks(server().db, [
      { ...week, provider_id: 0 },
      { ...week, provider_id: 7 },
    ]);
    // A fixed time before the hours are computed, independent of the date of the test run.
    await server()
      .db.updateTable('weekly_hours_versions')
      .set({ changed_at: new Date('2026-10-01T12:00:00Z') })
      .where('practice_id', '=', practiceId)
      .execute();
    const person = await createTestPerson(server().db, { practices: [practiceId], name: 'Olivia Owner' });
    return { practiceId, caller: await signedIn(server(), person) };
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
    return server()
      .db.insertInto('pms_appointments')
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
    const response = await server().call(caller, 'GET', path(practiceId, query));
    expect(response.statusCode).toBe(200);
    return { ...response.json<HoursWorked>(), etag: String(response.headers.etag) };
  };
  const cellOf = async (opened: Opened, id = 7, date = monday) => providerIn(await read(opened), id)?.hours[date];
  const save = ({ practiceId, caller }: Opened, body: unknown, headers: Record<string, string> = {}) =>
    server().call(caller, 'POST', path(practiceId), body, headers);
  const recalculate = ({ practiceId, caller }: Opened) => {
    // The clock advances, so that the latest job can be recognized by its time.
    server().clock.now = new Date(server().clock.now.getTime() + 1);
    return server().call(caller, 'POST', path(practiceId, 'recalculate/'), { full_update: true });
  };
  const status = async ({ practiceId, caller }: Opened) =>
    (await server().call(caller, 'GET', path(practiceId, 'status/'))).json<AnswerOf<typeof readHoursStatus>>();
  const storedDays = (practiceId: number) =>
    server().db.selectFrom('hours_worked').selectAll().where('practice_id', '=', practiceId).execute();
  const quota = (practiceId: number) =>
    server()
      .db.selectFrom('jobs')
      .select('id')
      .where('practice_id', '=', practiceId)
      .where('kind', '=', RECALCULATION)
      .execute();
  const syncAppointment = async (practiceId: number, starts: string, ends: string) => {
    const now = server().clock.now;
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
    await startSync(server().db, practiceId, { type: 'sync_begin', sync_id, mode: 'changes', command_id: null }, now);
    const content = { entity: 'appointments' as const, rows: [row] };
    await storeBatch(server().db, practiceId, { type: 'batch', sync_id, number: 1, content }, now);
    await endSync(server().db, practiceId, { type: 'sync_end', sync_id, batches: 1 }, now);
  };
  return { open, anAppointment, path, read, cellOf, save, recalculate, status, storedDays, quota, syncAppointment };
}

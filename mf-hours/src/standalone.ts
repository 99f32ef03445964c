/**
 * The mock API of the standalone host: `npm run dev -w mf-hours`. Saved hours last until a reload. With
 * `?rights=settings` they are read-only.
 */
import {
  addDays,
  dayIn,
  listExceptions,
  listSchedules,
  readWeeklyHours,
  saveWeeklyHours,
  weekdayOf,
  etagOf,
} from 'shared-api/contracts';
import { answer, errorReply, reply } from 'shared-api/testing';
import { HoursServer, manyPeople, people } from './hours-worked/testing/hours-server';
import { aDay, aFollower, anOffice, aProvider, aWeek, officeTimes } from './weekly-hours/testing/builders';

const rights = new URLSearchParams(location.search).get('rights')?.split(',');
export const practice = {
  id: 1,
  name: 'Bright Smiles Dental',
  time_zone: 'America/Chicago',
  pms_name: 'opendental',
  ...(rights && { rights }),
};

let version = 1;
let rows = aWeek(
  anOffice(),
  aFollower(),
  aProvider({
    ...aDay('mon', ['9:00 AM', '12:00 PM']),
    ...aDay('tue', ['8:00 AM', '5:00 PM'], ['12:00 PM', '1:00 PM']),
    ...aDay('wed', ['9:00 AM', '12:00 PM'], ['11:45 AM', '12:30 PM']),
    ...aDay('thu', ['10:00 AM', '6:30 PM'], ['1:00 PM', '1:45 PM']),
  }),
  aFollower({ provider_id: 8, 'first-name': 'Lee', 'last-name': 'Park, RDH' }),
  aProvider({
    provider_id: 9,
    'first-name': 'Maria',
    'last-name': 'Sandoval, RDH',
    ...officeTimes,
    ...aDay('wed', ['7:00 AM', '3:00 PM'], ['11:30 AM', '12:00 PM']),
    ...aDay('fri', ['', '']),
    ...aDay('sat', ['9:00 AM', '1:00 PM']),
  }),
  aProvider({
    provider_id: 10,
    'first-name': 'Dr. Tomas',
    'last-name': 'Berg',
    ...aDay('tue', ['12:00 PM', '7:00 PM'], ['3:00 PM', '3:30 PM']),
    ...aDay('thu', ['12:00 PM', '7:00 PM'], ['3:00 PM', '3:30 PM']),
    ...aDay('fri', ['8:00 AM', '2:00 PM']),
  }),
  ...Array.from({ length: 8 }, (_, at) =>
    aFollower({ provider_id: 20 + at, 'first-name': 'Robin', 'last-name': `Hygienist ${at + 1}` }),
  ),
);

const today = dayIn(practice.time_zone, new Date());
const monday = addDays(today, 1 - weekdayOf(today));
/** `?providers=200` in the URL of the host shows a large practice. */
const count = Number(new URLSearchParams(globalThis.location.search).get('providers') ?? 0);
const worked = new HoursServer(count > 0 ? manyPeople(count) : [...people, ...manyPeople(6)], today);
worked.set(`7.${monday}.worked_hours`, 9 * 3600);
worked.set(`7.${addDays(monday, 1)}.available_hours`, 6 * 3600);
worked.set(`9.${addDays(monday, 3)}.worked_hours`, 0);

export const handlers = [
  ...worked.handlers(),
  answer(listSchedules, () =>
    reply(listSchedules, {
      schedules: [{ valid_from: null, valid_to: null, in_effect: true, created_by: null, created_at: null }],
      today,
      start_bounds: { start: addDays(today, -7), end: addDays(today, 730) },
      exception_bounds: { start: addDays(today, -365), end: addDays(today, 730) },
    }),
  ),
  answer(listExceptions, () => reply(listExceptions, { exceptions: [] })),
  answer(readWeeklyHours, () => reply(readWeeklyHours, { status: 'OK', message: rows }, { etag: etagOf(version) })),
  answer(saveWeeklyHours, ({ body, ifMatch }) => {
    if (ifMatch !== null && ifMatch !== etagOf(version)) {
      const conflict = { changed_by: 'Sam Staff', changed_at: Math.floor(Date.now() / 1000) };
      return errorReply(409, 'stale', 'Sam Staff saved these hours meanwhile.', { conflict });
    }
    rows = body;
    version += 1;
    return reply(saveWeeklyHours, { status: 'OK', message: 'Saved' }, { etag: etagOf(version) });
  }),
];

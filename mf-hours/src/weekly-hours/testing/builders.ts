/** Weeks of hours for tests, typed by the contract. */
import {
  type Day,
  days,
  OFFICE,
  timeKeys,
  type TimeKey,
  type WeeklyHoursRecord,
  withFollowers,
} from 'shared-api/contracts';

type Times = Partial<Record<TimeKey, string>>;

/** Times of one day, without lunch by default. */
export function aDay(day: Day, hours: readonly [string, string], lunch: readonly [string, string] = ['', '']): Times {
  return { [`${day}_beg`]: hours[0], [`${day}_end`]: hours[1], [`${day}_l_beg`]: lunch[0], [`${day}_l_end`]: lunch[1] };
}

/** The same hours from Monday to Thursday, a short Friday, the rest closed: 38.0 hours. */
export const officeTimes: Times = Object.assign(
  {},
  ...days.slice(0, 4).map((day) => aDay(day, ['8:00 AM', '5:00 PM'], ['12:00 PM', '1:00 PM'])),
  aDay('fri', ['8:00 AM', '2:00 PM']),
) as Times;

function aRow(over: Partial<WeeklyHoursRecord>): WeeklyHoursRecord {
  return {
    provider_id: OFFICE,
    'first-name': '',
    'last-name': '',
    'same-as-office-hours': false,
    ...(Object.fromEntries(timeKeys.map((key) => [key, ''])) as Record<TimeKey, string>),
    ...over,
  };
}

export function anOffice(over: Partial<WeeklyHoursRecord> = {}): WeeklyHoursRecord {
  return aRow({ 'first-name': 'Office', ...officeTimes, ...over });
}

/** A provider with own hours; without any, every day is off. */
export function aProvider(over: Partial<WeeklyHoursRecord> = {}): WeeklyHoursRecord {
  return aRow({ provider_id: 7, 'first-name': 'Dr. Kim', 'last-name': 'Osei', ...over });
}

/** A provider who follows the office. */
export function aFollower(over: Partial<WeeklyHoursRecord> = {}): WeeklyHoursRecord {
  return aProvider({
    provider_id: 3,
    'first-name': 'Dr. Ana',
    'last-name': 'Whitfield',
    'same-as-office-hours': true,
    ...officeTimes,
    ...over,
  });
}

/** Office, a follower (3), Kim Osei with own hours (7) and Maria Sandoval who is only off on Fridays (9). */
export function aWeek(...rows: WeeklyHoursRecord[]): WeeklyHoursRecord[] {
  const usual = [
    anOffice(),
    aFollower(),
    aProvider({
      ...aDay('mon', ['9:00 AM', '12:00 PM']),
      ...aDay('wed', ['8:00 AM', '5:00 PM'], ['12:00 PM', '1:00 PM']),
    }),
    aProvider({
      provider_id: 9,
      'first-name': 'Maria',
      'last-name': 'Sandoval, RDH',
      ...officeTimes,
      ...aDay('fri', ['', '']),
    }),
  ];
  return withFollowers(rows.length > 0 ? rows : usual);
}

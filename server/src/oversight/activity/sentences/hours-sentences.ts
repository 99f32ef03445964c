/** Sentences about weekly hours, schedules, exceptions and hours worked. */
import {
  type Day,
  type TimePart,
  OFFICE,
  dayNames,
  dayText,
  days,
  isDate,
  parseTime,
  parseTimeOf,
  plural,
  timeParts,
  listText,
} from 'shared-api/contracts';
import type { ActivityChange } from 'shared-api/contracts/activity';
import type { AuditAction } from '../../../platform/audit/actions.js';
import type { Describe, LoggedChange } from '../logged-change.js';
import type { Names } from '../names.js';
import { listOf, numberOf, recordOf, textOf, textsOf } from '../recorded.js';
import { added, fromTo, name, namesOf, removed, restOf, sentence } from '../sentence.js';

const PAGE = 'practice/provider-hours';
const WORKED_PAGE = 'practice/provider-hours-worked';
const NOON = 12 * 60;
const MIDNIGHT = 24 * 60;

export type Times = Record<TimePart, string>;

/** A row of weekly hours in an entry. */
export interface RecordedWeek {
  id: number;
  name: string;
  followsOffice: boolean;
  times: Record<Day, Times>;
}

/** An entry's rows before or after the change, by provider. */
export function weeksOf(side: unknown): Map<number, RecordedWeek> {
  const weeks = listOf(side).map((value): RecordedWeek => {
    const row = recordOf(value);
    const id = numberOf(row['provider_id']) ?? OFFICE;
    const timesOf = (day: Day): Times =>
      Object.fromEntries(timeParts.map((part) => [part, textOf(row[`${day}_${part}`]) ?? ''])) as Times;
    return {
      id,
      name: id === OFFICE ? 'Office' : `${textOf(row['first-name']) ?? ''} ${textOf(row['last-name']) ?? ''}`.trim(),
      followsOffice: row['same-as-office-hours'] === true,
      times: Object.fromEntries(days.map((day) => [day, timesOf(day)])) as Record<Day, Times>,
    };
  });
  return new Map(weeks.map((week) => [week.id, week]));
}

/** `8:00–5:00` for a day from morning to afternoon. Other ranges say AM and PM. */
export function rangeText(beg: string, end: string): string {
  const from = parseTime(beg);
  const to = parseTimeOf('end', end);
  if (typeof from !== 'number' || typeof to !== 'number') return `${beg || '?'}–${end || '?'}`;
  const isPlain = from < NOON && to >= NOON && to < MIDNIGHT;
  const text = (time: string): string => (isPlain ? time.replace(/ [AP]M$/, '') : time);
  return `${text(beg)}–${text(end)}`;
}

const lunchText = (beg: string, end: string): string =>
  beg === '' && end === '' ? 'no lunch' : `lunch ${beg.replace(/ [AP]M$/, '')}–${end.replace(/ [AP]M$/, '')}`;

/** A day's hours; with lunch only if that is what differs. */
function timesText({ beg, end, l_beg: lunchBeg, l_end: lunchEnd }: Times, withLunch: boolean): string {
  if (beg === '' && end === '') return 'closed';
  const hours = rangeText(beg, end);
  return withLunch ? `${hours}, ${lunchText(lunchBeg, lunchEnd)}` : hours;
}

const noTimes: Times = { beg: '', end: '', l_beg: '', l_end: '' };

export interface ChangedDays {
  week: RecordedWeek;
  /** Days with the same change. */
  days: Day[];
  before: string;
  after: string;
}

const sameTimes = (one: Times, other: Times): boolean => timeParts.every((part) => one[part] === other[part]);

/** Days of a row whose times differ. */
export function changedDaysOf(former: RecordedWeek | undefined, week: RecordedWeek): Day[] {
  return days.filter((day) => !sameTimes(former?.times[day] ?? noTimes, week.times[day]));
}

function groupsOf(former: RecordedWeek | undefined, week: RecordedWeek): ChangedDays[] {
  const groups = new Map<string, ChangedDays>();
  for (const day of changedDaysOf(former, week)) {
    const was = former?.times[day] ?? noTimes;
    const is = week.times[day];
    const lunch = was.l_beg !== is.l_beg || was.l_end !== is.l_end;
    const texts = { before: timesText(was, lunch), after: timesText(is, lunch) };
    const key = JSON.stringify(texts);
    const group = groups.get(key) ?? { week, days: [], ...texts };
    groups.set(key, { ...group, days: [...group.days, day] });
  }
  return [...groups.values()];
}

const WEEKDAYS = 5;

function daysText(list: readonly Day[]): string {
  if (list.length === days.length) return 'every day';
  const isWorkWeek = list.length === WEEKDAYS && days.slice(0, WEEKDAYS).every((day) => list.includes(day));
  return isWorkWeek ? 'Monday to Friday' : listText(list.map((day) => dayNames[day]));
}

const ownerText = ({ id, name: full }: RecordedWeek): string => (id === OFFICE ? 'office' : full || 'a provider');

/** First day of the entry's schedule. Null for the first schedule. */
export function scheduleOf({ entityId }: Pick<LoggedChange, 'entityId'>): string | null {
  const [, start] = entityId.split(' ');
  return start !== undefined && isDate(start) ? start : null;
}

const pageOf = (validFrom: string | null): string => (validFrom === null ? PAGE : `${PAGE}?schedule=${validFrom}`);

const startText = (date: string): string => (isDate(date) ? dayText(date) : 'a later day');

function exceptionText(side: Record<string, unknown>): string {
  const [start = '', end = ''] = [textOf(side['start_date']), textOf(side['end_date'])];
  const dates = start === end || !isDate(end) ? startText(start) : `${startText(start)} to ${startText(end)}`;
  const note = textOf(side['note']);
  const hours =
    side['kind'] === 'other_hours' ? `${rangeText(textOf(side['beg']) ?? '', textOf(side['end']) ?? '')}, ` : '';
  return `${hours}${dates}${note === undefined ? '' : ` (${note})`}`;
}

/** An exception's description: `time off of Elena Duarte`. */
function exceptionName(practiceId: number, side: Record<string, unknown>, names: Names): string {
  if (side['kind'] === 'closed') return 'closed days of the office';
  const kind = side['kind'] === 'time_off' ? 'time off' : 'other hours';
  return `${kind} of ${names.provider(practiceId, numberOf(side['provider_id']) ?? OFFICE)}`;
}

const EXCEPTIONS = `${PAGE}?view=exceptions`;

const SECONDS_PER_HOUR = 3600;

/** An edited figure. Null stands for the computed hours. */
function figureText(value: unknown): string {
  const seconds = numberOf(value);
  return seconds === undefined ? 'as calculated' : `${Number((seconds / SECONDS_PER_HOUR).toFixed(2))} h`;
}

export const hoursSentences = {
  'weekly_hours.save': (change) => {
    const before = weeksOf(change.before);
    const groups: ChangedDays[] = [];
    const follows: ActivityChange[] = [];
    for (const week of weeksOf(change.after).values()) {
      const former = before.get(week.id);
      if (former && former.followsOffice !== week.followsOffice) {
        const side = (on: boolean): string => (on ? 'Same as office' : 'Own hours');
        follows.push({
          label: ownerText(week),
          before: side(former.followsOffice),
          after: side(week.followsOffice),
        });
      }
      // Rows that follow the office change with it.
      if (week.id === OFFICE || !week.followsOffice) groups.push(...groupsOf(former, week));
    }
    const validFrom = scheduleOf(change);
    const schedule = validFrom === null ? '' : `, in the schedule that starts on ${dayText(validFrom)}`;
    const page = pageOf(validFrom);
    const [group] = groups;
    if (group && groups.length === 1 && follows.length === 0) {
      const owner = ownerText(group.week);
      const [day, ...others] = group.days;
      const what =
        day !== undefined && others.length === 0
          ? group.week.id === OFFICE
            ? `${dayNames[day]}’s office hours`
            : `${owner}’s hours on ${dayNames[day]}`
          : `${group.week.id === OFFICE ? 'office' : `${owner}’s`} hours, ${daysText(group.days)},`;
      const values = { label: '', before: group.before, after: group.after };
      return { sentence: sentence('changed ', name(what), ...fromTo(values), schedule), page };
    }
    const changes = [
      ...follows,
      ...groups.map(({ week, days: list, ...values }) => ({
        label: `${week.id === OFFICE ? 'Office' : ownerText(week)}, ${daysText(list)}`,
        before: values.before,
        after: values.after,
      })),
    ];
    const [follow] = follows;
    if (follow && changes.length === 1) {
      return { sentence: sentence('changed ', name(`${follow.label}’s hours`), ...fromTo(follow), schedule), page };
    }
    return { sentence: sentence('changed the ', name('weekly hours'), schedule), changes, page };
  },

  'weekly_schedule.add': ({ entityId }) => ({
    sentence: sentence('planned a ', name('schedule'), ' that starts on ', added(startText(entityId))),
    page: pageOf(isDate(entityId) ? entityId : null),
  }),

  'weekly_schedule.delete': ({ entityId }) => ({
    sentence: sentence('deleted the ', name('schedule'), ' that would have started on ', removed(startText(entityId))),
    page: PAGE,
  }),

  'hours_exception.add': ({ practiceId, after }, names) => {
    const side = recordOf(after);
    return {
      sentence: sentence('added ', name(exceptionName(practiceId, side, names)), ': ', added(exceptionText(side))),
      page: EXCEPTIONS,
    };
  },

  'hours_exception.delete': ({ practiceId, before }, names) => {
    const side = recordOf(before);
    return {
      sentence: sentence('deleted ', name(exceptionName(practiceId, side, names)), ': ', removed(exceptionText(side))),
      page: EXCEPTIONS,
    };
  },

  'hours_exception.change': ({ practiceId, before, after }, names) => {
    const [was, is] = [recordOf(before), recordOf(after)];
    const values = { label: '', before: exceptionText(was), after: exceptionText(is) };
    return {
      sentence: sentence('changed ', name(exceptionName(practiceId, is, names)), ...fromTo(values)),
      page: EXCEPTIONS,
    };
  },

  'hours_worked.save': ({ practiceId, before, after }, names) => {
    const [was, is] = [recordOf(before), recordOf(after)];
    const changes = Object.keys(is).map((path): ActivityChange => {
      const [provider = '', date = '', figure = ''] = path.split('.');
      const what = figure === 'worked_hours' ? 'worked' : 'available';
      const label = `${names.provider(practiceId, Number(provider))}, ${startText(date)}, hours ${what}`;
      return { label, before: figureText(was[path]), after: figureText(is[path]) };
    });
    const providers = [
      ...new Set(Object.keys(is).map((path) => names.provider(practiceId, Number(path.split('.')[0])))),
    ];
    const page = WORKED_PAGE;
    const [only] = changes;
    if (only && changes.length === 1) {
      return { sentence: sentence('changed ', name(only.label), ...fromTo(only)), page };
    }
    return {
      sentence: sentence(
        `changed ${plural(changes.length, 'figure')} of `,
        ...namesOf(providers, name),
        ' in provider hours worked',
      ),
      changes,
      page,
    };
  },

  'hours_worked.recalculate': () => ({
    sentence: sentence('recalculated the ', name('provider hours worked')),
    page: WORKED_PAGE,
  }),

  'pms_appointments.correct': ({ after }) => {
    const days = textsOf(after).map(startText);
    return {
      sentence: sentence('corrected completed appointments of ', ...namesOf(days, name)),
      changes: restOf('Days', days, 'after'),
      page: WORKED_PAGE,
    };
  },
} satisfies Partial<Record<AuditAction, Describe>>;

/** Weekly schedules with start dates, and exceptions from them: closed days, time off, other hours (DECISIONS 26). */
import * as z from 'zod/mini';
import { holidayIds } from '../rules/us-federal-holidays.js';
import { defineCall, inAnswer, practiceParams, rowNumber } from './call.js';
import { date } from './practice-settings.js';
import { weeklyHoursRecord } from './weekly-hours.js';

const base = '/api/:practice/provider-hours';

/** A weekly schedule. The schedule without a date applies to days before the first dated one. */
export const schedule = z.object({
  /** The first day, in the practice's time zone; null for the schedule from the beginning. */
  valid_from: z.nullable(z.string()),
  /** The last day; null if no later schedule follows. */
  valid_to: z.nullable(z.string()),
  /** True for the schedule in effect today. */
  in_effect: z.boolean(),
  /** Who created it, and when in epoch seconds; null for the schedule from the beginning. */
  created_by: z.nullable(z.string()),
  created_at: z.nullable(z.int()),
});
export type Schedule = z.infer<typeof schedule>;

export const listSchedules = defineCall({
  name: 'listSchedules',
  method: 'GET',
  path: `${base}/schedules/`,
  access: 'practice',
  summary: 'Weekly schedules by the day they start, and the days that can be planned',
  params: practiceParams,
  answer: z.object({
    schedules: z.array(schedule),
    /** Today in the practice's time zone. */
    today: z.string(),
    /** The first day that a save of the current schedule applies to; null if it also applies to all earlier days. */
    saves_from: z.optional(z.nullable(z.string())),
    /** Days on which a new schedule can start. */
    start_bounds: z.object({ start: z.string(), end: z.string() }),
    /** Days that can have exceptions. */
    exception_bounds: z.object({ start: z.string(), end: z.string() }),
  }),
});

const dated = z.object({ ...practiceParams.shape, validFrom: date });

export const readSchedule = defineCall({
  name: 'readSchedule',
  method: 'GET',
  path: `${base}/schedules/:validFrom/`,
  access: 'practice',
  summary: 'The weekly hours that are valid on a day; the ETag is the version',
  params: dated,
  answer: z.object({ valid_from: z.nullable(z.string()), message: z.array(inAnswer(weeklyHoursRecord)) }),
});

export const saveSchedule = defineCall({
  name: 'saveSchedule',
  method: 'POST',
  path: `${base}/schedules/`,
  access: 'practice',
  right: 'hours',
  summary:
    'Save weekly hours that start on a day, by default today. Replaces a schedule that starts on that day. Returns 409 with If-Match for an outdated version, and with If-None-Match: * for an existing schedule',
  params: practiceParams,
  body: z.strictObject({
    valid_from: z.optional(date),
    /** By default, the hours in effect on that day. */
    records: z.optional(z.array(weeklyHoursRecord).check(z.maxLength(2000))),
  }),
  answer: z.object({ valid_from: z.string(), message: z.string() }),
});

export const deleteSchedule = defineCall({
  name: 'deleteSchedule',
  method: 'DELETE',
  path: `${base}/schedules/:validFrom/`,
  access: 'practice',
  right: 'hours',
  summary: 'Delete a schedule that has not started; the one before it stays in effect',
  params: dated,
  answer: z.object({ message: z.string() }),
});

export const exceptionKinds = ['closed', 'time_off', 'other_hours'] as const;
export type ExceptionKind = (typeof exceptionKinds)[number];

const time = z.string().check(z.maxLength(20));

/** Days on which the office (`provider_id` 0) or a provider has different hours from the weekly schedule, or none. */
export const exceptionInput = z.strictObject({
  provider_id: z.int().check(z.gte(0)),
  start_date: date,
  /** The last day of the exception. */
  end_date: date,
  /** `closed` is only for the office, `time_off` only for providers. */
  kind: z.enum(exceptionKinds),
  /** The hours of each of these days, only with `other_hours`. */
  beg: z._default(time, ''),
  end: z._default(time, ''),
  l_beg: z._default(time, ''),
  l_end: z._default(time, ''),
  note: z._default(z.string().check(z.maxLength(200)), ''),
});
export type ExceptionInput = z.output<typeof exceptionInput>;

export const hoursException = z.object({
  ...exceptionInput.shape,
  exception_id: z.int(),
  /** The version for `If-Match`, e.g. `"3"`. */
  version: z.int(),
  changed_by: z.string(),
  /** Epoch seconds. */
  changed_at: z.int(),
});
export type HoursException = z.output<typeof hoursException>;

export const listExceptions = defineCall({
  name: 'listExceptions',
  method: 'GET',
  path: `${base}/exceptions/`,
  access: 'practice',
  summary: 'Exceptions that overlap a range of at most 400 days, by their first day',
  params: practiceParams,
  query: z.strictObject({ start_date: date, end_date: date }),
  answer: z.object({ exceptions: z.array(hoursException) }),
});

export const addException = defineCall({
  name: 'addException',
  method: 'POST',
  path: `${base}/exceptions/`,
  access: 'practice',
  right: 'hours',
  summary: 'Add an exception and recalculate the hours worked of its days',
  params: practiceParams,
  body: exceptionInput,
  answer: hoursException,
});

const oneException = z.object({
  ...practiceParams.shape,
  exception: rowNumber(999_999_999),
});

export const changeException = defineCall({
  name: 'changeException',
  method: 'PUT',
  path: `${base}/exceptions/:exception/`,
  access: 'practice',
  right: 'hours',
  summary: 'Change an exception. With If-Match, returns 409 if somebody else has changed it',
  params: oneException,
  body: exceptionInput,
  answer: hoursException,
});

export const deleteException = defineCall({
  name: 'deleteException',
  method: 'DELETE',
  path: `${base}/exceptions/:exception/`,
  access: 'practice',
  right: 'hours',
  summary: 'Delete an exception. With If-Match, returns 409 if somebody else has changed it',
  params: oneException,
  answer: z.object({ message: z.string() }),
});

export const addHolidays = defineCall({
  name: 'addHolidays',
  method: 'POST',
  path: `${base}/holidays/`,
  access: 'practice',
  right: 'hours',
  summary: 'Close the office on US federal holidays of a year; days with an exception of the office are skipped',
  params: practiceParams,
  body: z.strictObject({
    year: z.int().check(z.gte(2021, 'Must be 2021 or later'), z.lte(2199, 'Must be 2199 or earlier')),
    /** All holidays by default. */
    holidays: z.optional(z.array(z.enum(holidayIds)).check(z.minLength(1), z.maxLength(holidayIds.length))),
  }),
  answer: z.object({ added: z.array(z.string()), skipped: z.array(z.string()) }),
});

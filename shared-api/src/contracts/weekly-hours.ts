/** Office and provider hours of a regular week (specification: settings and hours, 3.5 and 7.2). */
import * as z from 'zod/mini';
import { defineCall, inAnswer, practiceParams } from './call.js';
import { conflict } from './error.js';

export const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Day = (typeof days)[number];

/** Start, end, lunch start and lunch end, by wire name. */
export const timeParts = ['beg', 'end', 'l_beg', 'l_end'] as const;
export type TimePart = (typeof timeParts)[number];

export type TimeKey = `${Day}_${TimePart}`;
export const timeKeys: readonly TimeKey[] = days.flatMap((day) => timeParts.map((part): TimeKey => `${day}_${part}`));

/** 12-hour text such as `9:30 AM`; an empty string without a time. `null` is read as empty. */
const time = z.pipe(
  z.nullable(z.string().check(z.maxLength(20))),
  z.transform((text) => text ?? ''),
);

const times = Object.fromEntries(timeKeys.map((key) => [key, time])) as Record<TimeKey, typeof time>;

/** One row of the setup. `provider_id` 0 is the office itself. */
export const weeklyHoursRecord = z.strictObject({
  provider_id: z.int().check(z.gte(0)),
  'first-name': z.string().check(z.maxLength(200)),
  'last-name': z.string().check(z.maxLength(200)),
  'same-as-office-hours': z.boolean(),
  ...times,
});
export type WeeklyHoursRecord = z.output<typeof weeklyHoursRecord>;

const namedProvider = z.object({ provider_id: z.int(), name: z.string() });

/** The office's provider id. */
export const OFFICE = 0;

export const readWeeklyHours = defineCall({
  name: 'readWeeklyHours',
  method: 'GET',
  path: '/api/:practice/provider-hours/',
  access: 'practice',
  summary: 'Weekly hours of the office (first) and of each provider; the ETag is the version',
  params: practiceParams,
  /** With `since`, the response lists the fields that changed after that version. */
  query: z.strictObject({ since: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(999_999_999))) }),
  answer: z.object({
    status: z.string(),
    message: z.array(inAnswer(weeklyHoursRecord)),
    /** Fields are `<provider id>.<field>`, e.g. `7.mon_beg`. */
    changes: conflict.shape.changes,
    /** True if the schedule of the practice's PMS replaces these hours. */
    overruled_by_pms_schedule: z.optional(z.boolean()),
  }),
  okStatus: ['OK'],
});

export const saveWeeklyHours = defineCall({
  name: 'saveWeeklyHours',
  method: 'POST',
  path: '/api/:practice/provider-hours/bulk_update/',
  access: 'practice',
  right: 'hours',
  summary: 'Save the whole list, merged with the current providers. With If-Match, returns 409 for an outdated version',
  params: practiceParams,
  body: z.array(weeklyHoursRecord).check(z.maxLength(2000)),
  answer: z.object({
    status: z.string(),
    message: z.string(),
    /** Providers missing from the sent list. They keep their hours, or follow the office if they are new. */
    added: z.optional(z.array(namedProvider)),
    /** Sent providers who have left the practice. Their rows were dropped. */
    removed: z.optional(z.array(namedProvider)),
  }),
  okStatus: ['OK'],
});

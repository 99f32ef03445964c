/** Providers' available and worked hours by day (specification: settings and hours, 3.6 and 7.3). */
import * as z from 'zod/mini';
import { defineCall, practiceParams } from './call.js';
import { date } from './practice-settings.js';

/** Maximum number of seconds per day. A day of 25 hours in autumn counts as 24. */
export const MAX_DAY_SECONDS = 86_400;
/** Edits are multiples of half an hour (DECISIONS, server rule 10). */
export const EDIT_STEP_SECONDS = 1800;
/** Maximum number of recalculations per practice in 24 hours. */
export const RECALCULATIONS_PER_DAY = 20;
/** Far above the largest practice's number. */
const MOST_PROVIDERS = 2000;

const seconds = z.int();
const override = z.nullable(seconds);

/** One provider on one day, in seconds. `modified_…` is null without an override. */
export const workedHours = z.object({
  available_hours: seconds,
  worked_hours: seconds,
  modified_available_hours: override,
  modified_worked_hours: override,
});
export type WorkedHours = z.infer<typeof workedHours>;

/** Totals of a provider over the range, in seconds and days, with overrides. */
const totals = {
  provider_id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  /** The first day after a former provider left the practice, `YYYY-MM-DD`. Absent for current providers. */
  left_on: z.optional(z.string()),
  total_hours_available: seconds,
  total_hours_worked: seconds,
  total_days_available: z.int(),
  total_days_worked: z.int(),
  /** The same hours up to and including today, from which utilization is computed. */
  hours_available_to_date: z.optional(seconds),
  hours_worked_to_date: z.optional(seconds),
};

export const providerTotals = z.object(totals);
export type ProviderTotals = z.infer<typeof providerTotals>;

export const providerHours = z.object({ ...totals, hours: z.record(z.string(), workedHours) });
export type ProviderHours = z.infer<typeof providerHours>;

const offset = z._default(z.coerce.number().check(z.int(), z.gte(-1200), z.lte(1200)), 0);

/**
 * Week: `view_type=week&days=7`. 2 Weeks: `days=14`, from the Sunday of the week. Month: `view_type=month&days=-1`. Both
 * offsets count weeks or months from today in the practice's time zone.
 */
export const hoursWorkedQuery = z.strictObject({
  view_type: z._default(z.enum(['week', 'month']), 'week'),
  days: z.optional(z.enum(['7', '14', '-1'])),
  week_offset: offset,
  month_offset: offset,
});

/** A date range, both ends inclusive. */
const dayRange = z.object({ start: z.string(), end: z.string() });

/** A recalculation in the background. */
export const recalculation = z.object({
  state: z.enum(['pending', 'running', 'done', 'failed']),
  /** 0 to 100. */
  percent: z.int(),
  /** Epoch seconds. */
  requested_at: z.int(),
  requested_by: z.string(),
  finished_at: z.nullable(z.int()),
  /** The reason for a failure. */
  message: z.nullable(z.string()),
  /** The recalculated days; null before it starts. */
  range: z.optional(z.nullable(dayRange)),
});
export type Recalculation = z.infer<typeof recalculation>;

export const hoursWorked = z.object({
  /** Every day of the range, `YYYY-MM-DD`. */
  dates: z.array(z.string()),
  /** The same days for people: `Sun 11/15`. */
  display_dates: z.array(z.string()),
  date_range: z.object({ start: z.string(), end: z.string() }),
  /** Sorted by last name, then first name. */
  providers: z.array(providerHours),
  /** Today in the practice's time zone. */
  today: z.optional(z.string()),
  /** The latest recalculation; null without any. */
  recalculation: z.optional(z.nullable(recalculation)),
  /** The date range of the practice's hours. Other days are rejected. */
  bounds: z.optional(dayRange),
  /** When the oldest of these values was computed, in epoch seconds. */
  computed_at: z.optional(z.int()),
  /** True while these values are recomputed because their inputs have changed. */
  updating: z.optional(z.boolean()),
  /** The version in `readHoursStatus` when these hours were read, or an older one. */
  status_version: z.optional(z.string()),
  /** No longer sent, because changed weekly hours are applied immediately. */
  weekly_hours_changed: z.optional(z.boolean()),
});
export type HoursWorked = z.infer<typeof hoursWorked>;

export const readHoursStatus = defineCall({
  name: 'readHoursStatus',
  method: 'GET',
  path: '/api/:practice/provider-hours-worked/status/',
  access: 'practice',
  summary: 'Whether figures or overrides have changed since they were read; pages poll it',
  params: practiceParams,
  answer: z.object({
    /** Changes whenever values or overrides change. Compare it with `status_version` of the hours. */
    version: z.string(),
    /** True while days are recomputed. */
    updating: z.boolean(),
    recalculation: z.nullable(recalculation),
  }),
  background: true,
});

export const readHoursWorked = defineCall({
  name: 'readHoursWorked',
  method: 'GET',
  path: '/api/:practice/provider-hours-worked/',
  access: 'practice',
  summary: 'Available and worked hours of each provider per day of a range; the ETag is the version of all overrides',
  params: practiceParams,
  query: hoursWorkedQuery,
  answer: hoursWorked,
});

const editedSeconds = z
  .int('Must be a whole number of seconds')
  .check(z.gte(0, 'Must be 0 or more'), z.lte(MAX_DAY_SECONDS, 'Must be 24 hours or less'));

/**
 * An edited cell with one or both values. Null clears the override, regardless of the original value. A value that
 * equals the original also clears it (DECISIONS 24).
 */
export const editedHours = z.strictObject({
  date,
  employee_id: z.int(),
  available_hours: z.optional(z.nullable(editedSeconds)),
  worked_hours: z.optional(z.nullable(editedSeconds)),
});
export type EditedHours = z.output<typeof editedHours>;

export const saveHoursWorked = defineCall({
  name: 'saveHoursWorked',
  method: 'POST',
  path: '/api/:practice/provider-hours-worked/',
  access: 'practice',
  right: 'hours',
  summary:
    'Save edited hours, all or none. With If-Match, returns 409 if others have changed the cells since that version',
  params: practiceParams,
  /** Provider id → date → the edited cell. */
  body: z
    .record(
      z.string().check(z.regex(/^\d{1,10}$/, 'Not a provider id')),
      z.record(date, editedHours).check(z.refine((days) => Object.keys(days).length <= 400, 'Too many days')),
    )
    .check(z.refine((providers) => Object.keys(providers).length <= MOST_PROVIDERS, 'Too many providers')),
  answer: z.object({ status: z.string(), message: z.string() }),
  okStatus: ['success'],
});

export const recalculateHours = defineCall({
  name: 'recalculateHours',
  method: 'POST',
  path: '/api/:practice/provider-hours-worked/recalculate/',
  access: 'practice',
  right: 'hours',
  summary: 'Recalculate available and worked hours in the background, at most 20 times in 24 hours',
  params: practiceParams,
  body: z.strictObject({ full_update: z.literal(true) }),
  answer: z.object({ status: z.string(), message: z.string() }),
  okStatus: ['success'],
});

export const readHoursSummary = defineCall({
  name: 'readHoursSummary',
  method: 'GET',
  path: '/api/:practice/provider-hours-worked/summary/',
  access: 'practice',
  summary: 'Totals of each provider for a range of days, both ends included',
  params: practiceParams,
  query: z.strictObject({ start_date: date, end_date: date }),
  answer: z.object({ providers: z.array(providerTotals) }),
});

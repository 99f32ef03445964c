/** Rows of hours. */
import type { JSONColumnType } from 'kysely';
import type { ExceptionKind, TimeKey } from 'shared-api/contracts';

export interface WeeklyHoursVersionsTable {
  practice_id: number;
  version: number;
  changed_by: string;
  changed_at: Date;
}

/** The save that last changed a field. */
export interface FieldChange {
  version: number;
  by: string;
  /** Epoch seconds. */
  at: number;
}

/** Minutes since midnight per day and part, null where no time is set. Provider 0 is the office. */
export type WeeklyHoursTable = {
  practice_id: number;
  provider_id: number;
  same_as_office_hours: boolean;
  /** By the field's name on the wire. */
  changes: JSONColumnType<Record<string, FieldChange>>;
} & Record<TimeKey, number | null>;

/** A weekly schedule that is valid from a date. */
export interface WeeklySchedulesTable {
  practice_id: number;
  /** `YYYY-MM-DD` */
  valid_from: string;
  created_by: string;
  created_at: Date;
}

/** The source of available hours up to the day before `until`. */
export interface FormerScheduleSourcesTable {
  practice_id: number;
  /** `YYYY-MM-DD` */
  until: string;
  pms_schedule: boolean;
}

/** Days with other hours than the weekly schedule. Minutes since midnight; provider 0 is the office. */
export interface HoursExceptionsTable {
  practice_id: number;
  exception_id: number;
  provider_id: number;
  /** `YYYY-MM-DD`. Start and end date are included. */
  start_date: string;
  end_date: string;
  kind: ExceptionKind;
  beg: number | null;
  end: number | null;
  l_beg: number | null;
  l_end: number | null;
  note: string;
  version: number;
  changed_by: string;
  changed_at: Date;
}

/** Days that a change of schedules or exceptions affects. */
export interface HoursScheduleChangesTable {
  practice_id: number;
  version: number;
  start_date: string;
  end_date: string;
}

/** A week of a dated schedule. */
export type WeeklyScheduleHoursTable = WeeklyHoursTable & {
  /** First day of its schedule. */
  valid_from: string;
};

export interface HoursWorkedVersionsTable {
  practice_id: number;
  version: number;
}

/** The computed hours of a provider's day, in seconds. */
export interface HoursWorkedTable {
  practice_id: number;
  /** `YYYY-MM-DD` */
  date: string;
  provider_id: number;
  available_seconds: number;
  worked_seconds: number;
  computed_at: Date;
  /** The version of the schedule that the hours were computed from. Null in rows of an older release. */
  schedule_version: number | null;
  sync_version: number | null;
  settings_version: number | null;
}

/** Hours entered instead of the computed ones, each with the save that last changed it. */
export interface HoursWorkedOverridesTable {
  practice_id: number;
  /** `YYYY-MM-DD` */
  date: string;
  provider_id: number;
  available_seconds: number | null;
  available_version: number;
  available_by: string | null;
  available_at: Date | null;
  worked_seconds: number | null;
  worked_version: number;
  worked_by: string | null;
  worked_at: Date | null;
}

declare module '../../platform/database/tables.js' {
  interface Tables {
    former_schedule_sources: FormerScheduleSourcesTable;
    weekly_hours_versions: WeeklyHoursVersionsTable;
    weekly_hours: WeeklyHoursTable;
    weekly_schedules: WeeklySchedulesTable;
    weekly_schedule_hours: WeeklyScheduleHoursTable;
    hours_exceptions: HoursExceptionsTable;
    hours_schedule_changes: HoursScheduleChangesTable;
    hours_worked_versions: HoursWorkedVersionsTable;
    hours_worked: HoursWorkedTable;
    hours_worked_overrides: HoursWorkedOverridesTable;
  }
}

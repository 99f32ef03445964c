/** Rows of practices. */
import type { Generated } from 'kysely';

export interface NumberSeriesTable {
  name: string;
  next_number: number;
}

export interface PracticesTable {
  id: number;
  name: string;
  /** The name, normalized by `searchable`. */
  search_name: string;
  time_zone: string;
  pms_name: string;
  insider: Generated<boolean>;
  /** The practice that this clinic belongs to. Null: not a clinic of another practice. */
  parent_practice_id: number | null;
  /** The clinic's number in the parent's practice management system. */
  clinicnum: number | null;
  created_at: Generated<Date>;
}

/** A time zone that the practice had up to the day before `until`. */
export interface FormerTimeZonesTable {
  practice_id: number;
  /** `YYYY-MM-DD` */
  until: string;
  time_zone: string;
}

declare module '../../platform/database/tables.js' {
  interface Tables {
    former_time_zones: FormerTimeZonesTable;
    number_series: NumberSeriesTable;
    practices: PracticesTable;
  }
}

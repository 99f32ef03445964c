/** Rows of practices, as the database has them. */
import type { Generated } from 'kysely';

export interface NumberSeriesTable {
  name: string;
  next_number: number;
}

export interface PracticesTable {
  id: number;
  name: string;
  /** Made by `searchable`. */
  search_name: string;
  time_zone: string;
  pms_name: string;
  insider: Generated<boolean>;
  /** The practice of which this one is a clinic. */
  parent_practice_id: number | null;
  /** Number of the clinic in the parent's practice management system. */
  clinicnum: number | null;
  created_at: Generated<Date>;
}

export interface PracticesTables {
  number_series: NumberSeriesTable;
  practices: PracticesTable;
}

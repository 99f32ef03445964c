/** Rows of a practice's PMS data. */
import type { Generated } from 'kysely';

/** The unit that holds a practice's PMS data. Without its row, no PMS data can be written for the practice. */
export interface PmsUnitsTable {
  practice_id: number;
  created_at: Generated<Date>;
  /** When the last complete update ended. */
  last_synced_at: Date | null;
  /** Increases with every change of the rows that hours are computed from. */
  version: Generated<number>;
}

export interface PmsProvidersTable {
  practice_id: number;
  provider_id: number;
  first_name: string;
  last_name: string;
  active: Generated<boolean>;
  /** The sync run that last sent this row. */
  synced_in: Generated<string | null>;
}

/** When a provider belonged to the practice: from `starts_on` up to the day before `ends_on`. */
export interface PmsProviderPeriodsTable {
  practice_id: number;
  provider_id: number;
  /** `YYYY-MM-DD` */
  starts_on: string;
  ends_on: string | null;
}

export interface PmsClinicsTable {
  practice_id: number;
  clinic_num: number;
  description: string;
  address: string;
  address2: string;
  city: string;
  state: string;
  zip: string;
  /** The sync run that last sent this row. */
  synced_in: Generated<string | null>;
}

export interface PmsAppointmentsTable {
  practice_id: number;
  appointment_id: number;
  provider_id: number;
  /** 0 for appointments without a clinic. */
  clinic_num: number;
  starts_at: Date;
  ends_at: Date;
  status: 'scheduled' | 'completed' | 'cancelled';
  /** The PMS' own number of the status, if it has one. */
  status_id: number | null;
  /** The sync run that last sent this row. */
  synced_in: Generated<string | null>;
}

/** A provider's day according to the PMS' own schedule, in minutes since midnight of the practice's time zone. */
export interface PmsSchedulesTable {
  practice_id: number;
  schedule_id: number;
  provider_id: number;
  /** `YYYY-MM-DD` */
  date: string;
  begins: number;
  ends: number;
  /** The sync run that last sent this row. */
  synced_in: Generated<string | null>;
}

declare module '../../platform/database/tables.js' {
  interface Tables {
    pms_units: PmsUnitsTable;
    pms_providers: PmsProvidersTable;
    pms_provider_periods: PmsProviderPeriodsTable;
    pms_clinics: PmsClinicsTable;
    pms_appointments: PmsAppointmentsTable;
    pms_schedules: PmsSchedulesTable;
  }
}

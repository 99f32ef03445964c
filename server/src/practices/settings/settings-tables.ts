/** Rows of settings. */
import type { PmsSettings } from 'shared-api/contracts';
import type { Generated, JSONColumnType } from 'kysely';

/** The latest change of a field of the settings. `at` in epoch seconds. */
export interface SettingsFieldChange {
  version: number;
  by: string;
  at: number;
}

export interface PracticeSettingsTable {
  practice_id: number;
  version: Generated<number>;
  changed_by: string | null;
  changed_at: Date | null;
  changes: JSONColumnType<Record<string, SettingsFieldChange>>;
  autofill_missing_referral_sources: Generated<boolean>;
  ph_call_notification_source: Generated<'udp' | 'websocket'>;
  send_task_emails: Generated<boolean>;
  /** `YYYY-MM-DD` */
  baseline_date: string | null;
  is_pediatric: Generated<boolean>;
  /** Minutes. */
  pms_update_interval: Generated<number>;
  active: Generated<boolean>;
  has_phone_call_monitoring: Generated<boolean>;
  service_code_type: Generated<string>;
  market_iq_max_phone_numbers: Generated<number>;
  stripe_customer_id: string | null;
  snapshot_active: Generated<boolean>;
  /** `YYYY-MM-DD` */
  account_expiration_date: string | null;
  /** `YYYY-MM-DD` */
  snapshot_expiration_date: string | null;
  sync_update_channel: Generated<'release' | 'beta' | 'alpha'>;
  use_clinics: Generated<boolean>;
  additional_clinicnums: JSONColumnType<number[]>;
  additional_data: JSONColumnType<Partial<PmsSettings>>;
  email_overrides: JSONColumnType<string[]>;
  sms_overrides: JSONColumnType<string[]>;
  salt: string | null;
  image_uid: string | null;
}

declare module '../../platform/database/tables.js' {
  interface Tables {
    practice_settings: PracticeSettingsTable;
  }
}

/** The stored settings of a practice as one record, independent of the tables. No database access. */
import type { PmsSettings, PracticeSettingsChange } from 'shared-api/contracts';
import type { SettingsFieldChange } from './settings-tables.js';

export const overrideFields = ['emailOptOutOverrideOptions', 'smsOptOutOverrideOptions'] as const;
export type OverrideField = (typeof overrideFields)[number];

type Plain = Omit<PracticeSettingsChange, 'additional_data' | OverrideField>;

/** Fields that are stored unchanged, under the names of the contract. */
export type PlainFields = { [Field in keyof Plain]-?: Exclude<Plain[Field], undefined> };

export type SettingsRecord = PlainFields & {
  additional_data: PmsSettings;
  /** Ids of the overridden opt-outs, in the order of the options, without the option for all. */
} & Record<OverrideField, readonly string[]>;

/** Settings that apply from a date. */
export const datedFields = ['time_zone', 'additional_data.use_pms_provider_schedule_for_utilization'] as const;

/** In the audit log, the first day of a setting's new value, stored next to it. Not a setting. */
export const startKeyOf = (field: string): string => `${field}_from`;

export interface StoredSettings {
  practice: number;
  /** 0 before the first save. */
  version: number;
  changed_by: string | null;
  changed_at: Date | null;
  /** Field by its dotted path → its latest change. */
  changes: Readonly<Record<string, SettingsFieldChange>>;
  record: SettingsRecord;
  has_tables: boolean;
}

/** Settings of a practice before the first save. They equal the defaults of the columns. */
export const defaultSettings = {
  autofill_missing_referral_sources: true,
  ph_call_notification_source: 'udp',
  send_task_emails: false,
  baseline_date: null,
  is_pediatric: false,
  pms_update_interval: 60,
  active: true,
  has_phone_call_monitoring: false,
  service_code_type: 'ada',
  market_iq_max_phone_numbers: 0,
  stripe_customer_id: null,
  snapshot_active: false,
  account_expiration_date: null,
  snapshot_expiration_date: null,
  sync_update_channel: 'release',
  use_clinics: false,
  additional_clinicnums: [],
} as const satisfies Partial<PlainFields>;

/** Columns of `practice_settings`. The other plain fields are columns of `practices`. */
export type SettingsColumn = keyof typeof defaultSettings;
export const settingsColumns = Object.keys(defaultSettings) as SettingsColumn[];

export function isChildClinic(record: Pick<SettingsRecord, 'parent_practice_id'>): boolean {
  return record.parent_practice_id !== null;
}

/** Every field by its dotted path, e.g. `additional_data.insurance_writeoff_date`. */
export function fieldsOf(record: SettingsRecord): ReadonlyMap<string, unknown> {
  const { additional_data: data, ...plain } = record;
  return new Map<string, unknown>([
    ...Object.entries(plain),
    ...Object.entries(data).map(([name, value]) => [`additional_data.${name}`, value] as const),
  ]);
}

/** Paths of the fields that differ, in alphabetical order. */
export function changedFields(before: SettingsRecord, after: SettingsRecord): string[] {
  const others = fieldsOf(before);
  return [...fieldsOf(after)]
    .filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(others.get(field)))
    .map(([field]) => field)
    .sort();
}

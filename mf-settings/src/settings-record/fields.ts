/** The input type and option source of each setting (specification: settings and hours, 3.1 and 3.2). */
import {
  notificationSources,
  type Option,
  pmsKindOf,
  type PracticeSettings,
  readOptions,
  type SettingsField,
  type SettingsPath,
  settingsValue,
  updateChannels,
  withCurrent,
} from 'shared-api/contracts';
import { messages } from '../messages';

type OptionsOf = (settings: PracticeSettings) => readonly Option[];

export type FieldSpec =
  | { kind: 'switch' | 'text' | 'number' | 'date' }
  | { kind: 'select'; options: OptionsOf }
  /** Checkbox lists and fields of the clinic form, which have their own editors. */
  | { kind: 'overrides' | 'clinics' };

const flag: FieldSpec = { kind: 'switch' };
const day: FieldSpec = { kind: 'date' };
const text: FieldSpec = { kind: 'text' };
const clinics: FieldSpec = { kind: 'clinics' };
const overrides: FieldSpec = { kind: 'overrides' };
const select = (options: OptionsOf): FieldSpec => ({ kind: 'select', options });

const named = <Value extends string>(values: readonly Value[], names: Record<Value, string>): readonly Option[] =>
  values.map((value) => ({ value, name: names[value] }));

/** The dates on which a writeoff can count, by practice management system. */
function writeoffOptions(settings: PracticeSettings): readonly Option[] {
  switch (pmsKindOf(settings.pms_name)) {
    case 'opendental':
      return readOptions(settings.open_dental_insurance_writeoff_date_options);
    case 'eaglesoft16':
      return readOptions(settings.eaglesoft_insurance_writeoff_date_options);
    case 'dentrix':
      return readOptions(settings.dentrix_insurance_writeoff_date_options);
    case null:
      return [];
  }
}

export const fieldSpecs: Record<SettingsPath, FieldSpec> = {
  autofill_missing_referral_sources: flag,
  ph_call_notification_source: select(() => named(notificationSources, messages.settings.sources)),
  send_task_emails: flag,
  baseline_date: day,
  is_pediatric: flag,
  emailOptOutOverrideOptions: overrides,
  smsOptOutOverrideOptions: overrides,
  practice_name: text,
  pms_name: select(({ pms_options }) => readOptions(pms_options)),
  time_zone: select(({ timezone_options }) => readOptions(timezone_options)),
  pms_update_interval: select(({ pms_interval_options }) => readOptions(pms_interval_options)),
  active: flag,
  has_phone_call_monitoring: flag,
  service_code_type: select(({ service_code_type_options }) => readOptions(service_code_type_options)),
  market_iq_max_phone_numbers: { kind: 'number' },
  stripe_customer_id: text,
  snapshot_active: flag,
  account_expiration_date: day,
  snapshot_expiration_date: day,
  sync_update_channel: select(() => named(updateChannels, messages.settings.channels)),
  use_clinics: clinics,
  parent_practice_id: clinics,
  clinicnum: clinics,
  additional_clinicnums: clinics,
  'additional_data.insurance_writeoff_date': select(writeoffOptions),
  'additional_data.opendental_active_treatment_plan': flag,
  'additional_data.opendental_saved_treatment_plan': flag,
  'additional_data.opendental_insurance_writeoff_use_payment_date': flag,
  'additional_data.use_pms_provider_schedule_for_utilization': flag,
  'additional_data.use_treatment_coordinator_from_pms': flag,
  'additional_data.opendental_datetime_fix': flag,
  'additional_data.opendental_calculate_ar_client': flag,
  'additional_data.calculate_patient_first_visit_across_all_clinics': flag,
  'additional_data.eaglesoft_detailed_ledger_activity': flag,
  'additional_data.dentrix_adjustments_preferences': flag,
  'additional_data.dentrix_use_production_entry_date': flag,
  'additional_data.dentrix_age_insurance_ar': flag,
  'additional_data.dentrix_completed_appointment_status_ids': text,
};

/** Fields that are null if empty. Other text fields are an empty string. */
const nullable: readonly SettingsPath[] = ['stripe_customer_id'];

export function fromText(path: SettingsPath, typed: string): string | null {
  return typed === '' && nullable.includes(path) ? null : typed;
}

/** Options can contain numbers as text. Converts them to the field's type. */
function ofTypeOf(current: unknown, { value, name }: Option): Option {
  const number = typeof current === 'number' && typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
  return { value: Number.isNaN(number) ? value : number, name };
}

/**
 * A field's options: the server's, plus the saved and current values. Unlisted intervals are named by their minutes.
 */
export function optionsOf(path: SettingsPath, saved: PracticeSettings, current: unknown): Option[] {
  const spec = fieldSpecs[path];
  if (spec.kind !== 'select') return [];
  const stored = settingsValue(saved, path as SettingsField) as Option['value'] | undefined;
  const offered = spec.options(saved).map((option) => ofTypeOf(stored, option));
  return withCurrent(withCurrent(offered, stored), current as Option['value']).map(({ value, name }) => ({
    value,
    name:
      name === ''
        ? messages.settings.notSet
        : path === 'pms_update_interval' && name === String(value)
          ? messages.settings.minutes(Number(value))
          : name,
  }));
}

/** Why a setting can't be changed here; undefined if it can. */
export function lockOf(path: SettingsPath, settings: PracticeSettings): string | undefined {
  const ofMaster = path === 'additional_data.calculate_patient_first_visit_across_all_clinics';
  return ofMaster && settings.has_parent_clinic ? messages.settings.masterPractice : undefined;
}

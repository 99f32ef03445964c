/** The settings that one person may see. No database access. */
import { type Clinic, type ConnectedPractice, type PracticeSettings, administratorFields } from 'shared-api/contracts';
import type { StripeSettings } from '../../billing/subscriptions/views/stripe-settings.js';
import {
  emailOverrideOptions,
  overrideList,
  pmsIntervalOptions,
  pmsOptions,
  serviceCodeTypeOptions,
  smsOverrideOptions,
  timezoneOptions,
  writeoffDateOptions,
} from './settings-options.js';
import { type SettingsRecord, type StoredSettings, isChildClinic } from './settings-record.js';

/** A person's permissions for a practice's settings. */
export interface SettingsRights {
  administrator: boolean;
  communicationOverrides: boolean;
}

/** Administrators' fields that everyone may read. */
const readByAll: ReadonlySet<string> = new Set(['practice_name', 'pms_name', 'time_zone']);

/** True for a field, by its dotted path, that the person may read. */
export function isVisible(field: string, { administrator }: SettingsRights): boolean {
  return administrator || readByAll.has(field) || !(administratorFields as readonly string[]).includes(field);
}

/** Data that only administrators see, in addition to fields of the record. */
export interface Group {
  clinics: Clinic[];
  connected: ConnectedPractice[];
  /** Undefined when it was not requested. */
  billing: StripeSettings | undefined;
}

const writeoffLists = {
  open_dental_insurance_writeoff_date_options: [...writeoffDateOptions.opendental],
  eaglesoft_insurance_writeoff_date_options: [...writeoffDateOptions.eaglesoft16],
  dentrix_insurance_writeoff_date_options: [...writeoffDateOptions.dentrix],
};

function forAll(record: SettingsRecord, rights: SettingsRights) {
  return {
    autofill_missing_referral_sources: record.autofill_missing_referral_sources,
    ph_call_notification_source: record.ph_call_notification_source,
    send_task_emails: record.send_task_emails,
    baseline_date: record.baseline_date,
    is_pediatric: record.is_pediatric,
    practice_name: record.practice_name,
    pms_name: record.pms_name,
    time_zone: record.time_zone,
    additional_data: record.additional_data,
    emailOptOutOverrideOptions: overrideList(emailOverrideOptions, record.emailOptOutOverrideOptions),
    smsOptOutOverrideOptions: overrideList(smsOverrideOptions, record.smsOptOutOverrideOptions),
    has_parent_clinic: isChildClinic(record),
    permissions: { communication_overrides: rights.communicationOverrides },
    ...writeoffLists,
  };
}

/** @param group undefined for people who aren't administrators */
export function toSettings(
  { record, has_tables: hasTables }: StoredSettings,
  rights: SettingsRights,
  group: Group | undefined,
): PracticeSettings {
  const common = forAll(record, rights);
  if (!rights.administrator || !group) return common;
  return {
    ...record,
    additional_clinicnums: [...record.additional_clinicnums],
    ...common,
    schema_has_tables: hasTables,
    ...group.billing,
    clinic_information: group.clinics,
    connected_practices: group.connected,
    pms_options: [...pmsOptions],
    pms_interval_options: [...pmsIntervalOptions],
    timezone_options: [...timezoneOptions],
    service_code_type_options: [...serviceCodeTypeOptions],
  };
}

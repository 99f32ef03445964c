/** Settings for tests and for the standalone host, typed by the contracts. */
import type { Flags } from 'shared-api';
import {
  type Clinic,
  defaultPmsSettings,
  type PmsSettings,
  type PracticeSettings,
  type SyncCommand,
  type SyncInfo,
} from 'shared-api/contracts';

export const staff: Flags = { super_admin: false, task_admin: false, internal: false, developer: false };
export const taskAdmin: Flags = { ...staff, task_admin: true };
export const superAdmin: Flags = { ...staff, super_admin: true, internal: true, developer: true };

const emails = ['All emails', 'Appointment reminders', 'Birthday wishes', 'Reviews', 'Newsletters'];
const texts = ['All SMS', 'Appointment reminders', 'Recall notices', 'Payment links'];

const overrides = (names: readonly string[], prefix: string, ticked: readonly string[] = []) =>
  names.map((name, at) => ({ id: `${prefix}${at}`, name, checked: ticked.includes(name) }));

/** The settings that staff see. */
export function someSettings(over: Partial<PracticeSettings> = {}): PracticeSettings {
  return {
    autofill_missing_referral_sources: true,
    ph_call_notification_source: 'udp',
    send_task_emails: false,
    baseline_date: '2025-01-01',
    is_pediatric: false,
    emailOptOutOverrideOptions: overrides(emails, 'e', ['Appointment reminders']),
    smsOptOutOverrideOptions: overrides(texts, 's'),
    practice_name: 'Bright Smiles Dental',
    pms_name: 'opendental',
    time_zone: 'America/Chicago',
    has_parent_clinic: false,
    permissions: { communication_overrides: true },
    open_dental_insurance_writeoff_date_options: [
      { value: 'procedure_date', name: 'Procedure date' },
      { value: 'claim_date', name: 'Claim date' },
      "{'value': 'payment_date', 'name': 'Insurance payment date'}",
      'not an option',
    ],
    eaglesoft_insurance_writeoff_date_options: [
      { value: 'procedure_date', name: 'Service date' },
      { value: 'posted_date', name: 'Posted date' },
    ],
    dentrix_insurance_writeoff_date_options: [
      { value: 'procedure_date', name: 'Procedure date' },
      { value: 'entry_date', name: 'Entry date' },
    ],
    ...over,
    additional_data: { ...defaultPmsSettings, ...over.additional_data },
  };
}

export function pms(over: Partial<PmsSettings>): PmsSettings {
  return { ...defaultPmsSettings, ...over };
}

export function aClinic(clinic_num: number, description: string, over: Partial<Clinic> = {}): Clinic {
  return { clinic_num, description, address: '', address2: '', city: '', state: '', zip: '', ...over };
}

/** The settings that super admins see: the practice is clinic 1 of four, and clinic 3 is already a practice. */
export function allSettings(over: Partial<PracticeSettings> = {}): PracticeSettings {
  return someSettings({
    pms_update_interval: 60,
    active: true,
    has_phone_call_monitoring: true,
    service_code_type: 'ada',
    market_iq_max_phone_numbers: 5,
    stripe_customer_id: 'cus_brightsmiles',
    stripe_customer_info: null,
    stripe_data: null,
    snapshot_active: true,
    account_expiration_date: '2027-06-30',
    snapshot_expiration_date: null,
    sync_update_channel: 'release',
    use_clinics: true,
    parent_practice_id: null,
    clinicnum: 1,
    additional_clinicnums: [],
    schema_has_tables: true,
    clinic_information: [
      aClinic(1, 'Downtown', { address: '12 Main St', city: 'Springfield', state: 'IL', zip: '62701' }),
      aClinic(2, 'Riverside', { address: '400 River Rd', address2: 'Suite 2', city: 'Springfield', state: 'IL' }),
      aClinic(3, 'North', { address: '9 North Ave', city: 'Springfield', state: 'IL', zip: '62702' }),
      aClinic(4, 'Airport', { address: '1 Terminal Dr', city: 'Springfield', state: 'IL', zip: '62707' }),
    ],
    connected_practices: [{ id: 4, name: 'Bright Smiles North', clinicnum: 3, additional_clinics: [] }],
    pms_options: [
      { value: 'opendental', name: 'Open Dental' },
      { value: 'eaglesoft16', name: 'Eaglesoft 16' },
      { value: 'dentrix', name: 'Dentrix' },
    ],
    pms_interval_options: [
      '{"value": "15", "name": "Every 15 minutes"}',
      { value: 60, name: 'Every hour' },
      { value: 1440, name: 'Once a day' },
    ],
    timezone_options: [
      { value: 'America/New_York', name: 'Eastern' },
      { value: 'America/Chicago', name: 'Central' },
    ],
    service_code_type_options: [
      { value: 'ada', name: 'ADA codes' },
      { value: 'custom', name: 'Own codes' },
    ],
    ...over,
  });
}

export function aCommand(over: Partial<SyncCommand> = {}): SyncCommand {
  return {
    id: 'c1',
    kind: 'sync_now',
    state: 'requested',
    requested_at: 1_795_000_000,
    requested_by: 'Sam Staff',
    started_at: null,
    finished_at: null,
    percent: null,
    message: null,
    ...over,
  };
}

/** A sync summary with the 14 days up to Nov 20, 2026. */
export function aSummary(over: Partial<SyncInfo['summary']> = {}): SyncInfo['summary'] {
  const days = Array.from({ length: 14 }, (_, index) => ({
    date: `2026-11-${String(index + 7).padStart(2, '0')}`,
    state: index < 9 ? ('unknown' as const) : index === 11 ? ('none' as const) : ('synced' as const),
    synced: index < 9 || index === 11 ? 0 : 3,
    failed: 0,
  }));
  return { state: 'synced', last_failure: null, days, ...over };
}

/** A connected agent with fresh data. Fields that only task admins see are null unless given. */
export function someSync(over: Partial<SyncInfo> = {}): SyncInfo {
  return {
    pms_sync_socket_info: { joined_at: 1_794_990_000, ip: '203.0.113.7', user_agent: 'console-agent/4.2' },
    pms_sync_versions: null,
    pms_sync: {
      last_update_status: 'Finished: 214 appointments, 6 providers',
      database_service_status: null,
      phone_service_status: null,
      pms_update_blocked: false,
    },
    last_synced_at: 1_794_999_000,
    last_seen_at: 1_795_000_000,
    commands: [],
    summary: aSummary(),
    ...over,
  };
}

/** Additional fields that task admins see. */
export function fullSync(over: Partial<SyncInfo> = {}): SyncInfo {
  return someSync({
    pms_sync_versions: {
      database_version: '4.2.1',
      phone_version: '2.0.3',
      service_updater_version: '1.9.0',
      server_control_panel_updater_version: null,
      update_channel: 'release',
    },
    pms_sync: {
      last_update_status: 'Finished: 214 appointments, 6 providers',
      database_service_status: 'Running',
      phone_service_status: 'Stopped',
      pms_update_blocked: false,
    },
    ...over,
  });
}

/** Texts of the settings record: its fields, saving it, and meeting someone else's save. */
import type { FieldPath } from './values';

const many = (count: number, one: string, more = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : more}`;
const list = new Intl.ListFormat('en-US', { type: 'conjunction' });

interface FieldWords {
  label: string;
  help?: string;
}

const fields = {
  autofill_missing_referral_sources: {
    label: 'Autofill missing referral sources',
    help: 'A patient without a referral source gets the one of the family.',
  },
  ph_call_notification_source: {
    label: 'Phone call notification source',
    help: 'How calls at the front desk reach this console.',
  },
  send_task_emails: { label: 'Send task emails', help: 'People get an email when a task is assigned to them.' },
  baseline_date: { label: 'Baseline date', help: 'Growth is measured from this day.' },
  is_pediatric: { label: 'Pediatric practice' },
  emailOptOutOverrideOptions: { label: 'Email opt-out overrides' },
  smsOptOutOverrideOptions: { label: 'SMS opt-out overrides' },
  practice_name: { label: 'Practice name' },
  pms_name: { label: 'Practice management system', help: 'The settings of its own show after saving.' },
  time_zone: { label: 'Time zone' },
  pms_update_interval: { label: 'Update interval' },
  active: { label: 'Active' },
  has_phone_call_monitoring: { label: 'Phone call monitoring' },
  service_code_type: { label: 'Service code type' },
  market_iq_max_phone_numbers: { label: 'Limit of phone numbers', help: 'For Market IQ; 0 allows none.' },
  stripe_customer_id: { label: 'Billing customer id' },
  snapshot_active: { label: 'Snapshot active' },
  account_expiration_date: { label: 'Account expiration date' },
  snapshot_expiration_date: { label: 'Snapshot expiration date' },
  sync_update_channel: { label: 'Sync update channel' },
  use_clinics: { label: 'Use clinics' },
  parent_practice_id: { label: 'Parent practice id' },
  clinicnum: { label: 'Clinic number' },
  additional_clinicnums: { label: 'Additional clinic numbers' },
  'additional_data.insurance_writeoff_date': {
    label: 'Insurance writeoff date',
    help: 'The day on which a writeoff counts.',
  },
  'additional_data.opendental_active_treatment_plan': { label: 'Include active treatment plans' },
  'additional_data.opendental_saved_treatment_plan': { label: 'Include saved treatment plans' },
  'additional_data.opendental_insurance_writeoff_use_payment_date': {
    label: 'Insurance writeoffs by payment date',
  },
  'additional_data.use_pms_provider_schedule_for_utilization': {
    label: 'Use the PMS provider schedule for utilization',
    help: 'Instead of the office and provider hours set here.',
  },
  'additional_data.use_treatment_coordinator_from_pms': { label: 'Use the treatment coordinator from the PMS' },
  'additional_data.opendental_datetime_fix': {
    label: 'Date and time fix',
    help: 'For servers that store empty dates in a form of their own.',
  },
  'additional_data.opendental_calculate_ar_client': { label: 'Calculate accounts receivable at the clinic' },
  'additional_data.calculate_patient_first_visit_across_all_clinics': {
    label: 'Calculate patient first visit across all locations',
  },
  'additional_data.eaglesoft_detailed_ledger_activity': { label: 'Detailed ledger activity' },
  'additional_data.dentrix_adjustments_preferences': { label: 'Use adjustment preferences' },
  'additional_data.dentrix_use_production_entry_date': { label: 'Production by entry date' },
  'additional_data.dentrix_age_insurance_ar': { label: 'Age insurance accounts receivable' },
  'additional_data.dentrix_completed_appointment_status_ids': {
    label: 'Completed appointment status IDs',
    help: 'Comma-separated integers, as in -106,150. May be empty.',
  },
} as const satisfies Record<FieldPath, FieldWords>;

export const settings = {
  fields: fields as Record<FieldPath, FieldWords>,
  masterPractice:
    "This setting can only be changed in the master practice. Please contact the provider's support for assistance.",
  notSet: 'Not set',
  minutes: (minutes: number) => `${minutes} minutes`,
  sources: { udp: 'UDP', websocket: 'Websocket' },
  channels: { release: 'Release', beta: 'Beta', alpha: 'Alpha' },

  loading: 'Loading...',
  reading: {
    failed: 'Failed to fetch practice settings',
    next: 'Nothing is lost. Try again in a moment.',
    kept: 'What you see is as it was read before, with your unsaved changes.',
  },
  saving: {
    button: 'Save',
    busy: 'Saving...',
    done: 'Saved successfully!',
    doneToast: 'Settings saved successfully',
    failed: 'Failed to save settings',
    error: (message: string) => `Error: ${message}`,
    errorsFirst: (count: number) => `Not saved: ${many(count, 'error')} to correct first`,
    choicesFirst: (count: number) => `Not saved: ${many(count, 'version')} to choose first`,
    footer: 'Save settings',
    whole: 'Saves everything that is changed on this page.',
  },
  unsaved: (count: number, page: string) => `${many(count, 'unsaved change')} to ${page}`,
  and: (parts: readonly string[]) => list.format(parts),

  problems: {
    empty: 'Must not be empty',
    tooLong: (most: number) => `At most ${most} characters`,
    number: 'Enter a number',
    whole: 'A whole number',
    negative: 'Must be 0 or more',
    tooMany: (most: number) => `Must be ${most.toLocaleString('en-US')} or less`,
    date: 'Enter a whole date, as MM/DD/YYYY',
  },

  search: {
    label: 'Search settings',
    none: 'No setting matches',
    noneText: (text: string) => `Nothing on this page is called “${text}”.`,
    clear: 'Show all settings',
    found: (count: number) => `${many(count, 'section')} with matching settings`,
  },

  meeting: {
    group: 'Changed by someone else meanwhile',
    saved: (who: string, when: string) => `${who} saved these settings on ${when}, while you were editing`,
    changed: 'These settings were changed by someone else while you were editing',
    kept: 'Nothing of yours is lost, and nothing of yours is saved yet.',
    taken: 'Taken over from the other side, since you had not changed it:',
    byWhom: (label: string, who: string, when: string) => `${label} (${who}, ${when})`,
    choose: (count: number) => `${many(count, 'setting')} changed on both sides: choose whose version stays.`,
    chosen: 'All versions are chosen. Save again to keep them.',
    saveAgain: 'Save again to keep your changes too.',
    table: 'Versions to choose from',
    what: 'Setting',
    mine: 'Yours',
    theirs: 'Theirs',
    useMine: (label: string) => `Keep mine: ${label}`,
    useTheirs: (label: string) => `Take theirs: ${label}`,
    allMine: 'Keep all of mine',
    allTheirs: 'Take all of theirs',
    dismiss: 'Dismiss',
  },
  values: {
    on: 'On',
    off: 'Off',
    none: 'None',
    unreadable: 'No date',
    ticked: (names: readonly string[], all: number) =>
      names.length === 0 ? `None of ${all} ticked` : `${names.length} of ${all} ticked: ${names.join(', ')}`,
  },
  discard: {
    title: (count: number) => `Discard ${many(count, 'change')}?`,
    text: 'The settings will be as they were last read. This cannot be undone.',
    confirm: (count: number) => `Discard ${many(count, 'change')}`,
    keep: 'Keep editing',
  },
} as const;

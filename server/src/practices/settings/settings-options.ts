/** The option lists in the settings. The server defines them. A stored value that isn't in any list stays. */
import { type Option, type OptOutOverride, type PmsKind, isAllOption, pmsKindOf } from 'shared-api/contracts';

export const pmsOptions: readonly Option[] = [
  { value: 'opendental', name: 'Open Dental' },
  { value: 'opendental_cloud', name: 'Open Dental Cloud' },
  { value: 'eaglesoft16', name: 'Eaglesoft 16 and later' },
  { value: 'dentrix', name: 'Dentrix' },
  { value: 'dentrix_enterprise', name: 'Dentrix Enterprise' },
  { value: 'curve', name: 'Curve Dental' },
  { value: 'denticon', name: 'Denticon' },
  { value: 'softdent', name: 'SoftDent' },
  { value: 'practiceworks', name: 'PracticeWorks' },
  { value: 'orthotrac', name: 'OrthoTrac' },
];

/** Minutes between two updates. */
export const pmsIntervalOptions: readonly Option[] = [
  { value: 15, name: 'Every 15 minutes' },
  { value: 30, name: 'Every 30 minutes' },
  { value: 60, name: 'Every hour' },
  { value: 120, name: 'Every 2 hours' },
  { value: 240, name: 'Every 4 hours' },
  { value: 720, name: 'Every 12 hours' },
  { value: 1440, name: 'Once a day' },
];

export const timezoneOptions: readonly Option[] = [
  { value: 'America/New_York', name: 'Eastern Time (New York)' },
  { value: 'America/Detroit', name: 'Eastern Time (Detroit)' },
  { value: 'America/Indiana/Indianapolis', name: 'Eastern Time (Indianapolis)' },
  { value: 'America/Chicago', name: 'Central Time (Chicago)' },
  { value: 'America/Denver', name: 'Mountain Time (Denver)' },
  { value: 'America/Boise', name: 'Mountain Time (Boise)' },
  { value: 'America/Phoenix', name: 'Mountain Standard Time (Phoenix)' },
  { value: 'America/Los_Angeles', name: 'Pacific Time (Los Angeles)' },
  { value: 'America/Anchorage', name: 'Alaska Time (Anchorage)' },
  { value: 'Pacific/Honolulu', name: 'Hawaii Time (Honolulu)' },
  { value: 'America/Puerto_Rico', name: 'Atlantic Standard Time (Puerto Rico)' },
  { value: 'America/Halifax', name: 'Atlantic Time (Halifax)' },
  { value: 'America/St_Johns', name: 'Newfoundland Time (St. John’s)' },
  { value: 'America/Toronto', name: 'Eastern Time (Toronto)' },
  { value: 'America/Winnipeg', name: 'Central Time (Winnipeg)' },
  { value: 'America/Edmonton', name: 'Mountain Time (Edmonton)' },
  { value: 'America/Vancouver', name: 'Pacific Time (Vancouver)' },
  { value: 'Europe/London', name: 'United Kingdom (London)' },
  { value: 'Australia/Sydney', name: 'Australian Eastern Time (Sydney)' },
  { value: 'Pacific/Auckland', name: 'New Zealand (Auckland)' },
];

export const serviceCodeTypeOptions: readonly Option[] = [
  { value: 'ada', name: 'ADA codes (CDT)' },
  { value: 'cda', name: 'Canadian codes (USC&LS)' },
  { value: 'ramq', name: 'Quebec codes (RAMQ)' },
  { value: 'ada_au', name: 'Australian schedule of dental services' },
  { value: 'custom', name: 'Codes of the practice’s own' },
];

export const writeoffDateOptions: Readonly<Record<PmsKind, readonly Option[]>> = {
  opendental: [
    { value: 'procedure_date', name: 'Procedure date' },
    { value: 'insurance_payment_date', name: 'Insurance payment date' },
    { value: 'claim_sent_date', name: 'Date the claim was sent' },
  ],
  eaglesoft16: [
    { value: 'procedure_date', name: 'Procedure date' },
    { value: 'transaction_date', name: 'Transaction date' },
    { value: 'insurance_payment_date', name: 'Insurance payment date' },
  ],
  dentrix: [
    { value: 'procedure_date', name: 'Procedure date' },
    { value: 'entry_date', name: 'Entry date' },
    { value: 'claim_created_date', name: 'Date the claim was created' },
  ],
};

/** For any other PMS, the options of all three are valid. */
export function writeoffDateOptionsOf(pmsName: string): readonly Option[] {
  const kind = pmsKindOf(pmsName);
  return kind ? writeoffDateOptions[kind] : Object.values(writeoffDateOptions).flat();
}

type OverrideOption = Pick<OptOutOverride, 'id' | 'name'>;

const overrideOptions = (all: string): readonly OverrideOption[] => [
  { id: 'all', name: all },
  { id: 'appointment_reminders', name: 'Appointment reminders' },
  { id: 'appointment_confirmations', name: 'Appointment confirmations' },
  { id: 'recall', name: 'Recall and hygiene reminders' },
  { id: 'unscheduled_treatment', name: 'Unscheduled treatment' },
  { id: 'reviews', name: 'Review requests' },
  { id: 'billing', name: 'Billing and payment reminders' },
  { id: 'forms', name: 'Forms and consents' },
  { id: 'campaigns', name: 'Campaigns and newsletters' },
];

export const emailOverrideOptions = overrideOptions('All Emails');
export const smsOverrideOptions = overrideOptions('All SMS');

/** An option list as sent. The option for all is checked if all others are. @param checked ids */
export function overrideList(options: readonly OverrideOption[], checked: readonly string[]): OptOutOverride[] {
  const ids = new Set(checked);
  const every = options.every((option) => isAllOption(option) || ids.has(option.id));
  return options.map(({ id, name }) => ({ id, name, checked: isAllOption({ name }) ? every : ids.has(id) }));
}

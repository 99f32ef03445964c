/** Computes the settings after a save, and the errors in them. No database access. */
import {
  isTimeZone,
  type OptOutOverride,
  type Option,
  type PmsSettings,
  type PracticeSettingsChange,
  administratorFields,
  isAllOption,
  missingRight,
  pmsFields,
} from 'shared-api/contracts';
import { isPlainText } from '../../platform/database/plain-text.js';
import {
  emailOverrideOptions,
  overrideList,
  pmsIntervalOptions,
  pmsOptions,
  serviceCodeTypeOptions,
  smsOverrideOptions,
  writeoffDateOptionsOf,
} from './settings-options.js';
import {
  type OverrideField,
  type SettingsRecord,
  changedFields,
  fieldsOf,
  isChildClinic,
  overrideFields,
} from './settings-record.js';
import type { SettingsRights } from './settings-view.js';

/** Dotted path of the body → its error message. */
export type FieldErrors = Record<string, string>;

/** Text from the specification: settings and hours, 5.1. */
export const MASTER_ONLY =
  "This setting can only be changed in the master practice. Please contact the provider's support for assistance.";
export const ADMINISTRATORS_ONLY = 'Only super admins can change this.';

const optionsOf: Record<OverrideField, typeof emailOverrideOptions> = {
  emailOptOutOverrideOptions: emailOverrideOptions,
  smsOptOutOverrideOptions: smsOverrideOptions,
};

/**
 * The selected ids after the change. An option missing in the list doesn't change. A missing option for all is derived
 * from the others.
 */
function readOverrides(
  field: OverrideField,
  sent: readonly OptOutOverride[],
  stored: readonly string[],
  fieldErrors: FieldErrors,
): readonly string[] {
  const options = optionsOf[field];
  const checked = new Map(overrideList(options, stored).map((option) => [option.id, option.checked]));
  const seen = new Set<string>();
  sent.forEach((option, index) => {
    if (!checked.has(option.id)) fieldErrors[`${field}.${index}.id`] = 'Unknown option';
    else if (seen.has(option.id)) fieldErrors[`${field}.${index}.id`] = 'Listed more than once';
    else checked.set(option.id, option.checked);
    seen.add(option.id);
  });
  const others = options.filter((option) => !isAllOption(option));
  const ticked = others.filter(({ id }) => checked.get(id)).map(({ id }) => id);
  const all = options.find(isAllOption);
  if (all && seen.has(all.id) && checked.get(all.id) !== (ticked.length === others.length)) {
    fieldErrors[field] = `'${all.name}' must be selected exactly when every other option is.`;
  }
  return ticked;
}

/** The named fields that are present in the object. */
function present<Key extends string>(from: object, names: readonly Key[]): Partial<Record<Key, unknown>> {
  const entries = Object.entries(from).filter(
    ([name, value]) => (names as readonly string[]).includes(name) && value !== undefined,
  );
  return Object.fromEntries(entries) as Partial<Record<Key, unknown>>;
}

const generalFields = [
  'autofill_missing_referral_sources',
  'ph_call_notification_source',
  'send_task_emails',
  'baseline_date',
  'is_pediatric',
] as const;

/** Clinic numbers without duplicates, in the order sent. */
function unique(numbers: readonly number[]): number[] {
  return [...new Set(numbers)];
}

/**
 * Merges the sent fields into the record: an absent field stays, null sets null (DECISIONS 5). Fields that the server
 * computes are ignored.
 */
export function mergeSettings(
  stored: SettingsRecord,
  sent: PracticeSettingsChange,
  fieldErrors: FieldErrors,
): SettingsRecord {
  const plain = present(sent, [...generalFields, ...administratorFields]) as Partial<SettingsRecord>;
  const data = present(sent.additional_data ?? {}, pmsFields) as Partial<PmsSettings>;
  const next: SettingsRecord = { ...stored, ...plain, additional_data: { ...stored.additional_data, ...data } };
  next.additional_clinicnums = unique(next.additional_clinicnums);
  // An empty id means no id.
  if (next.stripe_customer_id === '') next.stripe_customer_id = null;
  for (const field of overrideFields) {
    const list = sent[field];
    if (list) next[field] = readOverrides(field, list, stored[field], fieldErrors);
  }
  return next;
}

const isOneOf = (field: string, fields: readonly string[]): boolean => fields.includes(field);

/** Errors for changed fields that this person may not change. */
export function forbiddenFields(changed: readonly string[], rights: SettingsRights): FieldErrors {
  const fieldErrors: FieldErrors = {};
  for (const field of changed) {
    if (!rights.administrator && isOneOf(field, administratorFields)) {
      fieldErrors[field] = ADMINISTRATORS_ONLY;
    } else if (!rights.communicationOverrides && isOneOf(field, overrideFields)) {
      fieldErrors[field] = missingRight('communication');
    }
  }
  return fieldErrors;
}

const offers = (options: readonly Option[], value: Option['value']): boolean =>
  options.some((option) => option.value === value);

/** Rules for single fields. They apply only to changed values, because stored values may predate the rules. */
const rules: Readonly<Record<string, (next: SettingsRecord) => string | undefined>> = {
  pms_name: ({ pms_name: name }) => (offers(pmsOptions, name) ? undefined : 'Not one of the options'),
  pms_update_interval: ({ pms_update_interval: minutes }) =>
    offers(pmsIntervalOptions, minutes) ? undefined : 'Not one of the options',
  service_code_type: ({ service_code_type: type }) =>
    offers(serviceCodeTypeOptions, type) ? undefined : 'Not one of the options',
  time_zone: ({ time_zone: zone }) => (isTimeZone(zone) ? undefined : 'Not a time zone such as America/Chicago'),
  'additional_data.insurance_writeoff_date': ({ pms_name: pms, additional_data: data }) =>
    offers(writeoffDateOptionsOf(pms), data.insurance_writeoff_date) ? undefined : 'Not one of the options of this PMS',
};

/** Errors of the changed fields. */
export function findFieldErrors(changed: readonly string[], next: SettingsRecord): FieldErrors {
  const fieldErrors: FieldErrors = {};
  const values = fieldsOf(next);
  for (const field of changed) {
    const value = values.get(field);
    const unreadable =
      typeof value === 'string' && !isPlainText(value) ? 'Remove the characters that can’t be shown' : undefined;
    const fault = unreadable ?? rules[field]?.(next);
    if (fault !== undefined) fieldErrors[field] = fault;
  }
  return fieldErrors;
}

/**
 * A child clinic always has its master practice's value, so a save must not change it. A practice that becomes a child
 * clinic with this save may send its old value.
 */
export function masterOnlyErrors(stored: SettingsRecord, next: SettingsRecord): FieldErrors {
  const field = 'additional_data.calculate_patient_first_visit_across_all_clinics';
  return isChildClinic(next) && changedFields(stored, next).includes(field) ? { [field]: MASTER_ONLY } : {};
}

/** Practice settings, loaded and saved as one object (specification: settings and hours, 3.1, 3.2 and 7.1). */
import * as z from 'zod/mini';
import { defineCall, practiceParams } from './call.js';
import { conflict } from './error.js';
import { statusIds } from '../rules/status-ids.js';
import { isDate } from '../rules/dates.js';

/** A calendar day, `YYYY-MM-DD`. */
export const date = z.string().check(z.refine(isDate, 'Must be a date'));

export const notificationSources = ['udp', 'websocket'] as const;
export const updateChannels = ['release', 'beta', 'alpha'] as const;

/** The default of `dentrix_completed_appointment_status_ids`. An emptied field stays empty. */
export const DEFAULT_STATUS_IDS = '-106,150';

/** An option from the server. It can also arrive as the text of such an object (DECISIONS 10). */
export const option = z.object({ value: z.union([z.string(), z.number(), z.null()]), name: z.string() });
export type Option = z.infer<typeof option>;
/** A list on the wire. `readOptions` parses it. */
export const wireOptions = z.array(z.unknown());

const clinicNumber = z.int().check(z.gte(0), z.lte(2_147_483_647));
const practiceNumber = z.int().check(z.gte(1), z.lte(2_147_483_647));
const shortText = z.string().check(z.trim(), z.minLength(1, 'Must not be empty'), z.maxLength(100));

/** Settings that depend on the PMS. `image_uid` and `salt` are internal to the server and never sent (DECISIONS 21). */
const additionalData = {
  insurance_writeoff_date: z.string().check(z.maxLength(60)),
  opendental_active_treatment_plan: z.boolean(),
  opendental_saved_treatment_plan: z.boolean(),
  opendental_insurance_writeoff_use_payment_date: z.boolean(),
  use_pms_provider_schedule_for_utilization: z.boolean(),
  use_treatment_coordinator_from_pms: z.boolean(),
  opendental_datetime_fix: z.boolean(),
  opendental_calculate_ar_client: z.boolean(),
  calculate_patient_first_visit_across_all_clinics: z.boolean(),
  eaglesoft_detailed_ledger_activity: z.boolean(),
  dentrix_adjustments_preferences: z.boolean(),
  dentrix_use_production_entry_date: z.boolean(),
  dentrix_age_insurance_ar: z.boolean(),
  dentrix_completed_appointment_status_ids: z.string().check(z.maxLength(400), statusIds),
};
export const pmsSettings = z.object(additionalData);
export type PmsSettings = z.output<typeof pmsSettings>;

/** The values before the first save (specification: settings and hours, 3.2). */
export const defaultPmsSettings: PmsSettings = {
  insurance_writeoff_date: 'procedure_date',
  opendental_active_treatment_plan: true,
  opendental_saved_treatment_plan: true,
  opendental_insurance_writeoff_use_payment_date: false,
  use_pms_provider_schedule_for_utilization: false,
  use_treatment_coordinator_from_pms: false,
  opendental_datetime_fix: false,
  opendental_calculate_ar_client: false,
  calculate_patient_first_visit_across_all_clinics: false,
  eaglesoft_detailed_ledger_activity: false,
  dentrix_adjustments_preferences: false,
  dentrix_use_production_entry_date: false,
  dentrix_age_insurance_ar: true,
  dentrix_completed_appointment_status_ids: DEFAULT_STATUS_IDS,
};

/**
 * A kind of message that the practice sends although patients opted out in the PMS. The option 'All …' represents the
 * whole list.
 */
export const optOutOverride = z.object({
  id: z.string().check(z.maxLength(60)),
  name: z.string(),
  checked: z.boolean(),
});
export type OptOutOverride = z.infer<typeof optOutOverride>;

/** Settings that everyone in the practice can read and change. */
const general = {
  autofill_missing_referral_sources: z.boolean(),
  ph_call_notification_source: z.enum(notificationSources),
  send_task_emails: z.boolean(),
  baseline_date: z.nullable(date),
  is_pediatric: z.boolean(),
  emailOptOutOverrideOptions: z.array(optOutOverride).check(z.maxLength(50)),
  smsOptOutOverrideOptions: z.array(optOutOverride).check(z.maxLength(50)),
};

/** Settings that only super admins can change. Everyone can read `practice_name`, `pms_name` and `time_zone`. */
const administrator = {
  practice_name: shortText,
  pms_name: shortText,
  time_zone: shortText,
  /** Minutes between two updates, one of `pms_interval_options`. */
  pms_update_interval: z.int().check(z.gte(1), z.lte(10_080)),
  active: z.boolean(),
  has_phone_call_monitoring: z.boolean(),
  service_code_type: z.string().check(z.maxLength(40)),
  market_iq_max_phone_numbers: z.int('Must be a whole number').check(z.gte(0, 'Must be 0 or more'), z.lte(1_000_000)),
  stripe_customer_id: z.nullable(z.string().check(z.trim(), z.maxLength(255))),
  snapshot_active: z.boolean(),
  account_expiration_date: z.nullable(date),
  snapshot_expiration_date: z.nullable(date),
  sync_update_channel: z.enum(updateChannels),
  use_clinics: z.boolean(),
  parent_practice_id: z.nullable(practiceNumber),
  clinicnum: z.nullable(clinicNumber),
  additional_clinicnums: z.array(clinicNumber).check(z.maxLength(200)),
};

/** A clinic location in the PMS. */
export const clinic = z.object({
  clinic_num: z.int(),
  description: z.string(),
  address: z.string(),
  address2: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
});
export type Clinic = z.infer<typeof clinic>;

/** A practice that was created from a clinic of the same group. */
export const connectedPractice = z.object({
  id: z.int(),
  name: z.string(),
  clinicnum: z.nullable(z.int()),
  additional_clinics: z.array(z.int()),
});
export type ConnectedPractice = z.infer<typeof connectedPractice>;

/** Fields that the server computes. A save can contain them, but they are ignored. */
const computed = {
  /** True if the practice is a clinic of another practice, the master practice. */
  has_parent_clinic: z.boolean(),
  schema_has_tables: z.boolean(),
  stripe_customer_info: z.unknown(),
  stripe_data: z.unknown(),
  clinic_information: z.array(clinic),
  connected_practices: z.array(connectedPractice),
  pms_options: wireOptions,
  pms_interval_options: wireOptions,
  timezone_options: wireOptions,
  service_code_type_options: wireOptions,
  open_dental_insurance_writeoff_date_options: wireOptions,
  eaglesoft_insurance_writeoff_date_options: wireOptions,
  dentrix_insurance_writeoff_date_options: wireOptions,
  /** Who changed which field since the requested version, by dotted path. */
  changes: conflict.shape.changes,
  /** Permissions of this person beyond the documented roles. Missing ones are granted (DECISIONS 21). */
  permissions: z.object({ communication_overrides: z.optional(z.boolean()) }),
};

/**
 * The settings that a person sees. Fields that only super admins see are absent for everyone else: all of
 * `administrator` but three, and of `computed` the clinics, the tables, the Stripe facts and the lists of options that
 * only administrators choose from.
 */
export const practiceSettings = z.object({
  ...general,
  additional_data: pmsSettings,
  ...z.partial(z.object(administrator)).shape,
  practice_name: administrator.practice_name,
  pms_name: administrator.pms_name,
  time_zone: administrator.time_zone,
  ...z.partial(z.object(computed)).shape,
  has_parent_clinic: computed.has_parent_clinic,
  permissions: computed.permissions,
});
export type PracticeSettings = z.output<typeof practiceSettings>;

/** Fields that only super admins can change. */
export const administratorFields = Object.keys(administrator) as (keyof typeof administrator)[];
/** Fields that the server computes. */
export const computedFields = Object.keys(computed) as (keyof typeof computed)[];
/** Fields of the PMS-specific object that a person can change. */
export const pmsFields = Object.keys(additionalData) as (keyof PmsSettings)[];

const ignored = Object.fromEntries(computedFields.map((name) => [name, z.optional(z.unknown())])) as Record<
  keyof typeof computed,
  z.ZodMiniOptional<z.ZodMiniUnknown>
>;

/**
 * A whole or partial object. Absent fields don't change, which differs from null (DECISIONS 5). `image_uid` and
 * `salt` are accepted and ignored.
 */
export const practiceSettingsChange = z.strictObject({
  ...z.partial(z.object({ ...general, ...administrator })).shape,
  additional_data: z.optional(
    z.strictObject({
      ...z.partial(pmsSettings).shape,
      image_uid: z.optional(z.unknown()),
      salt: z.optional(z.unknown()),
    }),
  ),
  ...ignored,
});
/** The body of `updatePracticeSettings` without computed fields. */
export type PracticeSettingsChange = Omit<z.output<typeof practiceSettingsChange>, keyof typeof computed>;

/** Error code of a save that changes the customer id while the payment provider is unavailable. */
export const customerUnchecked = 'customer_unchecked';

export const readPracticeSettings = defineCall({
  name: 'readPracticeSettings',
  method: 'GET',
  path: '/api/:practice/settings/practice_settings/',
  access: 'practice',
  summary:
    'The settings of a practice that the person may see; the ETag is their version. With `since`, also who changed which field after that version; with `omit=billing`, without the customer’s data',
  params: practiceParams,
  query: z.strictObject({
    since: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(2_147_483_647))),
    omit: z.optional(z.literal('billing')),
  }),
  answer: practiceSettings,
});

export const updatePracticeSettings = defineCall({
  name: 'updatePracticeSettings',
  method: 'POST',
  path: '/api/:practice/settings/update_practice_settings/',
  access: 'practice',
  right: 'settings',
  summary:
    'Save some or all settings; `additional_data` may also be the JSON text of its object. Rejects a new value for a field that the person may not change. With If-Match, returns 409 for an outdated version, with the fields that have changed since',
  params: practiceParams,
  body: practiceSettingsChange,
  answer: z.object({ status: z.string(), message: z.string() }),
  okStatus: ['success'],
});

/** A customer at the payment provider. */
export const billingCustomer = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  active_subscriptions: z.int(),
});
export type BillingCustomer = z.infer<typeof billingCustomer>;

export const readBillingCustomer = defineCall({
  name: 'readBillingCustomer',
  method: 'GET',
  path: '/api/:practice/settings/billing_customer/',
  access: 'super-admin',
  summary: 'Name and state of a customer at the payment provider, to check its id before saving it',
  params: practiceParams,
  query: z.strictObject({ customer: z.string().check(z.trim(), z.minLength(1), z.maxLength(255)) }),
  answer: billingCustomer,
});

export const createTables = defineCall({
  name: 'createTables',
  method: 'POST',
  path: '/api/:practice/settings/create_tables/',
  access: 'super-admin',
  summary: 'Create the tables for data synced from the PMS',
  params: practiceParams,
  answer: z.object({ status: z.enum(['success', 'info']), message: z.string() }),
  okStatus: ['success', 'info'],
});

/** The settings of each practice management system (3.2): its own, and the ones shared by all three. */
import type { PmsKind, SettingsPath } from 'shared-api/contracts';
import { messages } from '../messages';
import type { SectionNames } from '../settings-record/Section';

const text = messages.pmsSettings;

const shared: readonly SettingsPath[] = [
  'additional_data.insurance_writeoff_date',
  'additional_data.use_pms_provider_schedule_for_utilization',
  'additional_data.use_treatment_coordinator_from_pms',
  'additional_data.calculate_patient_first_visit_across_all_clinics',
];

const own: Record<PmsKind, readonly SettingsPath[]> = {
  opendental: [
    'additional_data.opendental_active_treatment_plan',
    'additional_data.opendental_saved_treatment_plan',
    'additional_data.opendental_insurance_writeoff_use_payment_date',
    'additional_data.opendental_datetime_fix',
    'additional_data.opendental_calculate_ar_client',
  ],
  eaglesoft16: ['additional_data.eaglesoft_detailed_ledger_activity'],
  dentrix: [
    'additional_data.dentrix_completed_appointment_status_ids',
    'additional_data.dentrix_adjustments_preferences',
    'additional_data.dentrix_use_production_entry_date',
    'additional_data.dentrix_age_insurance_ar',
  ],
};

/** @param kind null for a system without settings of its own */
export function pmsSection(kind: PmsKind | null): SectionNames {
  return kind ? { title: text.title(kind), paths: [...shared, ...own[kind]] } : { title: text.otherTitle };
}

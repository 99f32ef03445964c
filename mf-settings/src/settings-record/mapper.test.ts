import { describe, expect, it } from '@jest/globals';
import { defaultPmsSettings } from 'shared-api/contracts';
import { someSettings } from './testing/builders';
import { settingsFromWire } from './mapper';

describe('settingsFromWire', () => {
  it('fills missing fields with the documented defaults', () => {
    const settings = settingsFromWire({ practice_name: 'A', pms_name: 'dentrix', time_zone: 'UTC' });
    expect(settings).toMatchObject({
      autofill_missing_referral_sources: true,
      ph_call_notification_source: 'udp',
      baseline_date: null,
      permissions: {},
    });
    expect(settings.additional_data).toEqual({
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
      dentrix_completed_appointment_status_ids: '-106,150',
    });
  });

  it.each<[string, unknown, object]>([
    ['an object', { dentrix_age_insurance_ar: false }, { dentrix_age_insurance_ar: false }],
    ['JSON', '{"insurance_writeoff_date":"claim_date"}', { insurance_writeoff_date: 'claim_date' }],
    [
      'an empty list of ids',
      { dentrix_completed_appointment_status_ids: '' },
      { dentrix_completed_appointment_status_ids: '' },
    ],
    ['broken JSON', '{"insurance', {}],
    ['null', null, {}],
    ['a value of another type', { dentrix_age_insurance_ar: 'no' }, {}],
    ['an unknown field', { image_uid: 'x' }, {}],
  ])('reads additional_data from %s', (_, additional_data, over) => {
    const settings = settingsFromWire({ ...someSettings(), additional_data });
    expect(settings.additional_data).toEqual({ ...defaultPmsSettings, ...over });
  });

  it('rejects settings that are not an object', () => {
    expect(() => settingsFromWire('soon')).toThrow(TypeError);
  });
});

import { describe, expect, it } from '@jest/globals';
import { computedFields, practiceSettingsChange } from 'shared-api/contracts';
import { allSettings, someSettings } from './testing/builders';
import { fieldAt, toRequest, valueIn, withEdits } from './values';

describe('the whole object that is saved', () => {
  it('has the edits in it, and satisfies the contract', () => {
    const body = toRequest(allSettings(), {
      practice_name: ' New name ',
      baseline_date: null,
      'additional_data.opendental_datetime_fix': true,
    });
    expect(body).toMatchObject({ practice_name: 'New name', baseline_date: null, clinicnum: 1 });
    expect(body.additional_data).toMatchObject({ opendental_datetime_fix: true, dentrix_age_insurance_ar: true });
    expect(practiceSettingsChange.safeParse(body).success).toBe(true);
  });

  it('has nothing that the server computes', () => {
    const names = Object.keys(toRequest(allSettings(), {}));
    expect(names.filter((name) => (computedFields as string[]).includes(name))).toEqual([]);
  });

  it('has no field that the person does not see', () => {
    const names = Object.keys(toRequest(someSettings(), {}));
    expect(names).toEqual(expect.arrayContaining(['is_pediatric', 'practice_name', 'additional_data']));
    expect(names).not.toContain('stripe_customer_id');
  });
});

it.each([
  ['baseline_date', 'baseline_date'],
  ['additional_data.insurance_writeoff_date', 'additional_data.insurance_writeoff_date'],
  ['emailOptOutOverrideOptions.2.checked', 'emailOptOutOverrideOptions'],
  ['additional_data.salt', undefined],
  ['clinicnumber', undefined],
])('the path %s means the field %s', (dotted, path) => {
  expect(fieldAt(dotted)).toBe(path);
});

it('an edit of the PMS-specific object leaves its other fields', () => {
  const edited = withEdits(someSettings(), { 'additional_data.insurance_writeoff_date': 'claim_date' });
  expect(valueIn(edited, 'additional_data.insurance_writeoff_date')).toBe('claim_date');
  expect(valueIn(edited, 'additional_data.opendental_active_treatment_plan')).toBe(true);
});

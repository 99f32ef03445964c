import { describe, expect, it } from '@jest/globals';
import { fromText, lockOf, optionsOf } from './fields';
import { allSettings, someSettings } from './testing/builders';
import { labelOf, valueText } from './value-text';

const writeoff = 'additional_data.insurance_writeoff_date';

describe('optionsOf', () => {
  it.each([
    ['opendental', ['procedure_date', 'claim_date', 'payment_date']],
    ['Eaglesoft16', ['procedure_date', 'posted_date']],
    ['Dentrix Ascend', ['procedure_date', 'entry_date']],
    ['curve', ['procedure_date']],
  ])('lists the writeoff dates of %s', (pms_name, values) => {
    const options = optionsOf(writeoff, someSettings({ pms_name }), 'procedure_date');
    expect(options.map(({ value }) => value)).toEqual(values);
  });

  it('includes the saved and the current value', () => {
    const settings = allSettings({ time_zone: 'America/Boise' });
    expect(optionsOf('time_zone', settings, 'America/Chicago').map(({ value }) => value)).toEqual([
      'America/Boise',
      'America/New_York',
      'America/Chicago',
    ]);
  });

  it('lists intervals as numbers and names an unlisted one in minutes', () => {
    const values = optionsOf('pms_update_interval', allSettings(), 60).map(({ value }) => value);
    expect(values).toEqual([15, 60, 1440]);
    expect(optionsOf('pms_update_interval', allSettings({ pms_update_interval: 45 }), 45)[0]).toEqual({
      value: 45,
      name: '45 minutes',
    });
  });

  it('names an empty value “Not set”', () => {
    expect(optionsOf('service_code_type', allSettings({ service_code_type: '' }), '')[0]).toEqual({
      value: '',
      name: 'Not set',
    });
  });

  it('lists the documented sources and channels', () => {
    const of = (path: 'ph_call_notification_source' | 'sync_update_channel') =>
      optionsOf(path, allSettings(), path === 'sync_update_channel' ? 'release' : 'udp').map(({ value }) => value);
    expect(of('ph_call_notification_source')).toEqual(['udp', 'websocket']);
    expect(of('sync_update_channel')).toEqual(['release', 'beta', 'alpha']);
  });
});

it.each([
  [true, true],
  [false, false],
])('locks the first visit across all locations with a master practice (%s): %s', (has_parent_clinic, locked) => {
  const path = 'additional_data.calculate_patient_first_visit_across_all_clinics';
  expect(lockOf(path, someSettings({ has_parent_clinic })) !== undefined).toBe(locked);
});

it('clears an emptied customer id and keeps an emptied list of ids', () => {
  expect(fromText('stripe_customer_id', '')).toBeNull();
  expect(fromText('additional_data.dentrix_completed_appointment_status_ids', '')).toBe('');
});

it.each([
  ['is_pediatric', true, 'On'],
  ['is_pediatric', false, 'Off'],
  ['baseline_date', '2026-11-30', 'Nov 30, 2026'],
  ['baseline_date', null, 'None'],
  ['baseline_date', '', 'No date'],
  [writeoff, 'claim_date', 'Claim date'],
  [writeoff, 'gone', 'gone'],
  ['practice_name', 'Lakeside', 'Lakeside'],
  ['stripe_customer_id', null, 'None'],
  ['use_clinics', true, 'On'],
  ['emailOptOutOverrideOptions.e1', true, 'On'],
  ['additional_clinicnums', [2, 4], '2, 4'],
  ['additional_clinicnums', [], 'None'],
] as const)('formats %s of %j as %s', (path, value, text) => {
  expect(valueText(path, value, someSettings())).toBe(text);
});

it.each([
  ['smsOptOutOverrideOptions.s2', 'SMS opt-out overrides: Recall notices'],
  ['smsOptOutOverrideOptions.gone', 'SMS opt-out overrides'],
  ['clinicnum', 'Clinic number'],
] as const)('labels %s as %s', (key, label) => {
  expect(labelOf(key, someSettings())).toBe(label);
});

import { describe, expect, it } from '@jest/globals';
import {
  computedFields,
  defaultPmsSettings,
  type PracticeSettings,
  practiceSettingsChange,
} from '../contracts/practice-settings.js';
import {
  mergeSettings,
  type SettingsEdit,
  type SettingsKey,
  settingsKeysOf,
  settingsPathAt,
  settingsPaths,
  settingsValue,
  toSettingsRequest,
  withSettingsEdits,
} from './settings-fields.js';
import { settingsLabels } from './settings-labels.js';

const option = (id: string, name: string, checked = false) => ({ id, name, checked });

function someSettings(over: Partial<PracticeSettings> = {}): PracticeSettings {
  return {
    autofill_missing_referral_sources: true,
    ph_call_notification_source: 'udp',
    send_task_emails: false,
    baseline_date: '2025-01-01',
    is_pediatric: false,
    emailOptOutOverrideOptions: [option('all', 'All Emails'), option('recall', 'Recall', true)],
    smsOptOutOverrideOptions: [option('all', 'All SMS'), option('recall', 'Recall'), option('forms', 'Forms')],
    practice_name: 'Lakeside',
    pms_name: 'opendental',
    time_zone: 'America/Chicago',
    has_parent_clinic: false,
    permissions: {},
    additional_data: defaultPmsSettings,
    ...over,
  };
}

const edits = (...all: [SettingsKey, SettingsEdit][]) => new Map(all);
const set = (value: unknown): SettingsEdit => ({ kind: 'set', value });

describe('toSettingsRequest', () => {
  it('sends the whole object with the edits as the contract accepts it', () => {
    const body = toSettingsRequest(
      someSettings(),
      edits(
        ['practice_name', set(' New name ')],
        ['baseline_date', { kind: 'clear' }],
        ['additional_data.opendental_datetime_fix', set(true)],
      ),
    );
    expect(body).toMatchObject({ practice_name: 'New name', baseline_date: null, send_task_emails: false });
    expect(body.additional_data).toMatchObject({ opendental_datetime_fix: true, dentrix_age_insurance_ar: true });
    expect(practiceSettingsChange.safeParse(body).success).toBe(true);
  });

  it('omits computed fields and fields that the person cannot see', () => {
    const names = Object.keys(toSettingsRequest(someSettings(), new Map()));
    expect(names.filter((name) => (computedFields as string[]).includes(name))).toEqual([]);
    expect(names).not.toContain('stripe_customer_id');
  });
});

describe('withSettingsEdits', () => {
  it('checks the “all” option once every other override is checked', () => {
    const one = withSettingsEdits(someSettings(), edits(['smsOptOutOverrideOptions.recall', set(true)]));
    expect(one.smsOptOutOverrideOptions.map(({ checked }) => checked)).toEqual([false, true, false]);
    const both = withSettingsEdits(one, edits(['smsOptOutOverrideOptions.forms', set(true)]));
    expect(both.smsOptOutOverrideOptions.map(({ checked }) => checked)).toEqual([true, true, true]);
    expect(both.emailOptOutOverrideOptions).toEqual(someSettings().emailOptOutOverrideOptions);
  });
});

describe('mergeSettings', () => {
  const base = someSettings();
  const merge = (mine: ReadonlyMap<SettingsKey, SettingsEdit>, now: Partial<PracticeSettings>) =>
    mergeSettings(mine, (key) => settingsValue(base, key), someSettings(now));

  it('finds a conflict only in a field that both sides changed differently', () => {
    const mine = edits(['is_pediatric', set(true)], ['baseline_date', { kind: 'clear' }]);
    expect(merge(mine, { send_task_emails: true }).conflicts).toEqual([]);
    expect(merge(mine, { baseline_date: null }).conflicts).toEqual([]);
    expect(merge(mine, { baseline_date: '2026-01-01' }).conflicts).toEqual(['baseline_date']);
  });

  it('reports edits of fields that the person no longer sees', () => {
    expect(merge(edits(['stripe_customer_id', set('cus_1')]), {}).removed).toEqual(['stripe_customer_id']);
  });
});

describe('settings fields', () => {
  it('lists visible fields and single overrides without the “all” option', () => {
    const keys = settingsKeysOf(someSettings());
    expect(keys).toEqual(expect.arrayContaining(['is_pediatric', 'smsOptOutOverrideOptions.recall']));
    expect(keys).not.toContain('smsOptOutOverrideOptions.all');
    expect(keys).not.toContain('stripe_customer_id');
  });

  it('has a label for every field', () => {
    expect(Object.keys(settingsLabels).sort()).toEqual([...settingsPaths].sort());
  });

  it.each([
    ['baseline_date', 'baseline_date'],
    ['additional_data.insurance_writeoff_date', 'additional_data.insurance_writeoff_date'],
    ['emailOptOutOverrideOptions.2.checked', 'emailOptOutOverrideOptions'],
    ['additional_data.salt', undefined],
    ['clinicnumber', undefined],
  ])('maps the path %s to %s', (dotted, path) => {
    expect(settingsPathAt(dotted)).toBe(path);
  });
});

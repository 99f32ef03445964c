import { describe, expect, it } from '@jest/globals';
import { draftOf, reduce } from './draft';
import { problemOf, problemsOf, refusalsIn, shownProblems } from './problems';
import { someSettings } from './testing/builders';
import type { SettingsPath } from 'shared-api/contracts';

const ids = 'additional_data.dentrix_completed_appointment_status_ids';
const count = 'market_iq_max_phone_numbers';

it.each<[SettingsPath, unknown, string | undefined]>([
  ['practice_name', '  ', 'Must not be empty'],
  ['practice_name', 'x'.repeat(101), 'At most 100 characters'],
  ['practice_name', 'Lakeside', undefined],
  ['stripe_customer_id', null, undefined],
  ['stripe_customer_id', 'x'.repeat(256), 'At most 255 characters'],
  [count, null, 'Enter a number'],
  [count, 1.5, 'Enter a whole number'],
  [count, -1, 'Must be 0 or more'],
  [count, 0, undefined],
  [count, 1_000_001, 'Must be 1,000,000 or less'],
  ['baseline_date', '', 'Enter a full date as MM/DD/YYYY'],
  ['baseline_date', null, undefined],
  [ids, '5,,6', 'Please enter only comma-separated integers (positive or negative)'],
  [ids, '', undefined],
  [ids, '1,'.repeat(250) + '1', 'At most 400 characters'],
  ['clinicnum', 'x', 'Enter a whole number, or leave it empty'],
  ['clinicnum', 3, undefined],
  ['is_pediatric', true, undefined],
])('validates %s of %j: %s', (path, value, message) => {
  expect(problemOf(path, value)).toBe(message);
});

describe('problems of a draft', () => {
  const draft = reduce(draftOf({ settings: someSettings(), etag: undefined }), {
    type: 'changed',
    key: ids,
    value: '1-2',
  });

  it('blocks saving immediately, but shows the problem only on blur or on a save attempt', () => {
    expect(problemsOf(draft, 'page')).toHaveLength(1);
    expect(shownProblems(draft, 'page')).toEqual([]);
    expect(shownProblems(reduce(draft, { type: 'visited', path: ids }), 'page')).toHaveLength(1);
    expect(shownProblems(reduce(draft, { type: 'tried', part: 'page' }), 'page')).toHaveLength(1);
  });

  it('assigns server errors to fields by path', () => {
    const refusals = refusalsIn({ [ids]: 'No', 'emailOptOutOverrideOptions.0.id': 'Unknown', nonsense: 'x' });
    expect(refusals).toEqual({ [ids]: 'No', emailOptOutOverrideOptions: 'Unknown' });
  });
});

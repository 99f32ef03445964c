import { expect, it } from '@jest/globals';
import { merge } from './merge';
import { pms, someSettings } from './testing/builders';

const changes = [{ field: 'additional_data.dentrix_age_insurance_ar', changed_by: 'Mia', changed_at: 5 }];
const by = { changed_by: 'Olivia', changed_at: 9, changes };

it('names who changed a field where the server tells, and who saved last otherwise', () => {
  const theirs = someSettings({ is_pediatric: true, additional_data: pms({ dentrix_age_insurance_ar: false }) });
  expect(merge(someSettings(), {}, theirs, { by }).taken).toEqual([
    { path: 'is_pediatric', who: by },
    { path: 'additional_data.dentrix_age_insurance_ar', who: changes[0] },
  ]);
});

it('finds no clash where both sides chose the same', () => {
  const theirs = someSettings({ is_pediatric: true });
  expect(merge(someSettings(), { is_pediatric: true }, theirs, { by })).toEqual({ clashes: [], taken: [] });
});

it('treats an emptied date as a value', () => {
  const theirs = someSettings({ baseline_date: '2026-01-01' });
  expect(merge(someSettings(), { baseline_date: null }, theirs, { by: null }).clashes).toMatchObject([
    { path: 'baseline_date', mine: null, theirs: '2026-01-01', who: null },
  ]);
});

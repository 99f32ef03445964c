import { describe, expect, it } from '@jest/globals';
import { describeChanges } from './describe';
import type { FeatureValues } from 'shared-api/contracts';
import {
  type Action,
  changeCount,
  changedParts,
  type Draft,
  isRestricted,
  openDraft,
  reduce,
  undecidedCount,
  valuesOf,
} from './draft';
import { optionsOf } from './options';
import { aBundle, aFlag, aRecord, metadata } from '../features-summary/testing/features-server';

const read = (over: Parameters<typeof aRecord>[0] = {}, etag = '"1"') => ({ record: aRecord(over), etag });
const after = (draft: Draft, ...actions: Action[]): Draft => actions.reduce(reduce, draft);
const edit = (values: Partial<FeatureValues>): Action => ({ type: 'edit', values });
const withGrowth = edit({ bundles: ['core', 'growth'] });

describe('a practice without a record', () => {
  it('starts with no features and no dates', () => {
    expect(valuesOf(null)).toEqual({
      bundles: [],
      product_features: [],
      flags: [],
      account_expiration_date: null,
      snapshot_expiration_date: null,
      baseline_date: null,
    });
  });
});

describe('a draft’s differences', () => {
  it.each<[string, Partial<FeatureValues>, number, string[], boolean]>([
    ['nothing', {}, 0, [], false],
    [
      'the same names in another order',
      { product_features: ['team_chat', 'patient_search', 'recall_list'] },
      0,
      [],
      false,
    ],
    ['a bundle more', { bundles: ['core', 'growth'] }, 1, ['access'], true],
    ['a bundle for another', { bundles: ['growth'] }, 2, ['access'], true],
    ['a feature less', { product_features: ['recall_list', 'patient_search'] }, 1, ['access'], true],
    ['a date', { baseline_date: null }, 1, ['access'], false],
    ['a flag', { flags: [] }, 1, ['flags'], false],
    ['a flag and a date', { flags: [], baseline_date: '2026-01-01' }, 2, ['access', 'flags'], false],
  ])('counts changes and names the changed parts: %s', (_, values, count, parts, restricted) => {
    const draft = after(openDraft(read()), edit(values));
    expect(changeCount(draft)).toBe(count);
    expect(changedParts(draft)).toEqual(parts);
    expect(isRestricted(draft)).toBe(restricted);
  });

  it('describes each changed field on one line', () => {
    const options = optionsOf(metadata, aRecord());
    const draft = after(
      openDraft(read()),
      edit({ bundles: ['growth'], baseline_date: null, account_expiration_date: '2028-01-01', flags: ['fast_sync'] }),
    );
    expect(describeChanges(options, 'access', { before: draft.editing.base, after: draft.values })).toEqual([
      'Bundles: added Growth; removed Core',
      'Account Expiration: Mar 31, 2027 → Jan 1, 2028',
      'Baseline Date: Jan 15, 2025 → none',
    ]);
    expect(describeChanges(options, 'flags', { before: draft.editing.base, after: draft.values })).toEqual([
      'Feature Flags: added Fast sync; removed Beta reports',
    ]);
  });
});

describe('a refetch of the record', () => {
  const theirs: Action = { type: 'read', read: read({ bundles: [aBundle('Core'), aBundle('Voice')] }, '"2"') };
  const otherDate: Action = { type: 'read', read: read({ baseline_date: '2026-06-06' }, '"2"') };
  const myDate = edit({ baseline_date: '2026-05-05' });

  it('applies new values where nothing was edited', () => {
    const draft = after(openDraft(read()), theirs);
    expect(draft.values.bundles).toEqual(['core', 'voice']);
    expect([draft.etags.access, changeCount(draft)]).toEqual(['"2"', 0]);
  });

  it('merges edits that do not overlap', () => {
    const draft = after(openDraft(read()), withGrowth, theirs);
    expect(draft.values.bundles).toEqual(['core', 'voice', 'growth']);
    expect([changeCount(draft), undecidedCount(draft), draft.etags.access]).toEqual([1, 0, '"2"']);
  });

  it('reports a conflict for a date that both sides changed, only in its part', () => {
    const draft = after(openDraft(read()), myDate, edit({ flags: [] }), otherDate);
    expect([undecidedCount(draft), undecidedCount(draft, 'access'), undecidedCount(draft, 'flags')]).toEqual([1, 1, 0]);
    expect(draft.values.baseline_date).toBe('2026-05-05');
  });

  it.each([
    ['mine', '2026-05-05', 1],
    ['theirs', '2026-06-06', 0],
  ] as const)('applies the choice of %s', (side, date, changes) => {
    const draft = after(openDraft(read()), myDate, otherDate, { type: 'choose', side, fields: ['baseline_date'] });
    expect([draft.values.baseline_date, changeCount(draft), undecidedCount(draft)]).toEqual([date, changes, 0]);
  });
});

describe('saving a part', () => {
  it('sets the new baseline and keeps the edits of the other part', () => {
    const draft = after(openDraft(read()), withGrowth, edit({ flags: [] }));
    const saved = after(draft, { type: 'saved', part: 'flags', sent: draft.values, etag: '"f2"' });
    expect(changedParts(saved)).toEqual(['access']);
    expect([saved.editing.base.flags, saved.etags.flags, saved.editing.base.bundles]).toEqual([[], '"f2"', ['core']]);
  });

  it('adopts the version after a save of dates', () => {
    const draft = after(openDraft(read()), edit({ baseline_date: null }));
    const saved = after(draft, { type: 'saved', part: 'access', sent: draft.values, etag: '"2"' });
    expect([changeCount(saved), saved.etags.access]).toEqual([0, '"2"']);
  });

  it('keeps the old version after a save of bundles until the new features have loaded', () => {
    const draft = after(openDraft(read()), withGrowth);
    const saved = after(draft, { type: 'saved', part: 'access', sent: draft.values, etag: '"2"' });
    expect([changeCount(saved), saved.etags.access]).toEqual([0, '"1"']);
    const next = after(saved, {
      type: 'read',
      read: { record: aRecord({ bundles: [aBundle('Core'), aBundle('Growth')], product_features: [] }), etag: '"2"' },
    });
    expect([next.values.product_features, changeCount(next), next.etags.access]).toEqual([[], 0, '"2"']);
  });
});

it("restores the saved values on discard, including someone else's save", () => {
  const fresh: Action = { type: 'read', read: read({ features: [aFlag('Fast sync')], flags_etag: '"f9"' }, '"2"') };
  const draft = after(openDraft(read()), edit({ flags: [], baseline_date: null }), fresh, { type: 'discard' });
  expect([changeCount(draft), draft.values.flags, draft.etags.flags]).toEqual([0, ['fast_sync'], '"f9"']);
  expect(draft.values.baseline_date).toBe('2025-01-15');
});

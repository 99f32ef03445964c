import { describe, expect, it } from '@jest/globals';
import {
  changedFields,
  chooseVersions,
  editedFeatureValues,
  type FeatureValues,
  fromStoredEditing,
  mergeFeatures,
  startEditing,
  toStoredEditing,
  withFeatureValues,
  withoutSaved,
} from './practice-features-edits.js';

const base: FeatureValues = {
  bundles: ['core'],
  product_features: ['recall_list', 'team.chat'],
  flags: ['beta'],
  account_expiration_date: '2027-03-31',
  snapshot_expiration_date: null,
  baseline_date: '2025-01-15',
};
const edited = (over: Partial<FeatureValues>) => withFeatureValues(startEditing(base), over);

describe('withFeatureValues', () => {
  it('records an edit for each name and each date', () => {
    const { edits } = edited({
      bundles: ['growth'],
      product_features: ['recall_list'],
      snapshot_expiration_date: '2026-05-05',
      baseline_date: null,
    });
    expect([...edits]).toEqual([
      ['bundles.core', { kind: 'clear' }],
      ['bundles.growth', { kind: 'set', value: true }],
      ['product_features.team.chat', { kind: 'clear' }],
      ['snapshot_expiration_date', { kind: 'set', value: '2026-05-05' }],
      ['baseline_date', { kind: 'clear' }],
    ]);
  });

  it('drops an edit that is undone manually', () => {
    const once = edited({ bundles: [], baseline_date: null });
    const { edits } = withFeatureValues(once, { bundles: ['core'], baseline_date: '2025-01-15' });
    expect(edits.size).toBe(0);
  });
});

describe('mergeFeatures', () => {
  const datesDiffer = (): ReturnType<typeof mergeFeatures> =>
    mergeFeatures(edited({ baseline_date: '2026-05-05' }), { ...base, baseline_date: '2026-06-06', flags: [] });

  it.each<[string, Partial<FeatureValues>, Partial<FeatureValues>, Partial<FeatureValues>]>([
    [
      'keeps both additions',
      { bundles: ['core', 'growth'] },
      { bundles: ['core', 'voice'] },
      { bundles: ['core', 'voice', 'growth'] },
    ],
    [
      'combines a removal with an addition to the same list',
      { bundles: [] },
      { bundles: ['core', 'voice'] },
      { bundles: ['voice'] },
    ],
    [
      'keeps an addition and a removal of different names',
      { flags: ['beta', 'fast'] },
      { flags: [] },
      { flags: ['fast'] },
    ],
    [
      'keeps the dates of both sides',
      { baseline_date: null },
      { account_expiration_date: null },
      { baseline_date: null, account_expiration_date: null },
    ],
  ])('%s without a conflict', (_, mine, theirs, result) => {
    const merged = mergeFeatures(edited(mine), { ...base, ...theirs });
    expect(merged.conflicts).toEqual([]);
    expect(editedFeatureValues(merged)).toEqual({ ...base, ...theirs, ...result });
  });

  it('has nothing to save when both sides made the same change', () => {
    const same = { bundles: ['core', 'voice'], flags: [], baseline_date: '2026-05-05', account_expiration_date: null };
    expect(mergeFeatures(edited(same), { ...base, ...same }).edits.size).toBe(0);
  });

  it('reports a date that both sides changed differently and counts other changes', () => {
    const merged = datesDiffer();
    expect(merged.conflicts).toEqual([
      { field: 'baseline_date', mine: { kind: 'set', value: '2026-05-05' }, theirs: '2026-06-06', choice: null },
    ]);
    expect(merged.merged).toBe(1);
    expect(editedFeatureValues(merged).baseline_date).toBe('2026-05-05');
  });

  it('keeps a conflict open when the same record is refetched', () => {
    const again = mergeFeatures(datesDiffer(), { ...base, baseline_date: '2026-06-06', flags: [] });
    expect(again).toEqual(datesDiffer());
  });

  it('clears the choice when the other version changes again', () => {
    const chosen = chooseVersions(datesDiffer(), 'mine', ['baseline_date']);
    const [conflict] = mergeFeatures(chosen, { ...base, baseline_date: '2026-07-07' }).conflicts;
    expect(conflict).toMatchObject({ theirs: '2026-07-07', choice: null });
  });
});

describe('chooseVersions', () => {
  it.each([
    ['mine', '2026-05-05', 1],
    ['theirs', '2026-06-06', 0],
  ] as const)('applies %s and replaces an earlier choice', (side, date, count) => {
    const fresh = { ...base, baseline_date: '2026-06-06' };
    const open = mergeFeatures(edited({ baseline_date: '2026-05-05' }), fresh);
    const other = chooseVersions(open, side === 'mine' ? 'theirs' : 'mine', ['baseline_date']);
    const chosen = chooseVersions(other, side, ['baseline_date']);
    expect([editedFeatureValues(chosen).baseline_date, chosen.edits.size]).toEqual([date, count]);
    expect(chosen.conflicts[0]?.choice).toBe(side);
  });

  it('resolves a conflict with the value typed into the field', () => {
    const open = mergeFeatures(edited({ baseline_date: '2026-05-05' }), { ...base, baseline_date: '2026-06-06' });
    const typed = withFeatureValues(open, { baseline_date: '2026-08-08' });
    expect(typed.conflicts).toMatchObject([{ mine: { kind: 'set', value: '2026-08-08' }, choice: 'mine' }]);
  });
});

describe('withoutSaved', () => {
  it('uses the sent values as the new base and keeps the other part’s edits', () => {
    const editing = edited({ flags: [], baseline_date: null });
    const saved = withoutSaved(editing, editedFeatureValues(editing), (field) => field === 'flags');
    expect([...saved.edits.keys()]).toEqual(['baseline_date']);
    expect(saved.base).toEqual({ ...base, flags: [] });
  });
});

describe('stored edits', () => {
  it('restores the edits with their conflicts', () => {
    const open = mergeFeatures(edited({ baseline_date: '2026-05-05', bundles: [] }), {
      ...base,
      baseline_date: '2026-06-06',
    });
    expect(fromStoredEditing(JSON.parse(JSON.stringify(toStoredEditing(open))))).toEqual(open);
  });

  it.each([null, {}, { base, edits: 1 }, 'text'])('ignores unreadable edits: %j', (stored) => {
    expect(fromStoredEditing(stored)).toBeUndefined();
  });
});

it('lists each name and date that differs', () => {
  expect(changedFields(base, { ...base, bundles: [], flags: ['beta', 'fast'], baseline_date: null })).toEqual([
    'bundles.core',
    'flags.fast',
    'baseline_date',
  ]);
});

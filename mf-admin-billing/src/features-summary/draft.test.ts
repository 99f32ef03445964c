import { describe, expect, it } from '@jest/globals';
import { describe as describeChanges } from './describe';
import {
  type Action,
  changeCount,
  changedParts,
  diffOf,
  type Draft,
  draftOf,
  isRestricted,
  rebase,
  reduce,
  type Values,
  valuesOf,
} from './draft';
import { optionsOf } from './options';
import { aBundle, aFlag, aRecord, metadata } from './testing/features-server';

const CONFLICT = { changed_by: 'Iris', changed_at: 1 };
const read = (over: Parameters<typeof aRecord>[0] = {}, etag = '"1"') => ({ record: aRecord(over), etag });
const after = (draft: Draft, ...actions: Action[]): Draft => actions.reduce(reduce, draft);
const edit = (values: Partial<Values>): Action => ({ type: 'edit', values });
const withGrowth = edit({ bundles: ['core', 'growth'] });

describe('a practice without a record', () => {
  it('has nothing and no dates', () => {
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

describe('what differs', () => {
  it.each<[string, Partial<Values>, number, string[], boolean]>([
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
  ])('is counted and told by part: %s', (_, values, count, parts, restricted) => {
    const draft = after(draftOf(read()), edit(values));
    expect(changeCount(draft)).toBe(count);
    expect(changedParts(draft)).toEqual(parts);
    expect(isRestricted(draft)).toBe(restricted);
  });

  it('is said in words, one line per field', () => {
    const options = optionsOf(metadata, aRecord());
    const draft = after(
      draftOf(read()),
      edit({ bundles: ['growth'], baseline_date: null, account_expiration_date: '2028-01-01', flags: ['fast_sync'] }),
    );
    expect(describeChanges(options, 'access', draft.base, draft.values)).toEqual([
      'Bundles: added Growth; removed Core',
      'Account Expiration: Mar 31, 2027 → Jan 1, 2028',
      'Baseline Date: Jan 15, 2025 → none',
    ]);
    expect(describeChanges(options, 'flags', draft.base, draft.values)).toEqual([
      'Feature Flags: added Fast sync; removed Beta reports',
    ]);
  });
});

describe('edits made again on a newer record', () => {
  const base = valuesOf(aRecord());
  it.each<[string, Partial<Values>, Partial<Values>, Partial<Values>]>([
    [
      'add to what it has',
      { bundles: ['core', 'growth'] },
      { bundles: ['core', 'voice'] },
      { bundles: ['core', 'voice', 'growth'] },
    ],
    ['take from what it has', { bundles: [] }, { bundles: ['core', 'voice'] }, { bundles: ['voice'] }],
    [
      'add what it has already, once',
      { bundles: ['core', 'voice'] },
      { bundles: ['core', 'voice'] },
      { bundles: ['core', 'voice'] },
    ],
    [
      'keep a typed date',
      { baseline_date: '2026-05-05' },
      { baseline_date: '2026-06-06' },
      { baseline_date: '2026-05-05' },
    ],
    ['leave a date that was not touched', {}, { baseline_date: '2026-06-06' }, { baseline_date: '2026-06-06' }],
  ])('%s', (_, mine, theirs, result) => {
    expect(rebase(base, { ...base, ...mine }, { ...base, ...theirs })).toEqual({ ...base, ...theirs, ...result });
  });

  it('tell what was added and what was removed', () => {
    expect(diffOf(['a', 'b'], ['b', 'c'])).toEqual({ added: ['c'], removed: ['a'] });
  });
});

describe('a record that is read again', () => {
  const theirs: Action = { type: 'read', read: read({ bundles: [aBundle('Core'), aBundle('Voice')] }, '"2"') };

  it('is taken over where nothing was edited', () => {
    const draft = after(draftOf(read()), theirs);
    expect(draft.values.bundles).toEqual(['core', 'voice']);
    expect([draft.etags.access, changeCount(draft), draft.stale]).toEqual(['"2"', 0, {}]);
  });

  it('waits beside edits of a part that somebody has changed, and says who; the other part goes on', () => {
    const draft = after(draftOf(read()), withGrowth, { type: 'refused', part: 'access', by: CONFLICT }, theirs);
    expect(draft.stale.access).toMatchObject({ by: CONFLICT, etag: '"2"' });
    expect(draft.values.bundles).toEqual(['core', 'growth']);
    expect(draft.etags.access).toBe('"1"');
    expect(draft.stale.flags).toBeUndefined();
  });

  it.each(['mine', 'theirs'] as const)('is chosen between: %s', (side) => {
    const draft = after(draftOf(read()), withGrowth, theirs, { type: 'choose', part: 'access', side });
    expect(draft.values.bundles).toEqual(side === 'mine' ? ['core', 'voice', 'growth'] : ['core', 'voice']);
    expect([draft.base.bundles, draft.etags.access, draft.stale]).toEqual([['core', 'voice'], '"2"', {}]);
  });

  it('of another version but with the same content asks nothing, and the edits stay', () => {
    const draft = after(draftOf(read()), withGrowth, { type: 'read', read: read({}, '"2"') });
    expect([draft.etags.access, draft.stale, draft.values.bundles]).toEqual(['"2"', {}, ['core', 'growth']]);
  });

  it('after an own save brings what followed from it', () => {
    const draft = after(draftOf(read()), withGrowth);
    const saved = after(draft, { type: 'saved', part: 'access', sent: draft.values, etag: '"2"' });
    expect([changeCount(saved), saved.etags.access]).toEqual([0, '"2"']);
    const next = after(saved, {
      type: 'read',
      read: { record: aRecord({ bundles: [aBundle('Core'), aBundle('Growth')], product_features: [] }), etag: '"2"' },
    });
    expect([next.values.product_features, changeCount(next)]).toEqual([[], 0]);
  });
});

describe('a part that is saved', () => {
  it('is the new baseline, and the other one keeps its edits', () => {
    const draft = after(draftOf(read()), withGrowth, edit({ flags: [] }));
    const saved = after(draft, { type: 'saved', part: 'flags', sent: draft.values, etag: '"f2"' });
    expect(changedParts(saved)).toEqual(['access']);
    expect([saved.base.flags, saved.etags.flags, saved.base.bundles]).toEqual([[], '"f2"', ['core']]);
  });
});

describe('discarding', () => {
  it('goes back to what is saved, also to what somebody else has saved', () => {
    const fresh: Action = { type: 'read', read: read({ features: [aFlag('Fast sync')], flags_etag: '"f9"' }, '"2"') };
    const draft = after(draftOf(read()), edit({ flags: [], baseline_date: null }), fresh, { type: 'discard' });
    expect([changeCount(draft), draft.values.flags, draft.etags.flags, draft.stale]).toEqual([
      0,
      ['fast_sync'],
      '"f9"',
      {},
    ]);
    expect(draft.values.baseline_date).toBe('2025-01-15');
  });
});
